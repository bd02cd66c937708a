"""Restores while phones send, the server killed in the middle: what was acknowledged is here or in a backup, once."""

import threading
from contextlib import closing, suppress
from pathlib import Path
from random import Random
from sqlite3 import connect

import pytest

from companion.storage.backup.catalog import back_up
from tests.faults.kill_loop import FAMILY, struck
from tests.faults.outbox import fines, through
from tests.faults.proxy import lossy
from tests.support.stage import Staged, staged
from tests.support.wire import CUT, Post, Wire, opened

pytestmark = pytest.mark.file
RESTORES, ACKNOWLEDGED, SECONDS, PHONES = 6, 10, 60, 4


def reasons(file: Path) -> list[str]:
    """Return the reason of every fine in a database file."""
    with closing(connect(file)) as connection:
        return [reason for (reason,) in connection.execute("SELECT reason FROM entry WHERE kind = 'adjust'")]


def put_back(server: Staged, backup: str, database: Path) -> None:
    """Restore that backup; the server may die meanwhile."""
    host, over = Wire(server.port), database.stat().st_ino
    with closing(host), suppress(*CUT):
        assert host.post(Post.of(f"/keep/restore/{backup}", over=over)).status in (303, 503)


def test_what_phones_were_told_is_stored_whatever_is_restored_beside_it(tmp_path: Path) -> None:
    random = Random(313)
    with staged(tmp_path) as server:
        host = Wire(server.port)
        code = opened(host, FAMILY)
        made = back_up(tmp_path).name
        with lossy(server.port, delay=0.05) as wifi:
            boxes = through(wifi, fines(code, PHONES, 2000), host.host)
            strikes = iter(range(1000))

            def strike() -> None:
                restoring = threading.Thread(target=put_back, args=(server, made, tmp_path / "companion.db"))
                restoring.start()
                if next(strikes) % 2:
                    restoring.join(random.uniform(0.005, 0.25))
                    server.kill()
                    wifi.drop()
                    server.start()
                restoring.join(30)

            def enough(done: int) -> bool:
                return done >= RESTORES and sum(box.done for box in boxes) >= ACKNOWLEDGED

            restores = struck(strike, boxes, enough, SECONDS)
        server.kill()
    told = [dict(post.fields)["reason"] for box in boxes for post in box.posts[: box.done]]
    stored = {file: reasons(file) for file in (tmp_path / "companion.db", *(tmp_path / "backups").glob("*.db"))}
    assert restores >= RESTORES and len(told) >= ACKNOWLEDGED and len(stored) > RESTORES // 2
    assert set(told) <= {reason for found in stored.values() for reason in found}
    assert all(len(found) == len(set(found)) for found in stored.values())
    assert reasons(tmp_path / "backups" / made) == []

"""Several processes on one database server: one dies again and again, and every acknowledged form is there once."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path
from time import monotonic, sleep

import pytest

from tests.faults.kill_loop import kill_loop
from tests.faults.proxy import Lossy
from tests.support.server import Server
from tests.support.stage import Staged

pytestmark = pytest.mark.server
SECONDS = 60  # time limit
SOON = 10.0  # seconds


@pytest.fixture
def pair(tmp_path: Path) -> Iterator[Staged]:
    """A companion with two processes at one address."""
    server = Staged(tmp_path / "pair")
    server.options = ["--workers", "2"]
    yield server.start()
    server.kill()


def workers(server: Server) -> list[int]:
    """Return the process ids of the workers."""
    assert server.process
    listed = [path.read_text().split() for path in Path(f"/proc/{server.process.pid}/task").glob("*/children")]
    return sorted(int(child) for children in listed for child in children)


def test_while_one_of_two_dies_again_and_again_every_acknowledged_post_is_kept_once(pair: Staged) -> None:
    until = monotonic() + SOON
    while len(workers(pair)) != 2 and monotonic() < until:
        sleep(0.05)

    def kill_one(wifi: Lossy) -> None:
        os.kill(workers(pair)[0], signal.SIGKILL)  # the older one, which serves by now
        wifi.drop()

    found, enough = kill_loop(pair, (6, 8, 0), SECONDS, strike=kill_one, pauses=(0.5, 1.0))
    assert found.faultless and enough, found
    left = workers(pair)
    assert pair.end(signal.SIGTERM)[0] == 0 and left
    assert not any(Path(f"/proc/{one}").exists() for one in left), "asked to end, all of them end"

"""Interrupted migrations: the database after an interruption at any file operation, from every earlier revision."""

import json
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import Engine

from companion.storage.database import engines
from companion.storage.database.engines import MIGRATIONS, migrate, open_database, writing
from companion.storage.store import Store
from tests.faults.disk import Disk, kills, laid
from tests.faults.shim import Found, Shim

ROWS = """
INSERT INTO match (id, code, game, house, first_dealer, law, opened_at, key, digest)
  VALUES (1, 'BCDFGH', 'kalooki', '{}', 0, '1', '2026-01-02 12:00:00', 'opened-it', '');
INSERT INTO seat (match_id, number, name) VALUES (1, 0, 'Aki'), (1, 1, 'Ben'), (1, 2, 'Cy');
INSERT INTO entry (match_id, kind, deal, seat, revision, how, points, cards, reason, "by", body, law, at)
  SELECT 1, 'adjust', 0, 1, n, 'fine', n, '', 'late ' || n, '', '{}', '1', '2026-01-02 12:00:00' FROM
    (WITH RECURSIVE counted(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counted WHERE n < 60) SELECT n FROM counted);
INSERT INTO receipt (match_id, key, digest, answer, at)
  SELECT 1, 'form-' || revision, '', '/', at FROM entry;
"""  # rows for the first revision; migrations carry them on
FIRST = "0001"
DUMPED: dict[bytes, list[str]] = {}  # dumps by the bytes of a database


MATCHES = ("match", "seat", "entry", "receipt", "result", "device")  # tables


def revisions() -> list[str]:
    """Return all revisions, oldest first."""
    return [*engines.revisions()][::-1]


def upgrade(engine: Engine, revision: str) -> None:
    """Migrate a database to that revision and no further."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    with writing(engine) as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, revision)


def dumped(file: Path) -> list[str]:
    """Return the integrity check and the dump of a database, read by another program."""
    with closing(sqlite3.connect(file)) as other:
        pages = other.serialize()
        if pages not in DUMPED:
            DUMPED[pages] = [*(str(row) for row in other.execute("PRAGMA integrity_check")), *other.iterdump()]
        return DUMPED[pages]


def grown(folder: Path, revision: str) -> Path:
    """Create a database at the first revision with a match in it, and migrate it to that revision."""
    folder.mkdir(parents=True)
    file = folder / "companion.db"
    engine = open_database(f"sqlite:///{file}")
    for target in dict.fromkeys((FIRST, revision)):
        upgrade(engine, target)
        if target == FIRST:
            with closing(sqlite3.connect(file)) as other:
                other.executescript(ROWS)
    engine.dispose()
    return file


def older(file: Path, revision: str, newest: Store) -> Path:
    """Create a database of that revision, and its folder, with the matches of a current one."""
    file.parent.mkdir(exist_ok=True)
    engine = open_database(f"sqlite:///{file}")
    upgrade(engine, revision)
    engine.dispose()
    with closing(sqlite3.connect(file)) as copy, copy:
        copy.execute("ATTACH ? AS new", (newest.engine.url.database,))
        for table in MATCHES:
            names = ", ".join(f'"{column[1]}"' for column in copy.execute(f"PRAGMA main.table_info('{table}')"))
            if names:
                copy.execute(f'INSERT INTO main."{table}" ({names}) SELECT {names} FROM new."{table}"')
        if revision < "0018":
            refer_by_row(copy)
    return file


def refer_by_row(copy: sqlite3.Connection) -> None:
    """Rewrite the references in the bodies of entries to row numbers, as they were before."""
    ids: dict[int, list[int]] = {}
    for row, match, body in copy.execute("SELECT id, match_id, body FROM main.entry ORDER BY id").fetchall():
        ids.setdefault(match, []).append(row)
        body = json.loads(body)
        if name := next((name for name in ("of", "entry") if name in body), None):
            body[name] = ids[match][body[name] - 1]
            copy.execute("UPDATE main.entry SET body = ? WHERE id = ?", (json.dumps(body), row))


def judged(file: Path, revision: str, old: list[str], new: list[str], known: set[int]) -> Iterator[str]:
    """Yield whether an interrupted database is old or new, and then each fault; identical folders are checked once."""
    copy, now = file.with_name(f"{file.name}.before-{revision}"), dumped(file)
    yield "new" if now == new else "old"
    if now not in (old, new):
        yield "between old and new"
    if now == new and dumped(copy) != old:
        yield "the copy is not whole"
    alike = hash(bytes_in(file.parent))
    if alike in known:
        return
    known.add(alike)
    engine = open_database(f"sqlite:///{file}")
    migrate(engine)
    engine.dispose()
    if dumped(file) != new:
        yield "not brought up to date afterwards"
    if dumped(copy) != old:
        yield "the copy is not whole afterwards"


def bytes_in(folder: Path) -> tuple[tuple[str, bytes], ...]:
    """Return every file of a folder with its contents: all that survives of an interrupted process."""
    return tuple(sorted((str(one.relative_to(folder)), one.read_bytes()) for one in folder.rglob("*") if one.is_file()))


def sweep(folder: Path, revision: str, every: int = 1, first: int = 0) -> Found:
    """Interrupt the migration from that revision at every n-th operation from the first on, below 0 from the end.

    Only behind the library."""
    Shim(folder)  # fsync returns at once
    file, log, found, known = grown(folder / "whole", revision), folder / "log", Found(), set[int]()
    old, disk = dumped(file), Disk(file.parent)
    Shim(file.parent, log)
    migrate(open_database(f"sqlite:///{file}"))
    Shim(folder)
    new = dumped(file)
    for at, image in [*enumerate(kills(disk, log))][first::every]:
        here = folder / str(at)
        laid(image, here)
        outcome, *wrong = judged(here / file.name, revision, old, new, known)
        found.outcomes[outcome] += 1
        found.wrong += [f"at {at}: {one}" for one in wrong]
        shutil.rmtree(here)
    return found

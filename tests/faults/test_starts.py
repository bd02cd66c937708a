"""Starts, restores and imports with a failing n-th file operation: a sentence, and the old or the new data, whole."""

import os
import re
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from errno import EIO, ENOSPC
from functools import cache, partial
from itertools import count, islice
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from filelock import BaseFileLock
from flask import Flask

from companion.app import connect, create_app
from companion.storage.backup.catalog import back_up
from companion.storage.backup.restore import restore, restore_open
from companion.storage.database.errors import Unusable
from companion.storage.matches import Match
from companion.storage.store import Form, Store
from companion.storage.transfer.export import export
from companion.storage.transfer.importer import bring
from tests.faults.disk import Disk, kills, laid
from tests.faults.migrations import bytes_in
from tests.faults.shim import Behind, Found, Shim
from tests.support.table import store_in

FAULTS = {"killed": 0, "disk full": ENOSPC, "disk failing": EIO}
SAID = Unusable  # errors shown as a sentence, without a trace
WENT_ON, WHY, ENDED, TRACE = 0, 1, 2, 3  # exit statuses of a process with a fault
SIGNED = re.compile(rb"process \d+")  # as in a lock file
Act = Callable[[Path], object]


def one_match(folder: Path, name: str) -> None:
    """Create or open the database there, and add a match whose first player has that name."""
    store = store_in(folder)
    store.open("kalooki", {}, (name, "Ben", "Cy"), 0, Form.of(f"opened-by-{name}", []))
    store.engine.dispose()


@cache
def application() -> Flask:
    """The application, made once: its routes are no file operations, and take ten times as long as its data."""
    with TemporaryDirectory() as folder:
        return create_app(Path(folder))


def start(folder: Path) -> Store:
    """Start a companion there and return its store."""
    connect(application(), folder)
    return application().extensions["companion.store"]


def names(folder: Path) -> set[str]:
    """Start a companion there, and return the first player of each match."""
    store = start(folder)
    found = {match.sheet.names[0] for match in store.unfinished() if isinstance(match, Match)}
    store.engine.dispose()
    if isinstance(store.held, BaseFileLock):
        store.held.release(force=True)
    return found


def struck(act: Act, folder: Path, shim: Shim, at: int, error: int) -> int:
    """Run the action in a fork with the n-th file operation failing; return its exit status, 0 for no failure."""
    child = os.fork()
    if not child:
        with shim.failing(at, error, reading=True):
            try:
                act(folder)
                status = WENT_ON if shim.seen >= at else ENDED
            except SAID:
                status = WHY
            except BaseException:
                status = TRACE
        os._exit(status)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def failures(act: Act, source: Path, folder: Path, error: int, every: int) -> Iterator[tuple[Path, str]]:
    """Yield folders after the action with a failing file operation, for every n-th one, and the outcome."""
    for at in count(1, every):
        here = folder / str(at)
        shutil.copytree(source, here)
        status = struck(act, here, Shim(here), at, error)
        if status == ENDED:
            return
        yield here, {WENT_ON: "continued", WHY: "said why"}.get(status, "trace")


def killed(act: Act, source: Path, folder: Path, every: int) -> Iterator[tuple[Path, str]]:
    """Yield the folders the action leaves if its process is killed, for every n-th file operation."""
    whole, log = folder / "whole", folder / "log"
    shutil.copytree(source, whole)
    disk = Disk(whole)
    assert struck(act, whole, Shim(whole, log), 0, 0) == WENT_ON
    Shim(folder)
    for at, image in islice(enumerate(kills(disk, log)), 0, None, every):
        laid(image, folder / str(at))
        yield folder / str(at), "killed"


def sweep(folder: Path, what: str, fault: str, every: int) -> Found:
    """Run an action with a fault at every n-th operation, or killed at five times as many, each in a fresh folder.

    Only behind the library."""
    (act, made, may), found, read = ACTS[what], Found(), dict[int, set[str]]()
    application()  # before any fork
    Shim(folder)  # fsync returns at once
    source = folder / "before"
    source.mkdir(parents=True)
    made(source)
    error = FAULTS[fault]
    for here, went in failures(act, source, folder, error, every) if error else killed(act, source, folder, every // 5):
        found.outcomes[went] += 1
        if went == "trace":
            found.wrong.append(f"at {here.name}: a trace")
        alike = hash(left_in(here))
        if alike not in read:
            read[alike] = names(here)
        then = read[alike]
        if then not in may:
            found.wrong.append(f"at {here.name}: {then}")
        if then_lost(here, then):
            found.wrong.append(f"at {here.name}: what was replaced is not kept")
        shutil.rmtree(here)
    return found


def left_in(folder: Path) -> tuple[tuple[str, bytes], ...]:
    """Return the files an action left in a folder, without the process number in a lock, as that process has ended."""
    files = bytes_in(folder)
    return tuple((name, SIGNED.sub(b"", held) if name.endswith(".lock") else held) for name, held in files)


def then_lost(folder: Path, then: set[str]) -> bool:
    """True if the data from before a restore is neither in its place nor stored beside it or as a backup."""
    kept = [*folder.glob("companion.db.replaced-*"), *folder.glob("backups/before-restore-*.db")]
    return "new" not in then and (folder / "copy.db").exists() and not any(map(holds_new, kept))


def holds_new(file: Path) -> bool:
    """True if a database file has the match from after the copy."""
    with closing(sqlite3.connect(file)) as connection:
        return bool(connection.execute("SELECT 1 FROM seat WHERE name = 'new'").fetchall())


def go_back_in_use(folder: Path) -> None:
    """Restore the copy in a running companion."""
    restore_open(folder / "copy.db", folder, start(folder))


def to_restore(folder: Path) -> None:
    """Prepare a companion with two matches, and a copy from before the second one."""
    one_match(folder, "old")
    back_up(folder, folder / "copy.db")
    one_match(folder, "new")


def to_bring_in(folder: Path) -> None:
    """Prepare an export with one match."""
    other = folder.parent / "exported"
    other.mkdir()
    one_match(other, "old")
    export(other / "companion.db", folder / "all.jsonl")


ACTS: dict[str, tuple[Act, Callable[[Path], None], list[set[str]]]] = {
    "start": (start, partial(one_match, name="old"), [{"old"}]),
    "restore": (lambda folder: restore(folder / "copy.db", folder), to_restore, [{"old"}, {"old", "new"}]),
    "restore in use": (go_back_in_use, to_restore, [{"old"}, {"old", "new"}]),
    "import": (lambda folder: bring(folder / "companion.db", folder / "all.jsonl"), to_bring_in, [set(), {"old"}]),
}


@pytest.mark.file
@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("what", ACTS)
def test_a_fault_at_any_file_operation_costs_nothing(shim: Behind, tmp_path: Path, what: str, fault: str) -> None:
    found = shim.call(sweep, tmp_path, what, fault, {"start": 5, "import": 103}.get(what, 13))
    assert found.wrong == []
    assert found.outcomes.total() >= 2

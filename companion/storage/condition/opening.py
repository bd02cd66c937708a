"""A database is locked, looked at, made or brought up to date, and only then trusted."""

import logging
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlalchemy.exc import DBAPIError

from companion.storage.condition import lock, private, told
from companion.storage.condition.inspection import Condition, State, cut_off, head, inspect, journal, witness
from companion.storage.condition.trouble import Trouble, trouble_of, writable
from companion.storage.condition.watch import Watch
from companion.storage.database import WrongDatabase, migrate, open_file
from companion.storage.keeping.copying import connect
from companion.storage.people.players import catch_up
from companion.storage.store import Store

log = logging.getLogger("companion")
SIDE_FILES = ("", "-journal", "-wal", "-shm", ".known")


def open_store(path: Path, who: str) -> Store:
    """The matches kept at that path; InUse where another program has them, WrongDatabase with what to do else."""
    private.keep(path.parent)
    held = lock.taken(path, who)
    condition = prepared(path)
    if condition.state is State.DAMAGED:
        folder = TemporaryDirectory(prefix="companion-")
        engine = open_file(reindexed(path, Path(folder.name)), "ro")
        store = Store(engine, Watch(path, condition), (held, folder))
    else:
        store = Store(open_file(path), Watch(path, condition), held)
    if condition.state is State.SOUND and condition.writable:
        with said(path):
            migrate(store.engine)
            catch_up(store)
        remember(path)
    else:
        log.warning("%s", told.notice(condition))
    return store


def reindexed(path: Path, folder: Path) -> Path:
    """A copy of a damaged database with its indexes made anew, for one that is damaged hides entries that are there.

    The file itself where its tables are damaged too, so that no index can be made."""
    copy = folder / path.name
    try:
        with closing(connect(path, "ro")) as damaged, closing(sqlite3.connect(copy)) as shown:
            damaged.backup(shown)
            shown.execute("REINDEX")
    except (sqlite3.Error, OSError):
        return path
    return copy


def prepared(path: Path) -> Condition:
    """The condition of a database that can be shown, made or brought up to date where need be."""
    condition = inspect(path)
    if condition.state is State.WAL:
        leave_wal(path)
        condition = inspect(path)
    if condition.state in (State.NEW, State.OLDER) and writable(path):
        with said(path):
            make(path) if condition.state is State.NEW else bring_up_to_date(path)
        condition = inspect(path)
    only_shown = condition.state is State.DAMAGED or not condition.writable
    if not condition.shown or (only_shown and cut_off(path)):
        raise WrongDatabase(told.refused(path, condition))
    return condition


def bring_up_to_date(path: Path) -> None:
    """Migrate a database in its place."""
    engine = open_file(path, "rwc")
    try:
        migrate(engine)
    finally:
        engine.dispose()


def make(path: Path) -> None:
    """A new database, whole from its first moment: it is made beside its place and then moved there."""
    beside = path.with_name(f"{path.name}.new")
    try:
        beside.unlink(missing_ok=True)
        bring_up_to_date(beside)
        os.replace(beside, path)
    finally:
        for file in (beside, journal(beside)):
            with suppress(OSError):
                file.unlink(missing_ok=True)


def leave_wal(path: Path) -> None:
    """Take a database back from the write-ahead mode another program left it in; it must have left for that."""
    with suppress(sqlite3.Error), closing(sqlite3.connect(path, timeout=1)) as connection:
        connection.execute("PRAGMA journal_mode = delete")


@contextmanager
def said(path: Path) -> Iterator[None]:
    """What fails within is a sentence, not a trace."""
    made = path.exists()
    try:
        yield
    except (sqlite3.Error, DBAPIError) as error:
        trouble = trouble_of(error, path, made)
        if trouble is None:
            raise
        raise WrongDatabase(told.not_opened(path, trouble)) from error
    except OSError as error:
        trouble = Trouble.FULL if error.errno == 28 else Trouble.FAILING
        raise WrongDatabase(told.not_opened(path, trouble)) from error


def remember(path: Path) -> None:
    """Note beside a database that there is one, so that it is missed when it is gone."""
    with suppress(OSError):
        witness(path).write_text(f"{datetime.now(UTC):%Y-%m-%d %H:%M:%S}Z revision {head()}\n")


def set_aside(path: Path) -> Path | None:
    """Move a database and what belongs to it out of the way, and say where to; None where nothing was there."""
    aside = path.with_name(f"{path.name}.aside-{datetime.now(UTC):%Y-%m-%d-%H%M%S}")
    for suffix in SIDE_FILES:
        file = path.with_name(path.name + suffix)
        if file.exists():
            file.rename(aside.with_name(aside.name + suffix))
    return aside if aside.exists() else None

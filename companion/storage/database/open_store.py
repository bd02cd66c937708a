"""A database is locked, looked at, made or brought up to date, and only then trusted."""

import errno
import logging
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlalchemy.exc import DBAPIError

from companion.storage.backup.sqlite_copy import NoCopy, connect, give_name, numbered, remove, sync
from companion.storage.database import lock, messages, permissions
from companion.storage.database.engines import WrongDatabase, migrate, open_file
from companion.storage.database.errors import Trouble, trouble_of, writable
from companion.storage.database.file_identity import Watch
from companion.storage.database.inspection import Condition, State, cut_off, head, inspect, witness
from companion.storage.players.players import catch_up
from companion.storage.store import Store

log = logging.getLogger("companion")
SIDE_FILES = ("", "-journal", "-wal", "-shm", ".known")
OF_ERRNO = {
    errno.ENOSPC: Trouble.FULL,
    errno.EDQUOT: Trouble.FULL,
    errno.EROFS: Trouble.READ_ONLY,
    errno.EACCES: Trouble.READ_ONLY,
    errno.EPERM: Trouble.READ_ONLY,
}


def open_store(path: Path, who: str) -> Store:
    """The matches kept at that path; InUse where another program has them, WrongDatabase with what to do else."""
    permissions.keep(path.parent)
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
        tidy(path)
    else:
        log.warning("%s", messages.notice(condition))
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
        raise WrongDatabase(messages.refused(path, condition))
    return condition


def bring_up_to_date(path: Path) -> None:
    """Migrate a database in its place."""
    engine = open_file(path, "rwc")
    try:
        migrate(engine)
    finally:
        engine.dispose()


def make(path: Path) -> None:
    """A new database, empty and up to date."""
    with in_its_place(path) as beside:
        bring_up_to_date(beside)


@contextmanager
def in_its_place(path: Path) -> Iterator[Path]:
    """Where a new database is made, beside its place: it is moved there once it is whole and on the disk.

    Whoever is killed within leaves none; what they left beside is removed by the next."""
    beside = path.with_name(f"{path.name}.new")
    remove(beside)
    try:
        yield beside
        sync(beside)
        give_name(beside, path)
        sync(path.parent)
    finally:
        remove(beside)


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
    except NoCopy as error:  # of what was there before
        raise WrongDatabase(error.why) from error
    except (sqlite3.Error, DBAPIError) as error:
        trouble = trouble_of(error, path, made)
        if trouble is None:
            raise
        raise WrongDatabase(messages.not_opened(path, trouble)) from error
    except OSError as error:
        raise WrongDatabase(messages.not_opened(path, OF_ERRNO.get(error.errno or 0, Trouble.FAILING))) from error


def remember(path: Path) -> None:
    """Note beside a database that there is one, so that it is missed when it is gone."""
    with suppress(OSError):
        witness(path).write_text(f"{datetime.now(UTC):%Y-%m-%d %H:%M:%S}Z revision {head()}\n")


def set_aside(path: Path) -> Path | None:
    """Move a database and what belongs to it out of the way, and say where to; None where nothing was there."""
    aside = unused(path, "aside")
    for file, name in zip(with_side_files(path), with_side_files(aside), strict=True):
        if os.path.lexists(file):
            file.rename(name)  # nobody else makes names here: whoever does has the lock
    sync(path.parent)
    return aside if os.path.lexists(aside) else None


def tidy(path: Path) -> None:
    """Remove what programs that were killed left beside a database: half-made files, and other names of it."""
    with suppress(OSError):
        for half in path.parent.glob(f".{path.name}*.part*"):
            half.unlink()
        for kept in path.parent.glob(f"{path.name}.replaced-*"):
            if kept.samefile(path):
                kept.unlink()


def unused(path: Path, why: str) -> Path:
    """A name beside a database under which nothing lies yet, nor what belongs to one; it tells when, and why."""
    stamped = path.with_name(f"{path.name}.{why}-{datetime.now(UTC):%Y-%m-%d-%H%M%S}")
    return next(name for name in numbered(stamped) if not any(map(os.path.lexists, with_side_files(name))))


def with_side_files(path: Path) -> list[Path]:
    """A database and all that may belong to it."""
    return [path.with_name(path.name + suffix) for suffix in SIDE_FILES]

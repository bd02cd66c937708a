"""Opening a store: the database is locked, inspected, created or migrated if necessary, and only then used."""

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
from companion.storage.database import file_identity, lock, messages
from companion.storage.database.engines import WrongDatabase, migrate, open_file
from companion.storage.database.errors import Trouble, trouble_of, writable
from companion.storage.database.file_identity import FileWatch
from companion.storage.database.inspection import Condition, State, cut_off, head, inspect, witness
from companion.storage.results import catch_up
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
    """Open the store of a database file.

    Raises: InUse if another program has it locked; WrongDatabase, with advice, if it cannot be opened."""
    file_identity.secure_folder(path.parent)
    held = lock.acquire(path, who)
    condition = prepared(path)
    if condition.state is State.DAMAGED:
        folder = TemporaryDirectory(prefix="companion-")
        engine = open_file(reindexed(path, Path(folder.name)), "ro")
        store = Store(engine, FileWatch(path, condition), (held, folder))
    else:
        store = Store(open_file(path), FileWatch(path, condition), held)
    if condition.state is State.SOUND and condition.writable:
        with readable_errors(path):
            migrate(store.engine)
            catch_up(store)
        remember(path)
        tidy(path)
    else:
        log.warning("%s", file_identity.notice(condition))
    return store


def reindexed(path: Path, folder: Path) -> Path:
    """Return the path of a reindexed copy of a damaged database, since a damaged index hides rows that are there.

    Return the file itself if its tables are damaged too, so that no index can be built."""
    copy = folder / path.name
    try:
        with closing(connect(path, "ro")) as damaged, closing(sqlite3.connect(copy)) as shown:
            damaged.backup(shown)
            shown.execute("REINDEX")
    except (sqlite3.Error, OSError):
        return path
    return copy


def prepared(path: Path) -> Condition:
    """Return the condition of a database, created or migrated if necessary.

    Raises: WrongDatabase if it cannot be shown."""
    condition = inspect(path)
    if condition.state is State.WAL:
        leave_wal(path)
        condition = inspect(path)
    if condition.state in (State.NEW, State.OLDER) and writable(path):
        with readable_errors(path):
            create_database(path) if condition.state is State.NEW else bring_up_to_date(path)
        condition = inspect(path)
    only_shown = condition.state is State.DAMAGED or not condition.writable
    if not condition.shown or (only_shown and cut_off(path)):
        raise WrongDatabase(messages.why_refused(path, condition))
    return condition


def bring_up_to_date(path: Path) -> None:
    """Migrate a database in its place."""
    engine = open_file(path, "rwc")
    try:
        migrate(engine)
    finally:
        engine.dispose()


def create_database(path: Path) -> None:
    """Create a new database, empty and up to date."""
    with in_its_place(path) as beside:
        bring_up_to_date(beside)


@contextmanager
def in_its_place(path: Path) -> Iterator[Path]:
    """Yield a path beside the target for a new database; it is moved there once it is complete and synced.

    A program that is killed in the block creates no database; the next one removes its remains."""
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
    """Switch a database back from the write-ahead mode another program left it in; that program must have closed it."""
    with suppress(sqlite3.Error), closing(sqlite3.connect(path, timeout=1)) as connection:
        connection.execute("PRAGMA journal_mode = delete")


@contextmanager
def readable_errors(path: Path) -> Iterator[None]:
    """Raise WrongDatabase, with a readable message, for a database or file error in the block."""
    made = path.exists()
    try:
        yield
    except NoCopy as error:  # of the copy before a migration
        raise WrongDatabase(error.why) from error
    except (sqlite3.Error, DBAPIError) as error:
        trouble = trouble_of(error, path, made)
        if trouble is None:
            raise
        raise WrongDatabase(messages.not_opened(path, trouble)) from error
    except OSError as error:
        raise WrongDatabase(messages.not_opened(path, OF_ERRNO.get(error.errno or 0, Trouble.FAILING))) from error


def remember(path: Path) -> None:
    """Write a witness file beside a database, so that its later disappearance is noticed."""
    with suppress(OSError):
        witness(path).write_text(f"{datetime.now(UTC):%Y-%m-%d %H:%M:%S}Z revision {head()}\n")


def set_aside(path: Path) -> Path | None:
    """Rename a database with its side files, and return its new path; None if there was none."""
    aside = unused(path, "aside")
    for file, name in zip(with_side_files(path), with_side_files(aside), strict=True):
        if os.path.lexists(file):
            file.rename(name)  # no race: only the holder of the lock makes names here
    sync(path.parent)
    return aside if os.path.lexists(aside) else None


def tidy(path: Path) -> None:
    """Remove the remains of killed programs beside a database: half-made files, and other hard links to it."""
    with suppress(OSError):
        for half in path.parent.glob(f".{path.name}*.part*"):
            half.unlink()
        for kept in path.parent.glob(f"{path.name}.replaced-*"):
            if kept.samefile(path):
                kept.unlink()


def unused(path: Path, why: str) -> Path:
    """Return a free name beside a database, for it and its side files, with the time and the reason in it."""
    stamped = path.with_name(f"{path.name}.{why}-{datetime.now(UTC):%Y-%m-%d-%H%M%S}")
    return next(name for name in numbered(stamped) if not any(map(os.path.lexists, with_side_files(name))))


def with_side_files(path: Path) -> list[Path]:
    """Return the paths of a database and all its possible side files."""
    return [path.with_name(path.name + suffix) for suffix in SIDE_FILES]

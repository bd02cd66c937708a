"""Consistent copies of a SQLite file, also while it is written, and crash-safe creation of files."""

import errno
import os
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from functools import partial
from itertools import chain, count
from pathlib import Path
from urllib.parse import quote

from companion.rules.text import N_
from companion.storage.database.errors import Unusable, reason_of

LOCK_TIMEOUT = 5  # seconds to wait for another program's lock
UNSYNCABLE = (errno.EINVAL, errno.EBADF, errno.ENOSYS, errno.EOPNOTSUPP)  # of folders, on SMB for one


def copy_database(source: Path, target: Path) -> None:
    """Copy a SQLite file, with everything acknowledged before, to a new name. Raises Unusable with the reason."""
    with new_file(target) as part:
        copy_pages(source, part)


def copy_pages(source: Path, copy: Path) -> None:
    """Copy a SQLite file into an empty one. Raises Unusable with the reason.

    SQLite makes the copy: a copy of the bytes would be torn if another program wrote meanwhile."""
    try:
        with closing(connect(source)) as held, closing(sqlite3.connect(copy)) as filled:
            filled.execute("PRAGMA synchronous = OFF")  # one sync at the end keeps the lock on the source short
            held.backup(filled)
            filled.execute("PRAGMA journal_mode = DELETE")
    except sqlite3.Error as error:
        raise Unusable(N_("{file} cannot be copied: {error}"), file=source, error=reason_of(error)) from error


def unwritable(target: Path, error: OSError) -> Unusable:
    """Return the error for a file that cannot be written."""
    return Unusable(N_("{file} cannot be written: {error}"), file=target, error=reason_of(error))


def free_name(target: Path, ending: str = "") -> Path:
    """Return the first name that no file has: "evening.db", "evening-2.db", … where the ending is ".db"."""
    start = target.name.removesuffix(ending)
    names = chain([target], (target.with_name(f"{start}-{number}{ending}") for number in count(2)))
    return next(name for name in names if not os.path.lexists(name))


@contextmanager
def new_file(target: Path) -> Iterator[Path]:
    """Yield a temporary file, readable by its owner only, which is renamed to the target once it is synced.

    Raises: Unusable if another file has that name, or if none can be made there."""
    part = None
    try:
        handle, made = tempfile.mkstemp(prefix=f".{target.name[:40]}-", suffix=".part", dir=target.parent)
        part = Path(made)
        os.close(handle)
        yield part
        sync(part)
        give_name(part, target)
        try:
            sync(target.parent)
        except OSError:  # what is reported as not made is not there
            remove(target)
            raise
    except FileExistsError as error:
        raise Unusable(N_("{file} already exists and is not overwritten"), file=target) from error
    except OSError as error:
        raise unwritable(target, error) from error
    finally:
        if part:
            remove(part)


def give_name(file: Path, name: Path) -> None:
    """Rename a file without overwriting. Raises FileExistsError if another has that name."""
    try:
        os.link(file, name)
    except FileExistsError:
        raise
    except OSError as error:  # a file system without hard links
        if os.path.lexists(name):
            raise FileExistsError(error.errno, error.strerror, str(name)) from error
        os.rename(file, name)
    else:
        file.unlink()


def remove(file: Path) -> None:
    """Remove a file and its journal, if they exist and can be removed."""
    for path in (file, journal(file)):
        with suppress(OSError):
            path.unlink(missing_ok=True)


def journal(path: Path) -> Path:
    """Return the path of SQLite's rollback journal of a file."""
    return path.with_name(f"{path.name}-journal")


def connect(file: Path, mode: str = "rw") -> sqlite3.Connection:
    """Connect to an existing SQLite file; a missing one is not created."""
    where = f"file:{quote(str(file.resolve()))}?mode={mode}"
    made = sqlite3.connect(where, uri=True, timeout=LOCK_TIMEOUT, check_same_thread=False)
    made.text_factory = partial(str, encoding="utf-8", errors="replace")  # a damaged text stops no reader
    return made


def sync(path: Path) -> bool:
    """Sync a file, or the names in a folder, to the disk; return False for a folder that cannot be synced.

    SQLite goes on there too."""
    if path.is_dir() and os.name == "nt":  # Windows opens no folders
        return True
    handle = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
    try:
        os.fsync(handle)
    except OSError as error:
        if path.is_dir() and error.errno in UNSYNCABLE:
            return False
        raise
    finally:
        os.close(handle)
    return True

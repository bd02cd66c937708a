"""A copy of a database that is whole at any moment, also while it is written, and looked at before it is trusted."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from urllib.parse import quote

from companion.rules.text import N_, Text, Worded

PATIENCE = 5  # seconds that another program may take with the file


class NoCopy(Worded):
    """A copy that cannot be made or cannot be trusted; the words say why."""


def copy_database(source: Path, target: Path) -> None:
    """Copy a SQLite file, all that was acknowledged before, under a name that is not there yet; NoCopy says why not.

    SQLite copies it itself: a copy of the bytes, made while somebody writes, is torn."""
    refuse_taken(target)
    with new_file(target) as part:
        try:
            with closing(connect(source)) as held, closing(sqlite3.connect(part)) as copy:
                copy.execute("PRAGMA synchronous = OFF")  # one sync at the end keeps the lock on the source short
                held.backup(copy)
                copy.execute("PRAGMA journal_mode = DELETE")
        except sqlite3.Error as error:
            raise NoCopy(Text(N_("{file} cannot be copied: {error}"), file=source, error=error)) from error


def refuse_taken(target: Path) -> None:
    """NoCopy where a file lies there."""
    if target.exists():
        raise NoCopy(Text(N_("{file} is there already; nothing is written over it"), file=target))


@contextmanager
def new_file(target: Path) -> Iterator[Path]:
    """A file only its owner reads, written under another name and given its own when all of it is on the disk."""
    part = target.with_name(f".{target.name}.part")
    try:
        part.unlink(missing_ok=True)
        os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        yield part
        sync(part)
        refuse_taken(target)
        part.rename(target)
        sync(target.parent)
    except OSError as error:
        raise NoCopy(Text(N_("{file} cannot be written: {error}"), file=target, error=error.strerror)) from error
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)


def connect(file: Path, mode: str = "rw") -> sqlite3.Connection:
    """A connection to a file that is there; it is not made where it is missing."""
    return sqlite3.connect(
        f"file:{quote(str(file.resolve()))}?mode={mode}", uri=True, timeout=PATIENCE, check_same_thread=False
    )


def sync(path: Path) -> None:
    """Wait until a file, or the names in a folder, are on the disk."""
    if path.is_dir() and os.name == "nt":  # Windows opens no folders
        return
    handle = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)

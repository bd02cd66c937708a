"""A copy of a database that is whole at any moment, also while it is written, and looked at before it is trusted."""

import os
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from itertools import count
from pathlib import Path
from urllib.parse import quote

from companion.rules.text import N_, Text, Worded
from companion.storage.database.errors import reason_of

PATIENCE = 5  # seconds that another program may take with the file


class NoCopy(Worded):
    """A copy that cannot be made or cannot be trusted; the words say why."""


class Taken(NoCopy):
    """A file lies where a new one should go."""


def copy_database(source: Path, target: Path) -> None:
    """Copy a SQLite file, all that was acknowledged before, under a name that is not there yet; NoCopy says why not."""
    with new_file(target) as part:
        copy_pages(source, part)


def copy_pages(source: Path, copy: Path) -> None:
    """Copy a SQLite file into one that is empty; NoCopy says why not.

    SQLite copies it itself: a copy of the bytes, made while somebody writes, is torn."""
    try:
        with closing(connect(source)) as held, closing(sqlite3.connect(copy)) as filled:
            filled.execute("PRAGMA synchronous = OFF")  # one sync at the end keeps the lock on the source short
            held.backup(filled)
            filled.execute("PRAGMA journal_mode = DELETE")
    except sqlite3.Error as error:
        raise NoCopy(Text(N_("{file} cannot be copied: {error}"), file=source, error=reason_of(error))) from error


def refuse_taken(target: Path) -> None:
    """Taken where a file lies there, NoCopy where none can."""
    try:
        target.lstat()
    except FileNotFoundError:
        return
    except OSError as error:
        raise unwritable(target, error) from error
    raise taken(target)


def taken(target: Path) -> Taken:
    """The refusal to write over a file."""
    return Taken(Text(N_("{file} is there already; nothing is written over it"), file=target))


def unwritable(target: Path, error: OSError) -> NoCopy:
    """Why a file cannot be written."""
    return NoCopy(Text(N_("{file} cannot be written: {error}"), file=target, error=reason_of(error)))


def numbered(target: Path, ending: str = "") -> Iterator[Path]:
    """Names that a file may have, its own first: "evening.db", "evening-2.db", … where the ending is ".db"."""
    yield target
    start = target.name.removesuffix(ending)
    yield from (target.with_name(f"{start}-{number}{ending}") for number in count(2))


@contextmanager
def new_file(target: Path) -> Iterator[Path]:
    """A file only its owner reads, written under another name and given its own when all of it is on the disk.

    Taken where another file has that name by then."""
    refuse_taken(target)
    part = None
    try:
        handle, made = tempfile.mkstemp(prefix=f".{target.name[:40]}-", suffix=".part", dir=target.parent)
        part = Path(made)
        os.close(handle)
        yield part
        sync(part)
        give_name(part, target)
        sync(target.parent)
    except FileExistsError as error:
        raise taken(target) from error
    except OSError as error:
        raise unwritable(target, error) from error
    finally:
        if part:
            remove(part)


def give_name(file: Path, name: Path) -> None:
    """Rename a file; FileExistsError where another has that name, for nothing is ever written over it."""
    try:
        os.link(file, name)
    except FileExistsError:
        raise
    except OSError as error:  # a disk that knows no second name for a file
        if os.path.lexists(name):
            raise FileExistsError(error.errno, error.strerror, str(name)) from error
        os.rename(file, name)
    else:
        file.unlink()


def remove(file: Path) -> None:
    """Remove a file and the journal beside it, as far as they are there and can be removed."""
    for path in (file, journal(file)):
        with suppress(OSError):
            path.unlink(missing_ok=True)


def journal(path: Path) -> Path:
    """Where SQLite notes what it is about to change."""
    return path.with_name(f"{path.name}-journal")


def connect(file: Path, mode: str = "rw") -> sqlite3.Connection:
    """A connection to a file that is there; it is not made where it is missing."""
    where = f"file:{quote(str(file.resolve()))}?mode={mode}"
    made = sqlite3.connect(where, uri=True, timeout=PATIENCE, check_same_thread=False)
    made.text_factory = text_of
    return made


def text_of(kept: bytes) -> str:
    """A text as SQLite keeps it; a byte that is no UTF-8 shows as �, and breaks the seals over what it is in."""
    return kept.decode("utf-8", "replace")


def sync(path: Path) -> None:
    """Wait until a file, or the names in a folder, are on the disk."""
    if path.is_dir() and os.name == "nt":  # Windows opens no folders
        return
    handle = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)

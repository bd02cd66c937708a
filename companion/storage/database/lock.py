"""Exclusive use of a database file: a lock file beside it, and a watch for programs that change it all the same."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from datetime import datetime
from pathlib import Path

from filelock import BaseFileLock, FileLock, Timeout

from companion.rules.text import N_, Clauses, Text
from companion.storage.backup.sqlite_copy import connect
from companion.storage.database.errors import Trouble, Unusable, Unwritable, damage_in, trouble_of

ANOTHER = Text(N_("another companion"))


@contextmanager
def holding(database: Path, who: str) -> Iterator[None]:
    """Hold the lock of a database for the length of the block. Raises Unusable if another program has it."""
    held = acquire(database, who)
    try:
        yield
    finally:
        if held:
            held.release()


def acquire(database: Path, who: str) -> BaseFileLock | None:
    """Acquire the lock of a database, held while the returned object lives; None if no lock file can be written.

    A process may acquire it several times: it is one lock. The first to acquire it signs the file. The file is not
    removed afterwards, because the next holder may already have opened it. The database, and what the process
    writes from then on, is private to its user. Raises: Unusable if another program holds the lock."""
    os.umask(0o077)
    database.parent.mkdir(parents=True, exist_ok=True)
    with suppress(OSError):  # none yet, or one of another user
        database.chmod(database.stat().st_mode & 0o700)
    path = database.with_name(f"{database.name}.lock")
    lock = FileLock(path, blocking=False, is_singleton=True, thread_local=False)
    first = not lock.is_locked
    try:
        lock.acquire()
    except Timeout as error:
        used = Text(N_("{file} is in use by {holder}"), file=database, holder=holder(path))
        raise Unusable(Clauses([used, Text(N_("stop it first"))])) from error
    except OSError:  # read-only media or a full disk: no program can write there, and scores can still be read
        return None
    if first:
        with suppress(OSError):
            path.write_text(signature(who))
    return lock


def signature(who: str) -> str:
    """Return the line that names the holder of the lock, its process and the time, alike in every language."""
    return f"{who} (PID {os.getpid()}, {datetime.now():%Y-%m-%d %H:%M})\n"


def holder(path: Path) -> str | Text:
    """Return the holder of the lock by its signature."""
    try:
        return path.read_bytes()[:1000].decode(errors="replace").strip() or ANOTHER
    except OSError:  # Windows keeps a locked file from being read
        return ANOTHER


FileState = tuple[int, int, int, int]  # device and number of a file, its size, and the time of its change in ns


def state_of(path: Path) -> FileState | None:
    """Return the present state of a file; None if it is missing."""
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns


class FileWatch:
    """Watch over an open file: writes into a deleted or replaced one would be lost, and others may have damaged it."""

    def __init__(self, path: Path):
        self.path = path
        self.renew()

    def renew(self) -> None:
        """Start to watch the file that is there now."""
        self._seen = self._opened = state_of(self.path)

    def check(self) -> FileState:
        """Return the present state of the file. Raises Unwritable if it is gone or replaced."""
        now = state_of(self.path)
        if now is None:
            raise Unwritable(Trouble.GONE)
        if self._opened is None or now[:2] != self._opened[:2]:
            raise Unwritable(Trouble.REPLACED)
        return now

    def before_write(self) -> bool:
        """Return whether another program has changed the file since the last write, and left it sound.

        Raises: Unwritable if the file may not be written."""
        now = self.check()
        if now == self._seen:
            return False
        try:
            with closing(connect(self.path, "ro")) as connection:
                damage = damage_in(connection)
        except sqlite3.Error as error:
            raise Unwritable(trouble_of(error, self.path) or Trouble.DAMAGED) from error
        if damage:
            raise Unwritable(Trouble.DAMAGED)
        self._seen = now
        return True

    def after_write(self) -> None:
        """Record the file's state after a write of this program. Raises Unwritable if the file is gone or replaced."""
        self._seen = self.check()

    def distrust(self) -> None:
        """Schedule a check of the whole file before the next write, because damage was found."""
        self._seen = None

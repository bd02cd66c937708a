"""What keeps a database from being read or written, told from what SQLite answers and from the file itself."""

import os
import shutil
import sqlite3
from enum import Enum
from pathlib import Path

from sqlalchemy.exc import DBAPIError

FULL_BELOW = 64 * 1024  # bytes: with less than that, a file that cannot be made or written has no room


class Trouble(Enum):
    """Why a database cannot be read or written."""

    FULL = "full"
    READ_ONLY = "read-only"
    LOCKED = "locked"
    GONE = "gone"
    REPLACED = "replaced"
    DAMAGED = "damaged"
    FAILING = "failing"

    @property
    def passes(self) -> bool:
        """Whether trying again in a moment may help, without anybody doing anything."""
        return self in (Trouble.LOCKED, Trouble.FAILING)


class Unwritable(Exception):
    """Nothing can be written, or was not, because of this trouble."""

    def __init__(self, trouble: Trouble):
        super().__init__(trouble.value)
        self.trouble = trouble


ANSWERS = {
    sqlite3.SQLITE_FULL: Trouble.FULL,
    sqlite3.SQLITE_READONLY: Trouble.READ_ONLY,
    sqlite3.SQLITE_BUSY: Trouble.LOCKED,
    sqlite3.SQLITE_LOCKED: Trouble.LOCKED,
    sqlite3.SQLITE_CORRUPT: Trouble.DAMAGED,
    sqlite3.SQLITE_NOTADB: Trouble.DAMAGED,
}


def trouble_of(error: BaseException, path: Path | None = None, made: bool = True) -> Trouble | None:
    """What SQLite complains of; None where it is no complaint about the database but about what was asked of it.

    Where the database was not made yet, that there is none is no trouble."""
    cause = error.orig if isinstance(error, DBAPIError) else error
    code = getattr(cause, "sqlite_errorcode", None)
    if code is None:
        return None
    if path and made and not path.exists():
        return Trouble.GONE
    primary = code & 0xFF
    if primary in (sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM):
        return of_the_place(path) if path else Trouble.FAILING
    return ANSWERS.get(primary)


def of_the_place(path: Path) -> Trouble:
    """Why a file there could not be written or opened, as far as its place tells."""
    if not writable(path):
        return Trouble.READ_ONLY
    return Trouble.FULL if shutil.disk_usage(path.parent).free < FULL_BELOW else Trouble.FAILING


def writable(path: Path) -> bool:
    """Whether a database there can be written: the file, and its folder, where the journal is made."""
    return os.access(path.parent, os.W_OK) and (not path.exists() or os.access(path, os.W_OK))

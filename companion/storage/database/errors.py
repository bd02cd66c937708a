"""Classification of database errors, by error code and, for a file, by its state on disk."""

import errno
import os
import shutil
import sqlite3
from enum import Enum
from pathlib import Path

from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError, TimeoutError

from companion.rules.text import N_, Sayable, Text

FULL_BELOW = 64 * 1024  # bytes of free space below which a failed write counts as a full disk


class Trouble(Enum):
    """Reasons why a database cannot be read or written."""

    FULL = "full"
    READ_ONLY = "read-only"
    LOCKED = "locked"
    GONE = "gone"
    REPLACED = "replaced"
    DAMAGED = "damaged"
    FAILING = "failing"
    SILENT = "silent"  # the server does not answer, or refuses connections
    UNCONFIRMED = "unconfirmed"  # the connection broke during a commit, so its outcome is unknown

    @property
    def passes(self) -> bool:
        """True if trying again in a moment may help without any intervention."""
        return self in (Trouble.LOCKED, Trouble.FAILING, Trouble.SILENT, Trouble.UNCONFIRMED)


class Unwritable(Exception):
    """The database cannot be written, or was not, for this reason."""

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
OF_SERVERS = {  # by prefix of PostgreSQL's SQLSTATE, the longest first
    "53100": Trouble.FULL,
    "25006": Trouble.READ_ONLY,
    "55P03": Trouble.LOCKED,
    "57014": Trouble.LOCKED,
    "53300": Trouble.SILENT,
    "57P": Trouble.SILENT,
    "08": Trouble.SILENT,
    "53": Trouble.FAILING,
    "58": Trouble.FAILING,
    "XX": Trouble.FAILING,
}


REASONS = {  # short reasons, shown after the name of a file
    Trouble.FULL: N_("the disk is full"),
    Trouble.READ_ONLY: N_("it is not writable"),
    Trouble.LOCKED: N_("another program is using it"),
    Trouble.GONE: N_("it does not exist"),
    Trouble.DAMAGED: N_("it is damaged"),
    Trouble.FAILING: N_("its disk is failing"),
    Trouble.SILENT: N_("the database server does not answer"),
}
OF_FILES = {  # short reasons by errno
    errno.ENOSPC: REASONS[Trouble.FULL],
    errno.EDQUOT: REASONS[Trouble.FULL],
    errno.EROFS: REASONS[Trouble.READ_ONLY],
    errno.EACCES: N_("you do not have permission"),
    errno.EPERM: N_("you do not have permission"),
    errno.ENOENT: REASONS[Trouble.GONE],
    errno.EEXIST: N_("it already exists"),
    errno.ENOTDIR: N_("part of its path is a file, not a folder"),
    errno.EISDIR: N_("it is a folder"),
    errno.ENAMETOOLONG: N_("its name is too long"),
    errno.EIO: REASONS[Trouble.FAILING],
}


def reason_of(error: BaseException) -> Sayable | str:
    """Return a short reason why a file or database could not be read or written; the system's own if we have none."""
    if isinstance(error, OSError):
        message = OF_FILES.get(error.errno or 0)
        return Text(message) if message else error.strerror or str(error)
    code = getattr(getattr(error, "orig", error), "sqlite_errorcode", 0)
    if code & 0xFF in (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM):
        return Text(N_("it cannot be opened"))
    trouble = trouble_of(error)
    return Text(REASONS[trouble]) if trouble in REASONS else str(getattr(error, "orig", None) or error)


def trouble_of(error: BaseException, path: Path | None = None, made: bool = True) -> Trouble | None:
    """Classify a database error; None if it is about the query and not about the database.

    With `made` False, a missing file is no trouble: the database was not made yet."""
    cause = error.orig if isinstance(error, DBAPIError) else error
    code = getattr(cause, "sqlite_errorcode", None)
    if code is None:
        return of_a_server(error, cause)
    if path and made and not path.exists():
        return Trouble.GONE
    primary = code & 0xFF
    if primary in (sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM):
        return of_the_place(path) if path else Trouble.FAILING
    return ANSWERS.get(primary)


def of_the_place(path: Path) -> Trouble:
    """Classify a failure to open or write a file, by permissions and free space at its place."""
    if not writable(path):
        return Trouble.READ_ONLY
    return Trouble.FULL if shutil.disk_usage(path.parent).free < FULL_BELOW else Trouble.FAILING


def writable(path: Path) -> bool:
    """True if a database there can be written: both the file, and its folder for the journal."""
    return os.access(path.parent, os.W_OK) and (not path.exists() or os.access(path, os.W_OK))


def of_a_server(error: BaseException, cause: BaseException | None) -> Trouble | None:
    """Classify an error of a database server or of the connection to it; without SQLSTATE the connection broke."""
    if isinstance(error, TimeoutError):  # every connection of the pool is in use
        return Trouble.SILENT
    if not hasattr(cause, "sqlstate"):
        return None
    state: str | None = getattr(cause, "sqlstate", None)
    if state is None:
        return Trouble.SILENT if isinstance(error, OperationalError | InterfaceError) else None
    return next((trouble for start, trouble in OF_SERVERS.items() if state.startswith(start)), None)

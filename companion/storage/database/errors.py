"""What keeps a database from being read or written, told from what it answers and, of a file, from the file itself."""

import errno
import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from enum import Enum
from pathlib import Path

from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError, TimeoutError

from companion.rules.text import N_, Sayable, Text

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
    SILENT = "silent"  # the server does not answer, or does not let anybody in
    UNCONFIRMED = "unconfirmed"  # it was asked to keep something, and its answer never came

    @property
    def passes(self) -> bool:
        """Whether trying again in a moment may help, without anybody doing anything."""
        return self in (Trouble.LOCKED, Trouble.FAILING, Trouble.SILENT, Trouble.UNCONFIRMED)


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
OF_SERVERS = {  # by how PostgreSQL's states begin, the longest first
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


REASONS = {  # in a few words, behind the name of a file
    Trouble.FULL: N_("the disk is full"),
    Trouble.READ_ONLY: N_("it may not be written"),
    Trouble.LOCKED: N_("another program holds it"),
    Trouble.GONE: N_("it is not there"),
    Trouble.DAMAGED: N_("it is damaged"),
    Trouble.FAILING: N_("its disk fails"),
    Trouble.SILENT: N_("the database server does not answer"),
}
OF_FILES = {  # what an operating system complains of
    errno.ENOSPC: REASONS[Trouble.FULL],
    errno.EDQUOT: REASONS[Trouble.FULL],
    errno.EROFS: REASONS[Trouble.READ_ONLY],
    errno.EACCES: N_("you have no right to it"),
    errno.EPERM: N_("you have no right to it"),
    errno.ENOENT: REASONS[Trouble.GONE],
    errno.EEXIST: N_("it is there already"),
    errno.ENOTDIR: N_("a folder of its path is a file"),
    errno.EISDIR: N_("it is a folder"),
    errno.ENAMETOOLONG: N_("its name is too long"),
    errno.EIO: REASONS[Trouble.FAILING],
}


def reason_of(error: BaseException) -> Sayable | str:
    """Why a file or a database could not be read or written, in a few words; those of the system where we have none."""
    if isinstance(error, OSError):
        message = OF_FILES.get(error.errno or 0)
        return Text(message) if message else error.strerror or str(error)
    code = getattr(getattr(error, "orig", error), "sqlite_errorcode", 0)
    if code & 0xFF in (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM):
        return Text(N_("it cannot be opened"))
    trouble = trouble_of(error)
    return Text(REASONS[trouble]) if trouble in REASONS else str(getattr(error, "orig", None) or error)


def trouble_of(error: BaseException, path: Path | None = None, made: bool = True) -> Trouble | None:
    """What a database complains of; None where it is no complaint about itself but about what was asked of it.

    Where the database was not made yet, that there is none is no trouble."""
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
    """Why a file there could not be written or opened, as far as its place tells."""
    if not writable(path):
        return Trouble.READ_ONLY
    return Trouble.FULL if shutil.disk_usage(path.parent).free < FULL_BELOW else Trouble.FAILING


def writable(path: Path) -> bool:
    """Whether a database there can be written: the file, and its folder, where the journal is made."""
    return os.access(path.parent, os.W_OK) and (not path.exists() or os.access(path, os.W_OK))


def of_a_server(error: BaseException, cause: BaseException | None) -> Trouble | None:
    """What a database server, or the way to it, suffers from; nothing said at all is a connection that broke."""
    if isinstance(error, TimeoutError):  # every connection is taken
        return Trouble.SILENT
    if not hasattr(cause, "sqlstate"):
        return None
    state: str | None = getattr(cause, "sqlstate", None)
    if state is None:
        return Trouble.SILENT if isinstance(error, OperationalError | InterfaceError) else None
    return next((trouble for start, trouble in OF_SERVERS.items() if state.startswith(start)), None)


@contextmanager
def confirmed() -> Iterator[None]:
    """What is kept within is kept for certain; Unwritable where the answer to that never came, so that nobody knows."""
    try:
        yield
    except DBAPIError as error:
        if trouble_of(error) is Trouble.SILENT:
            raise Unwritable(Trouble.UNCONFIRMED) from error
        raise

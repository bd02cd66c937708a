"""Trouble of a database: why it cannot be opened, read or written, by error code and by its place on disk, in words."""

import errno
import os
import sqlite3
from enum import Enum
from pathlib import Path
from tempfile import TemporaryFile

from sqlalchemy.exc import DBAPIError, InterfaceError, InternalError, OperationalError, TimeoutError

from companion.rules.text import N_, Clauses, Sayable, Text, Worded

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

PROBE = 64 * 1024  # bytes that a probe writes, to find out why a database cannot be written
SHOWN = 3  # most messages of an integrity check that are shown
LOCKLESS = (errno.ENOLCK, errno.ENOSYS, errno.EOPNOTSUPP)  # of a file system that has no locks
RESTORE = N_("restore a backup with “companion restore {file}”, or start over with “companion serve --new”")
AGAIN = N_("try again in a moment")


class Trouble(Enum):
    """Trouble of a database: what is wrong and what to do, as clauses for the terminal and for a page."""

    FULL = (N_("the disk is full"), N_("free some space"))
    READ_ONLY = (N_("the database cannot be written"), N_("make the file and its folder writable"))
    UNREADABLE = (N_("you may not read the database"), N_("make the file and its folder readable and writable"))
    NOT_YOURS = (
        N_("the database belongs to another user of this machine"),
        N_("start the companion as that user, or make its folder and files yours with “chown”"),
    )
    NO_LOCKS = (
        N_("the file system of the database has no locks, like some network drives"),
        N_("name a folder on a disk of this machine in COMPANION_INSTANCE"),
    )
    LOCKED = (N_("another program is using the database"), N_("close that program, or try again in a moment"))
    GONE = (N_("the database is missing"), RESTORE)
    REPLACED = (N_("the database was replaced by another file"), N_("stop the companion, and start it again"))
    DAMAGED = (N_("the database is damaged"), RESTORE)
    FOREIGN = (N_("it is no database of the companion"), N_("move it aside, or restore a backup"))
    NEWER = (N_("the database was written by a newer companion"), N_("use that one"))
    FAILING = (N_("its disk is failing"), N_("check the disk, and try again"))
    SILENT = (N_("the database server does not answer"), AGAIN)
    UNCONFIRMED = (N_("the connection to the database broke"), N_("try again: nothing will be saved twice"))

    @property
    def what(self) -> Text:
        """The trouble, as a clause."""
        return Text(self.value[0])

    def advice(self, backup: object = "FILE") -> Text:
        """Return what to do, as a clause."""
        return Text(self.value[1], file=backup)

    @property
    def passes(self) -> bool:
        """True if trying again in a moment may help without any intervention."""
        return self in (Trouble.LOCKED, Trouble.FAILING, Trouble.SILENT, Trouble.UNCONFIRMED)


class Unwritable(Exception):
    """The database cannot be written, or was not, for this reason."""

    def __init__(self, trouble: Trouble):
        super().__init__(trouble.name)
        self.trouble = trouble


class Unusable(Worded):
    """A database, a backup or an export cannot be used or made, or another program has it; the message says why."""


def unusable(place: object, trouble: Trouble, detail: object = "", backup: object = None) -> Unusable:
    """Return the error for a database that is not opened, with advice; `backup` is the file to restore, if known."""
    message = N_("{place}: {what} ({detail})") if detail else N_("{place}: {what}")
    return Unusable(
        Clauses([Text(message, place=place, what=trouble.what, detail=detail), trouble.advice(backup or "FILE")])
    )


SQLITE_TROUBLES = {  # by primary result code
    sqlite3.SQLITE_FULL: Trouble.FULL,
    sqlite3.SQLITE_READONLY: Trouble.READ_ONLY,
    sqlite3.SQLITE_BUSY: Trouble.LOCKED,
    sqlite3.SQLITE_LOCKED: Trouble.LOCKED,
    sqlite3.SQLITE_CORRUPT: Trouble.DAMAGED,
    sqlite3.SQLITE_NOTADB: Trouble.FOREIGN,
}
POSTGRES_TROUBLES = {  # by PostgreSQL's SQLSTATE
    "53100": Trouble.FULL,
    "25006": Trouble.READ_ONLY,
    "55P03": Trouble.LOCKED,
    "57014": Trouble.LOCKED,
}
FILE_REASONS = {  # by errno
    errno.ENOSPC: N_("the disk is full"),
    errno.EDQUOT: N_("your share of the disk is full"),
    errno.EROFS: N_("it cannot be written"),
    errno.EACCES: N_("you do not have permission"),
    errno.EPERM: N_("you do not have permission"),
    errno.ENOENT: N_("it does not exist"),
    errno.EEXIST: N_("it already exists"),
    errno.ENOTDIR: N_("part of its path is a file, not a folder"),
    errno.EISDIR: N_("it is a folder"),
    errno.ENAMETOOLONG: N_("its name is too long"),
    errno.EIO: N_("its disk is failing"),
}


def reason_of(error: BaseException) -> Sayable | str:
    """Return a short reason why a file or database could not be read or written; the system's own if we have none."""
    if isinstance(error, OSError):
        message = FILE_REASONS.get(error.errno or 0)
        if trouble_of(error) is Trouble.NOT_YOURS:
            message = N_("it, or its folder, belongs to another user of this machine")
        return Text(message) if message else error.strerror or str(error)
    trouble = trouble_of(error)
    return trouble.what if trouble else str(getattr(error, "orig", None) or error)


def trouble_of(error: BaseException, path: Path | None = None) -> Trouble | None:
    """Classify an error of a database or disk; None if it is about the query and not about the database."""
    cause = error.orig if isinstance(error, DBAPIError) else error
    if isinstance(error, OSError):
        return file_trouble(error, Path(error.filename) if isinstance(error.filename, str) else path)
    code = getattr(cause, "sqlite_errorcode", None)
    if code is None:
        return server_trouble(error, cause)
    primary = code & 0xFF
    if primary in (sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM):
        return place_trouble(path) if path else Trouble.FAILING
    if primary == sqlite3.SQLITE_BUSY and path and writing_trouble(path.parent) is Trouble.NO_LOCKS:
        return Trouble.NO_LOCKS
    theirs = access_trouble(path) if primary == sqlite3.SQLITE_READONLY and path else None
    return theirs or SQLITE_TROUBLES.get(primary)


def file_trouble(error: OSError, path: Path | None) -> Trouble:
    """Classify an error of a file."""
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return Trouble.FULL
    if error.errno in (errno.EACCES, errno.EPERM):
        return (access_trouble(path) if path else None) or Trouble.READ_ONLY
    return Trouble.READ_ONLY if error.errno == errno.EROFS else Trouble.FAILING


def place_trouble(path: Path) -> Trouble:
    """Classify a failure to open or write a file, by its place."""
    if os.path.isdir(path):
        return Trouble.FOREIGN
    return access_trouble(path) or writing_trouble(path.parent) or Trouble.FAILING


def access_trouble(path: Path) -> Trouble | None:
    """Return why a file or its folder may not be read or written; None if they may."""
    for place in (path, path.parent):
        if os.path.exists(place) and not os.access(place, os.R_OK | os.W_OK):
            theirs = hasattr(os, "geteuid") and os.geteuid() not in (0, os.stat(place).st_uid)
            closed = Trouble.READ_ONLY if os.access(place, os.R_OK) else Trouble.UNREADABLE
            return Trouble.NOT_YOURS if theirs else closed
    return None


def writing_trouble(folder: Path) -> Trouble | None:
    """Probe a folder: write and lock a file there; return the trouble, None if both succeed."""
    try:
        with TemporaryFile(dir=folder) as probe:
            probe.write(bytes(PROBE))
            probe.flush()
            os.fsync(probe.fileno())
            if fcntl:
                fcntl.lockf(probe, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        return Trouble.NO_LOCKS if error.errno in LOCKLESS else file_trouble(error, None)
    return None


def server_trouble(error: BaseException, cause: BaseException | None) -> Trouble | None:
    """Classify an error of a database server or of the connection to it."""
    if isinstance(error, TimeoutError):  # every connection of the pool is in use
        return Trouble.SILENT
    if not hasattr(cause, "sqlstate"):
        return None
    silent = isinstance(error, OperationalError | InterfaceError | InternalError)
    return POSTGRES_TROUBLES.get(getattr(cause, "sqlstate", None) or "", Trouble.SILENT if silent else None)


def damage_in(connection: sqlite3.Connection) -> Clauses:
    """Return SQLite's complaints about pages, indexes and references; empty if all is well.

    The full integrity check is used, because the quick check does not compare indexes with their tables."""
    told = (text for (text,) in connection.execute(f"PRAGMA integrity_check({SHOWN})") if text != "ok")
    said: list[Text | str] = [text.replace("\n", " ") for text in told]
    orphans = connection.execute("PRAGMA foreign_key_check")
    said += [Text(N_("a row of {table} belongs to no {other}"), table=row[0], other=row[2]) for row in orphans]
    return Clauses(said[:SHOWN])

"""Watch over the file of an open database, and the check of its contents by SQLite."""

import os
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from companion.rules.text import N_, Clauses, Text
from companion.storage.backup.sqlite_copy import connect
from companion.storage.database.errors import Trouble, Unwritable, trouble_of

SHOWN = 3  # most messages of an integrity check that are shown


class FileState(NamedTuple):
    """Identity of a file, its size and time of change."""

    device: int
    number: int
    size: int
    written: int  # modification time in ns


def state_of(path: Path) -> FileState | None:
    """Return the present state of a file; None if it is missing."""
    try:
        found = os.stat(path)
    except OSError:
        return None
    return FileState(found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns)


class FileWatch:
    """Watch over an open file: writes into a deleted or replaced one would be lost, and others may have damaged it."""

    def __init__(self, path: Path):
        self.path = path
        self.renew()

    def renew(self) -> None:
        """Watch the file that is there now."""
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
        """Record the state that this program's own write left. Raises Unwritable if the file is gone or replaced."""
        self._seen = self.check()

    def distrust(self) -> None:
        """Have the whole file checked before the next write, since damage was met in it."""
        self._seen = None


def damage_in(connection: sqlite3.Connection) -> Clauses:
    """Return SQLite's complaints about pages, indexes and references; empty if all is well.

    The full integrity check is used, because the quick check does not compare indexes with their tables."""
    told = (text for (text,) in connection.execute(f"PRAGMA integrity_check({SHOWN})") if text != "ok")
    said: list[Text | str] = [text.replace("\n", " ") for text in told]
    orphans = connection.execute("PRAGMA foreign_key_check")
    said += [Text(N_("a row of {table} belongs to no {other}"), table=row[0], other=row[2]) for row in orphans]
    return Clauses(said[:SHOWN])

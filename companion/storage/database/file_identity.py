"""Identity of the database file, checked before and after every write: is it still the one that was opened?"""

import os
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from companion.rules.text import Clauses
from companion.storage.backup.sqlite_copy import connect
from companion.storage.database.errors import Trouble, Unwritable, trouble_of, writable
from companion.storage.database.inspection import Condition, State, damage_in, detail_of


class FileIdentity(NamedTuple):
    """Identity of a file, with its size and time of change."""

    device: int
    number: int
    size: int
    written: int  # modification time in ns

    @classmethod
    def of(cls, path: Path) -> "FileIdentity | None":
        """Return the present identity of a file; None if it is missing."""
        try:
            found = os.stat(path)
        except OSError:
            return None
        return cls(found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns)


class FileWatch:
    """FileWatch over a database file that this program opened and that no other program should write."""

    def __init__(self, path: Path, condition: Condition):
        self.path = path
        self._condition = condition
        self._found = Clauses()  # damage found while serving, until a later check finds the file whole
        self._seen = FileIdentity.of(path)

    @property
    def condition(self) -> Condition:
        """The present condition of the file; its writability is checked again each time."""
        if self._found:
            return Condition(State.DAMAGED, self._found, self._condition.revision)
        return replace(self._condition, writable=writable(self.path))

    def before(self) -> bool:
        """Return whether another program has written the file and left it sound.

        Raises: Unwritable if it may not be written."""
        if self._condition.state is State.DAMAGED:
            raise Unwritable(Trouble.DAMAGED)
        now = self.there()
        if now == self._seen and not self._found:
            return False
        self.look_again()
        self._seen, self._found = now, Clauses()
        return True

    def after(self) -> None:
        """Record the file's state after this program's own write. Raises Unwritable if it is gone or replaced."""
        self._seen = self.there()

    def untouched(self) -> bool:
        """Return whether the file is as this program last wrote it. Raises Unwritable if it is gone or replaced."""
        return self.there() == self._seen

    def there(self) -> FileIdentity:
        """Return the present state of the file. Raises Unwritable if it is gone or replaced."""
        now = FileIdentity.of(self.path)
        if now is None:
            raise Unwritable(Trouble.GONE)
        if self._seen and now[:2] != self._seen[:2]:
            raise Unwritable(Trouble.REPLACED)
        return now

    def look_again(self) -> None:
        """Check the whole file. Raises Unwritable if it is damaged."""
        try:
            with closing(connect(self.path, "ro")) as connection:
                damage = damage_in(connection)
        except sqlite3.Error as error:
            if trouble_of(error) is not Trouble.DAMAGED:
                raise Unwritable(trouble_of(error, self.path) or Trouble.FAILING) from error
            damage = Clauses([detail_of(error)])
        if damage:
            self.found_damaged(damage)
            raise Unwritable(Trouble.DAMAGED)

    def found_damaged(self, detail: Clauses) -> None:
        """Record damage: the whole file is checked before the next write, as a failing disk looks like damage too."""
        self._found = detail

"""Whether the database file is still the one that was opened, looked at before and after every write."""

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


class Seen(NamedTuple):
    """What tells a file from another one, and from itself before it was written."""

    device: int
    number: int
    size: int
    written: int  # in ns

    @classmethod
    def of(cls, path: Path) -> "Seen | None":
        """What a file is now; None where there is none."""
        try:
            found = os.stat(path)
        except OSError:
            return None
        return cls(found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns)


class Watch:
    """A file as this program opened it and has written it since: nobody else has any business there."""

    def __init__(self, path: Path, condition: Condition):
        self.path = path
        self._condition = condition
        self._found = Clauses()  # damage that showed while it was served, until a later look finds the file whole
        self._seen = Seen.of(path)

    @property
    def condition(self) -> Condition:
        """How the file stands now; whether it can be written is asked anew."""
        if self._found:
            return Condition(State.DAMAGED, self._found, self._condition.revision)
        return replace(self._condition, writable=writable(self.path))

    def before(self) -> bool:
        """Whether another program has written the file and left it whole; Unwritable where nothing may be written."""
        if self._condition.state is State.DAMAGED:
            raise Unwritable(Trouble.DAMAGED)
        now = self.there()
        if now == self._seen and not self._found:
            return False
        self.look_again()
        self._seen, self._found = now, Clauses()
        return True

    def after(self) -> None:
        """Take the file as it is now for what this program wrote; Unwritable where it is no longer there."""
        self._seen = self.there()

    def untouched(self) -> bool:
        """Whether nobody else has written the file since this program did; Unwritable where it is gone or another."""
        return self.there() == self._seen

    def there(self) -> Seen:
        """The file as it is now; Unwritable where it is gone or another one."""
        now = Seen.of(self.path)
        if now is None:
            raise Unwritable(Trouble.GONE)
        if self._seen and now[:2] != self._seen[:2]:
            raise Unwritable(Trouble.REPLACED)
        return now

    def look_again(self) -> None:
        """Check the whole file; Unwritable where it is damaged."""
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
        """Before anything is written again, the whole file is looked at: a disk that fails looks like damage too."""
        self._found = detail

"""Permissions of the database file, its identity before and after every write, and the notice if it is only shown."""

import logging
import os
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from companion.rules.text import N_, Clauses, Text
from companion.storage.backup.sqlite_copy import connect
from companion.storage.database.errors import Trouble, Unwritable, trouble_of, writable
from companion.storage.database.inspection import Condition, State, damage_in, detail_of

DAMAGED = N_("The database is damaged ({detail}). What can still be read is shown; nothing can be saved.")
READ_ONLY = N_(
    "The database cannot be written, because its file or folder is read-only. You can look at everything, but save "
    "nothing."
)


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


def notice(condition: Condition) -> Text | None:
    """Return the notice to the host about a database that is only shown; None if all is well."""
    if condition.state is State.DAMAGED:
        return Text(DAMAGED, detail=condition.detail[0])  # the log has the others
    return None if condition.writable else Text(READ_ONLY)


log = logging.getLogger("companion")
OTHERS = 0o077  # permission bits of other users
OURS = ("companion*", "secret*", "backups", "backups/**/*")  # files of the companion in a shared folder


def secure_folder(folder: Path) -> None:
    """Make the folder if it is missing, and close it and our files in it to other users; warn of those it cannot close.

    Also set the umask, so that new files of this process are closed from the start."""
    os.umask(OTHERS)
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    if os.name == "nt":  # there a user's folders are closed to others by default
        return
    for path in (folder, *ours(folder)):
        if open_to_others(path) and not closed(path):
            log.warning("%s can be read by other users of this machine, and only its owner can change that.", path)


def ours(folder: Path) -> Iterator[Path]:
    """Yield the companion's files and folders there, without symbolic links."""
    for pattern in OURS:
        yield from (path for path in folder.glob(pattern) if not path.is_symlink())


def open_to_others(path: Path) -> bool:
    """True if other users have any permission on the file."""
    try:
        return bool(path.lstat().st_mode & OTHERS)
    except OSError:  # removed meanwhile, or in an unreadable folder
        return False


def closed(path: Path) -> bool:
    """Close the file to other users, and return whether that was possible; a shared folder like /tmp stays open."""
    mode = path.stat().st_mode
    if mode & stat.S_ISVTX or path.resolve() in (Path(os.path.expanduser("~")), Path(path.anchor)):
        return False
    try:
        path.chmod(stat.S_IMODE(mode) & ~OTHERS)
    except OSError:
        return False
    return True

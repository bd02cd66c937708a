"""Backups of an instance in the folder backups/ beside its database: schedule, making, checking, listing, retention."""

import logging
import re
import threading
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from pathlib import Path

from companion import clock
from companion.paths import DATABASE
from companion.rules.text import Sayable
from companion.storage.backup.sqlite_copy import copy_pages, free_name, new_file, unwritable
from companion.storage.database.errors import Unusable
from companion.storage.integrity import file_fault
from companion.storage.transfer.export import export
from companion.storage.transfer.lines import BadLine, read

FOLDER = "backups"
COPY, EXPORT = ".db", ".jsonl.gz"  # suffixes of a backup of a file, and of one of a server
STAMP = "%Y-%m-%d-%H%M%S"


class Kind(StrEnum):
    """Purpose of a backup, and prefix of its name. Only automatic ones are ever removed."""

    BY_HAND = "companion"
    AUTOMATIC = "auto"
    BEFORE_RESTORING = "before-restore"
    BEFORE_IMPORTING = "before-import"
    BEFORE_DELETING = "before-delete"


NAME = re.compile(rf"({'|'.join(Kind)})-(\d{{4}}-\d\d-\d\d-\d{{6}})(?:-(\d{{1,4}}))?")
SLACK = timedelta(minutes=5)  # tolerated difference between clocks
HALF_MADE = timedelta(hours=1)  # age from which an unfinished file counts as abandoned


@dataclass(frozen=True)
class Backup:
    """A backup file, its time of creation, and its kind."""

    path: Path
    at: datetime
    kind: Kind
    number: int = 1  # number among those of one second

    @property
    def automatic(self) -> bool:
        """True if it was made after a match or a booking, and may be removed."""
        return self.kind == Kind.AUTOMATIC


def back_up(instance: Path, to: Path | None = None, kind: Kind = Kind.BY_HAND, server: str = "") -> Path:
    """Make a backup and check it, by default in the folder of the instance; return it. Raises Unusable with the reason.

    `server` is the URL of a database on a server."""
    database = instance / DATABASE
    if not server and not database.is_file() and (gone := file_fault(database)):
        raise Unusable(gone)
    target = to or next_name(instance, kind, EXPORT if server else COPY)
    if server:
        export(server, target)
        return target
    with new_file(target) as part:
        copy_pages(database, part)
        if wrong := file_fault(part):
            raise Unusable(file_fault(database) or wrong)
    return target


def next_name(instance: Path, kind: Kind, ending: str = COPY) -> Path:
    """Return the path of the next backup. Raises Unusable if its folder cannot be made."""
    folder = instance / FOLDER
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise unwritable(folder, error) from error
    name = f"{kind}-{datetime.now(UTC).strftime(STAMP)}{ending}"
    return free_name(folder / name, ending)


def backups(instance: Path) -> list[Backup]:
    """Return the backups in the instance's own folder, newest first.

    Those from the future come last: the clock was wrong when they were made, so their time is unknown."""
    now = datetime.now(UTC) + SLACK
    there = found(instance / FOLDER)
    return sorted(there, key=lambda backup: (backup.at <= now, backup.at, backup.number), reverse=True)


def found(folder: Path) -> Iterator[Backup]:
    """Yield the files of a folder with a backup's name."""
    for path in (*folder.glob(f"*{COPY}"), *folder.glob(f"*{EXPORT}")):
        if named := NAME.fullmatch(path.name.partition(".")[0]):
            kind, stamp, number = named.groups()
            with suppress(ValueError):
                at = datetime.strptime(stamp, STAMP).replace(tzinfo=UTC)
                yield Backup(path, at, Kind(kind), int(number or 1))


def fault_of(backup: Path) -> Sayable | None:
    """Return the fault of a backup file; None if it is sound."""
    if not backup.name.endswith(EXPORT):
        return file_fault(backup)
    try:
        for _ in read(backup):
            pass
    except (BadLine, Unusable) as error:
        return error
    return None


def latest(instance: Path) -> Path | None:
    """Return the path of the newest backup; None before the first."""
    there = backups(instance)
    return there[0].path if there else None


def thin(instance: Path) -> None:
    """Remove surplus automatic backups, and unfinished files of killed programs."""
    for half in (instance / FOLDER).glob(".*.part*"):
        with suppress(OSError):
            if clock.earliest().timestamp() - half.stat().st_mtime > HALF_MADE.total_seconds():
                half.unlink()
    automatic = [backup for backup in backups(instance) if backup.automatic]
    staying = retained(backup.at for backup in automatic)
    for backup in automatic:
        if backup.at not in staying:
            backup.path.unlink(missing_ok=True)


PERIODS = (("%Y-%m-%d", 7), ("%G-%V", 4), ("%Y-%m", 12))  # days, weeks and months, and the number of each


def retained(times: Iterable[datetime]) -> set[datetime]:
    """Return the times whose backups are retained: the newest of each of 7 days, 4 weeks and 12 months."""
    found, oldest_first = set[datetime](), sorted(times)
    for period, many in PERIODS:
        newest = {at.strftime(period): at for at in oldest_first}  # a later one takes the place of its period
        found.update([*newest.values()][-many:])
    return found


HOUR = timedelta(hours=1)
log = logging.getLogger("companion")


class AutomaticBackups:
    """Automatic backups of one instance, one at a time in a background thread; failures are logged, not raised."""

    def __init__(self, instance: Path, server: str = ""):
        self.instance, self.server = instance, server
        self._failed: tuple[object, Path | None] = (None, None)  # reason of a failure, and the newest backup then
        self.one_at_a_time = threading.Lock()  # while held, no backup is made; a running one is finished first
        self._none_yet = not server and not backups(instance)  # the first backup proves that there was a database
        self._witness: Path | None = None  # that first backup; the hourly limit ignores it

    @property
    def failure(self) -> object:
        """The reason why the last backup failed; None if it did not, or if any process has made one since."""
        why, newest = self._failed
        return why if latest(self.instance) == newest else None

    @failure.setter
    def failure(self, why: object) -> None:
        """Record why the last backup failed; None: it did not."""
        self._failed = (why, latest(self.instance))

    def booked(self, ended: bool) -> None:
        """Start a backup in the background after a match `ended`, at most one an hour, and after the first booking."""
        first, self._none_yet = self._none_yet, False
        if ended or first:
            try:
                threading.Thread(target=self._make, args=(first,), name="backup", daemon=True).start()
            except RuntimeError as error:  # no thread can be started
                log.warning("no backup: %s", error)

    def _make(self, first: bool) -> None:
        with self.one_at_a_time:
            if not self._due():
                return
            try:
                made = back_up(self.instance, kind=Kind.AUTOMATIC, server=self.server)
                self._witness = made if first else None
                log.info("backup: %s", made)
                thin(self.instance)
                self.failure = None
            except Exception as error:  # no failure of a backup may stop a table
                if self._due():  # no other process has made one meanwhile
                    self.failure = error if str(error) else type(error).__name__
                    log.warning("no backup: %s", self.failure)

    def _due(self) -> bool:
        counting = [backup for backup in backups(self.instance) if backup.automatic and backup.path != self._witness]
        ages = [datetime.now(UTC) - backup.at for backup in counting]
        return not any(timedelta(0) <= age < HOUR for age in ages)  # one from the future: the clock was wrong

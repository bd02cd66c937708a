"""The backups of an instance, in the folder backups/ beside its database: made, looked at, found and thinned."""

import json
import re
import sqlite3
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from sqlalchemy.exc import DBAPIError

from companion.rules.text import N_, Clauses, Sayable, Text
from companion.storage.backup.pg_dump import dump, dump_fault
from companion.storage.backup.retention import kept
from companion.storage.backup.sqlite_copy import NoCopy, Taken, copy_pages, new_file, numbered, unwritable
from companion.storage.database.errors import reason_of
from companion.storage.doctor.integrity import file_faults, match_faults, rows_of
from companion.storage.doctor.stored_text import plain, sentence

FOLDER, DATABASE = "backups", "companion.db"
COPY, DUMP = ".db", ".dump"  # how the names end: of a file's backup, and of a server's
STAMP = "%Y-%m-%d-%H%M%S"
BY_HAND, AUTOMATIC = "companion", "auto"  # how the names begin; only automatic ones are ever removed
NAME = re.compile(rf"({BY_HAND}|{AUTOMATIC})-(\d{{4}}-\d\d-\d\d-\d{{6}})(?:-(\d{{1,4}}))?")
FAILURE = "last-failure.json"
SLACK = timedelta(minutes=5)  # by which clocks may differ
HALF_MADE = timedelta(hours=1)  # for so long nobody writes at one


@dataclass(frozen=True)
class Backup:
    """A backup by its file: when it was made, and whether the companion made it by itself."""

    path: Path
    at: datetime
    automatic: bool
    number: int = 1  # of those within one second


@dataclass(frozen=True)
class Failure:
    """When a backup failed, and why."""

    at: str
    why: Sayable


@dataclass(frozen=True)
class Made:
    """A backup that was made and looked at, and the matches in it that were damaged before."""

    path: Path
    damaged: tuple[Sayable, ...]


def back_up(instance: Path, to: Path | None = None, automatic: bool = False, rest: float = 0, server: str = "") -> Made:
    """Make a backup and look at it, with a rest between matches; NoCopy says why there is none.

    A damaged match keeps the others from no backup: it is in there as it is, and told. `server` is the address of the
    database where it is on one."""
    if to:
        return Made(to, written(instance, to, rest, server))
    try:
        made = named_by_time(instance, automatic, rest, server)
    except NoCopy as error:
        with suppress(OSError, NoCopy):
            note_failure(instance, error)
        raise
    with suppress(OSError):
        note_failure(instance, None)
    return made


def named_by_time(instance: Path, automatic: bool, rest: float, server: str) -> Made:
    """Make a backup in the folder of the instance."""
    for target in places(instance, automatic, DUMP if server else COPY):
        with suppress(Taken):  # another was made within the same second
            return Made(target, written(instance, target, rest, server))
    raise AssertionError("there is always another name")


def written(instance: Path, target: Path, rest: float, server: str) -> tuple[Sayable, ...]:
    """Write a backup and look at it before it gets its name; the matches in it that were damaged before."""
    if server:
        dump(server, target)
        return tuple(match_faults(server, rest))
    database = instance / DATABASE
    try:
        before = rows_of(database)
    except (sqlite3.Error, DBAPIError) as error:
        raise NoCopy(Text(N_("{file} cannot be read: {error}"), file=database, error=reason_of(error))) from error
    with new_file(target) as part:
        copy_pages(database, part)
        wrong = file_faults(part, database)
        if wrong or any(now < then for now, then in zip(rows_of(part), before, strict=True)):
            less = Text(N_("the copy holds less than the database"))
            raise NoCopy(Clauses(wrong or [less]))
        return tuple(match_faults(part, rest))


def places(instance: Path, automatic: bool, ending: str = COPY) -> Iterator[Path]:
    """Where the next backup goes when nobody says where: the first of these names that is free."""
    folder = instance / FOLDER
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise unwritable(folder, error) from error
    name = f"{AUTOMATIC if automatic else BY_HAND}-{datetime.now(UTC).strftime(STAMP)}{ending}"
    return numbered(folder / name, ending)


def backups(instance: Path) -> list[Backup]:
    """The backups in the instance's own folder, the newest first.

    In the end come those of days to come: the clock was wrong when they were made, and nobody knows when that was."""
    now = datetime.now(UTC) + SLACK
    return sorted(found(instance / FOLDER), key=lambda one: (one.at <= now, one.at, one.number), reverse=True)


def found(folder: Path) -> Iterator[Backup]:
    """The files of a folder that are named as backups are."""
    for path in (*folder.glob(f"*{COPY}"), *folder.glob(f"*{DUMP}")):
        if named := NAME.fullmatch(path.stem):
            kind, stamp, number = named.groups()
            with suppress(ValueError):
                at = datetime.strptime(stamp, STAMP).replace(tzinfo=UTC)
                yield Backup(path, at, kind == AUTOMATIC, int(number or 1))


def faults_of(backup: Path) -> list[Sayable]:
    """What is wrong with the file of a backup."""
    if backup.suffix == DUMP:
        return [fault] if (fault := dump_fault(backup)) else []
    return file_faults(backup)


def latest(instance: Path) -> Path | None:
    """Where the newest backup lies; None where there is none."""
    there = backups(instance)
    return there[0].path if there else None


def thin(instance: Path) -> None:
    """Remove the automatic backups that are too many by now, and what a program that was ended left half made."""
    for half in (instance / FOLDER).glob(".*.part*"):
        with suppress(OSError):
            if datetime.now().timestamp() - half.stat().st_mtime > HALF_MADE.total_seconds():
                half.unlink()
    automatic = [one for one in backups(instance) if one.automatic]
    staying = kept(one.at for one in automatic)
    for one in automatic:
        if one.at not in staying:
            one.path.unlink(missing_ok=True)


def note_failure(instance: Path, why: object) -> None:
    """Keep why the last automatic backup failed, for `companion doctor`; None where it did not fail."""
    note = instance / FOLDER / FAILURE
    if why is None:
        note.unlink(missing_ok=True)
        return
    note.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    note.unlink(missing_ok=True)
    with new_file(note) as part:
        told = {"at": f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC", "why": plain(why)}
        part.write_text(json.dumps(told, ensure_ascii=False), encoding="utf-8")


def last_failure(instance: Path) -> Failure | None:
    """The last automatic backup's failure; None where it did not fail."""
    try:
        told = json.loads((instance / FOLDER / FAILURE).read_text(encoding="utf-8"))
        return Failure(str(told["at"]), sentence(told["why"]))
    except (OSError, ValueError, TypeError, KeyError):
        return None

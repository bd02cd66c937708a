"""The backups of an instance, in the folder backups/ beside its database: made, looked at, found and thinned."""

import json
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from companion.rules.text import N_, Clauses, Sayable, Text
from companion.storage.examining.sentences import plain, sentence
from companion.storage.examining.whole import file_faults, match_faults, rows_of
from companion.storage.keeping.copying import NoCopy, copy_database, new_file
from companion.storage.keeping.dumping import dump, dump_fault
from companion.storage.keeping.thinning import kept

FOLDER, DATABASE = "backups", "companion.db"
COPY, DUMP = ".db", ".dump"  # how the names end: of a file's backup, and of a server's
STAMP = "%Y-%m-%d-%H%M%S"
BY_HAND, AUTOMATIC = "companion", "auto"  # how the names begin; only automatic ones are ever removed
FAILURE = "last-failure.json"


@dataclass(frozen=True)
class Backup:
    """A backup by its file: when it was made, and whether the companion made it by itself."""

    path: Path
    at: datetime
    automatic: bool


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
    target = to or place(instance, automatic, DUMP if server else COPY)
    if to is None:
        target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    if server:
        dump(server, target)
        return Made(target, tuple(match_faults(server, rest)))
    try:
        before = rows_of(instance / DATABASE)
    except sqlite3.Error as error:
        raise NoCopy(Text(N_("{file} cannot be read: {error}"), file=instance / DATABASE, error=error)) from error
    copy_database(instance / DATABASE, target)
    wrong = file_faults(target)
    if wrong or any(now < then for now, then in zip(rows_of(target), before, strict=True)):
        target.unlink()
        less = Text(N_("the copy holds less than the database"))
        raise NoCopy(Clauses(wrong or [less]))
    return Made(target, tuple(match_faults(target, rest)))


def place(instance: Path, automatic: bool, ending: str = COPY) -> Path:
    """Where the next backup goes when nobody says where."""
    name = f"{AUTOMATIC if automatic else BY_HAND}-{datetime.now(UTC).strftime(STAMP)}{ending}"
    return instance / FOLDER / name


def backups(instance: Path) -> list[Backup]:
    """The backups in the instance's own folder, the newest first."""
    return sorted(found(instance / FOLDER), key=lambda one: one.at, reverse=True)


def found(folder: Path) -> Iterator[Backup]:
    """The files of a folder that are named as backups are."""
    for path in (*folder.glob(f"*{COPY}"), *folder.glob(f"*{DUMP}")):
        kind, _, stamp = path.stem.partition("-")
        try:
            at = datetime.strptime(stamp, STAMP).replace(tzinfo=UTC)
        except ValueError:
            continue
        if kind in (BY_HAND, AUTOMATIC):
            yield Backup(path, at, kind == AUTOMATIC)


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
    for half in (instance / FOLDER).glob(f".{AUTOMATIC}-*.part*"):
        half.unlink(missing_ok=True)
    automatic = {one.at: one.path for one in backups(instance) if one.automatic}
    for at in automatic.keys() - kept(automatic):
        automatic[at].unlink(missing_ok=True)


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

"""Health check of an instance: its database, every match recounted, and its backups."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import IntEnum
from pathlib import Path
from typing import Any

from sqlmodel import Session, col, func, select

from companion.paths import DATABASE
from companion.rules import LAW
from companion.rules.text import N_, Clauses, Sayable, Text
from companion.storage.backup.catalog import FOLDER, backups, fault_of
from companion.storage.backup.sqlite_copy import sync
from companion.storage.database.engines import Address
from companion.storage.database.errors import Trouble, Unusable, access_trouble
from companion.storage.database.files import fault
from companion.storage.entry_validation import flaws
from companion.storage.integrity import read_only, refuse_older
from companion.storage.matches import CANNOT_BE_READ, Match, Unread, every, why_unreadable
from companion.storage.models import EntryRow, MatchRow, PersonEntryRow, ResultRow
from companion.storage.players.identities import Identities, entries_of, persons_of
from companion.storage.postgres import server_fault
from companion.storage.results import results

OLD = timedelta(days=7)
BACK = Text(N_("Stop the companion and restore a backup: companion restore FILE."))
KEPT = Text(N_("The scoresheet shows what was saved; today’s rules would give another figure."))
CORRECTED = Text(N_("They are corrected the next time the match is saved."))


class Grade(IntEnum):
    """Severity of a finding; the worst one is the exit status of `companion doctor`."""

    WELL, WARNING, FAULT = range(3)


@dataclass(frozen=True)
class Finding:
    """A fault or warning, and the advice for it."""

    grade: Grade
    what: Sayable
    do: Sayable


def examine(instance: Path, server: str = "") -> Iterator[Finding]:
    """Yield all findings about an instance, its database in its folder or on a server.

    Nothing is changed, and the companion may be serving it meanwhile."""
    database: Address = server or instance / DATABASE
    yield from database_findings(database)
    yield from backup_findings(instance, database)


def findings(instance: Path, server: str = "") -> list[Finding]:
    """Return all findings of `examine` as a list."""
    return list(examine(instance, server))


def database_findings(database: Address) -> Iterator[Finding]:
    """Yield findings about the database: the file or server first, then its contents if that is sound."""
    if isinstance(database, Path) and (refused := fault(database)):
        what, *then = refused.why if isinstance(refused.why, Clauses) else [refused.why]
        do = Text(N_("What to do: {then}."), then=then[0]) if then else BACK
        yield Finding(Grade.FAULT, Text(N_("{fault}."), fault=what), do)
        return
    if isinstance(database, str) and (found := server_fault(database)):
        yield Finding(Grade.FAULT, Text(N_("{fault}."), fault=found), BACK)
        return
    try:
        refuse_older(database)
    except Unusable as error:
        yield Finding(Grade.WARNING, Text(N_("{fault}."), fault=error), Text(N_("Its matches were not checked.")))
        return
    with Session(read_only(database)) as session, session.begin():
        persons = persons_of(session)
        for match in every(session):
            yield from match_findings(session, match, persons)
        said = session.exec(select(func.count()).select_from(PersonEntryRow)).one()
        if lost := said - len(entries_of(session)):
            what = Text(N_("Settings for names that cannot be read: {lost} of {said}."), lost=lost, said=said)
            yield Finding(Grade.FAULT, what, Text(N_("Set them again on the players’ pages, or restore a backup.")))


def match_findings(session: Session, match: Match | Unread, persons: Identities) -> Iterator[Finding]:
    """Yield findings about one match, also if its entries are so odd that checking them fails."""
    if isinstance(match, Unread):
        what = Text(N_("Match {code} cannot be read: {reason}."), code=match.code, reason=match.reason)
        yield Finding(Grade.FAULT, what, BACK)
        return
    try:
        yield from [*entry_findings(match), *result_findings(session, match, persons)]
    except CANNOT_BE_READ as error:
        yield from match_findings(session, Unread(match.code, match.id, why_unreadable(error), False), persons)


def entry_findings(match: Match) -> Iterator[Finding]:
    """Yield findings about the entries of a match that no companion wrote, and about points, recounted from cards."""
    for flaw in flaws(match.sheet):
        entry = match.sheet.entries[flaw.place - 1] if flaw.place else None
        said = N_("Match {code}, entry {place}: {flaw}.") if entry else N_("Match {code} as a whole: {flaw}.")
        older = entry is not None and entry.law != LAW
        what = Text(said, code=match.code, place=flaw.place, flaw=flaw.what)
        yield Finding(*((Grade.WARNING, what, KEPT) if older else (Grade.FAULT, what, BACK)))


def result_findings(session: Session, match: Match, persons: Identities) -> Iterator[Finding]:
    """Yield a finding if the stored results of a match do not follow from its entries."""
    row = session.get_one(MatchRow, match.id)
    due = results(row, match.sheet, persons) if match.sheet.finished and row.listed else []
    if stored_results(session, match.id) != [dict(one) for one in due]:
        what = Text(N_("Match {code}: the results on the Players page do not match the scoresheet."), code=match.code)
        yield Finding(Grade.WARNING, what, CORRECTED)


def stored_results(session: Session, match: int) -> list[dict[str, Any]] | None:
    """Return the stored results of a match by seat; None if they cannot be read."""
    try:
        kept = session.exec(select(ResultRow).where(ResultRow.match_id == match).order_by(col(ResultRow.seat)))
        return [dict(one) for one in kept]
    except CANNOT_BE_READ:
        return None


def backup_findings(instance: Path, database: Address) -> Iterator[Finding]:
    """Yield findings about backups: none, too old, newest one damaged."""
    folder = instance / FOLDER
    if trouble := access_trouble(folder):
        what = Text(N_("No backup can be made in {folder}: {what}."), folder=folder, what=trouble.what)
        yield Finding(Grade.WARNING, what, Text(N_("What to do: {then}."), then=trouble.advice()))
        return
    with suppress(OSError):
        if not sync(instance):
            what = Text(N_("{folder} cannot be synced: a power cut may take the last match with it."), folder=instance)
            yield Finding(Grade.WARNING, what, Text(N_("What to do: {then}."), then=Trouble.NO_LOCKS.advice()))
    do, there = Text(N_("Make one: companion backup.")), backups(instance)
    if not there:
        yield Finding(Grade.WARNING, Text(N_("There is no backup in {folder}."), folder=instance / FOLDER), do)
        return
    newest = there[0]
    if datetime.now(UTC) - newest.at > OLD and changed_since(database, newest.at):
        what = Text(N_("The newest backup is from {day}; later entries are not in it."), day=newest.at.date())
        yield Finding(Grade.WARNING, what, do)
    if wrong := fault_of(newest.path):
        yield Finding(Grade.WARNING, Text(N_("The newest backup cannot be used: {fault}."), fault=wrong), do)


def changed_since(database: Address, at: datetime) -> bool:
    """Return whether an entry was written after that moment."""
    try:
        with Session(read_only(database)) as session:
            newest = session.exec(select(func.max(EntryRow.at))).one()
    except Exception:  # reported already
        return True
    return newest is not None and newest > at

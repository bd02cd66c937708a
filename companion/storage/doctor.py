"""Health check of an instance: its database, every match recounted, its backups, and file permissions.

The last report is stored beside the backups for all processes of a server and for its next start."""

import json
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from enum import IntEnum
from pathlib import Path
from typing import Any, NamedTuple

from sqlmodel import Session, SQLModel, col, func, select

from companion.rules import LAW
from companion.rules.text import N_, Sayable, Text
from companion.sheet.entry_validation import flaws
from companion.storage import integrity
from companion.storage.backup import catalog
from companion.storage.backup.catalog import DATABASE, FOLDER, SLACK, backups, faults_of, last_failure
from companion.storage.backup.sqlite_copy import connect
from companion.storage.database.engines import Address
from companion.storage.database.file_identity import open_to_others, ours
from companion.storage.database.inspection import head
from companion.storage.integrity import BadMatch, StoredMatch, every_match, read_only, receipts_of, revision_of
from companion.storage.matches import CANNOT_BE_READ
from companion.storage.models import EntryRow, MatchRow, PersonEntryRow, ResultRow
from companion.storage.players.identities import Identities, entries_of, persons_of
from companion.storage.results import adrift, results
from companion.storage.store import CODE_LETTERS

REPORT = "last-look.json"
OLD = timedelta(days=7)
SEALED = {"seat", "entry"}  # tables in which a text that was changed breaks a chain
BACK = Text(N_("Stop the companion and restore a backup: companion restore FILE."))
KEPT = Text(N_("The scoresheet shows what was saved; today’s rules would give another figure."))
READABLE = Text(N_("It can be read but not continued. If a backup has it undamaged: companion restore FILE."))


class Grade(IntEnum):
    """Severity of a finding; the worst one is the exit status of `companion doctor`."""

    WELL, WARNING, FAULT = range(3)


@dataclass(frozen=True)
class Finding:
    """A fault or warning, the advice for it, and the code of the match it concerns, if any."""

    grade: Grade
    what: Sayable
    do: Sayable
    match: str = ""


def examine(instance: Path, server: str = "") -> Iterator[Finding]:
    """Yield all findings about an instance, its database in its folder or on a server.

    Nothing is changed, and the companion may be serving it meanwhile."""
    database: Address = server or instance / DATABASE
    if isinstance(database, str) or database.exists():
        yield from database_findings(database)
    else:
        do = N_("The companion creates one when it first starts. If there was one before, restore a backup: {line}.")
        what = Text(N_("There is no database in {folder}."), folder=instance)
        yield Finding(Grade.FAULT, what, Text(do, line="companion restore FILE"))
    yield from backup_findings(instance, database)
    yield from permission_findings(instance)


def findings(instance: Path, server: str = "") -> list[Finding]:
    """Return all findings of `examine` as a list."""
    return list(examine(instance, server))


class Verdict(NamedTuple):
    """Time of a doctor's run, and its findings."""

    at: datetime
    findings: list[Finding]

    @property
    def worst(self) -> Grade:
        """The highest grade among the findings."""
        return max((one.grade for one in self.findings), default=Grade.WELL)


def note_verdict(instance: Path, found: list[Finding]) -> None:
    """Store the findings with the present time. Raises OSError if they cannot be written."""
    told = [vars(one) | {"what": catalog.to_json(one.what), "do": catalog.to_json(one.do)} for one in found]
    catalog.write_note(instance, REPORT, {"at": datetime.now(UTC).isoformat(), "findings": told})


def last_verdict(instance: Path) -> Verdict | None:
    """Return the last stored report; None if it is missing or unreadable."""
    with suppress(OSError, ValueError, TypeError, KeyError):
        told = json.loads((instance / FOLDER / REPORT).read_text(encoding="utf-8"))
        said = catalog.stored_sentence
        found = [
            Finding(Grade(one["grade"]), said(one["what"]), said(one["do"]), one["match"]) for one in told["findings"]
        ]
        return Verdict(datetime.fromisoformat(told["at"]), found)
    return None


def database_findings(database: Address) -> Iterator[Finding]:
    """Yield findings about the database: the file or server first, then its contents if that is sound."""
    wrong = integrity.database_faults(database)
    yield from (Finding(Grade.FAULT, Text(N_("{fault}."), fault=fault), BACK) for fault in wrong)
    if wrong:
        return
    if (revision := revision_of(database)) != head():
        older = N_("The database is from an older companion (revision {revision}), so its matches were not checked.")
        do = Text(N_("Start this companion once to update the database."))
        yield Finding(Grade.WARNING, Text(older, revision=revision), do)
        return
    if isinstance(database, Path):
        yield from text_findings(database)
    with Session(read_only(database)) as session, session.begin():
        yield from code_findings(session)
        codes, persons = set(session.exec(select(MatchRow.code))), persons_of(session)
        for match in every_match(session):
            yield from readable_findings(session, match, codes, persons)
        said = session.exec(select(func.count()).select_from(PersonEntryRow)).one()
        if lost := said - len(entries_of(session)):
            what = Text(N_("Settings for names that cannot be read: {lost} of {said}."), lost=lost, said=said)
            do = Text(N_("Set them again on the players’ pages, or restore a backup."))
            yield Finding(Grade.FAULT, what, do)
        for name in adrift(session):
            sums = N_("The totals of {name} on the Players page do not match the results.")
            do = Text(N_("It is added up again the next time the companion starts."))
            yield Finding(Grade.WARNING, Text(sums, name=name), do)


def code_findings(session: Session) -> Iterator[Finding]:
    """Yield findings about codes that cannot be typed, or that two matches share."""
    seen: set[str] = set()
    for code in session.exec(select(MatchRow.code).order_by(col(MatchRow.id))):
        if len(code) != 6 or not set(code) <= set(CODE_LETTERS):
            what = Text(N_("“{code}” is not a valid code."), code=code)
            yield Finding(Grade.WARNING, what, Text(N_("The match can still be opened from the home page.")), code)
        if code.upper() in seen:
            yield Finding(Grade.FAULT, Text(N_("Two matches have the code {code}."), code=code), BACK, code)
        seen.add(code.upper())


def readable_findings(
    session: Session, match: StoredMatch | BadMatch, codes: set[str], persons: Identities
) -> Iterator[Finding]:
    """Yield findings about one match, also if its rows are so damaged that checking them fails."""
    try:
        yield from match_findings(session, match, codes, persons)
    except CANNOT_BE_READ as error:
        bad = match if isinstance(match, BadMatch) else BadMatch(match.row.code, integrity.why(error))
        yield from match_findings(session, bad, codes, persons)


def match_findings(
    session: Session, match: StoredMatch | BadMatch, codes: set[str], persons: Identities
) -> Iterator[Finding]:
    """Yield findings about one match."""
    if isinstance(match, BadMatch):
        what = Text(N_("Match {code} cannot be read: {reason}."), code=match.code, reason=match.reason)
        do = Text(N_("If a newer companion wrote it, use that one; otherwise restore a backup."))
        yield Finding(Grade.FAULT, what, do, match.code)
        return
    code = match.row.code
    if place := match.broken_at:
        changed = N_("Match {code}: entry {place} was changed or removed after it was written.")
        yield Finding(Grade.FAULT, Text(changed, code=code, place=place), READABLE, code)
    yield from entry_findings(match)
    yield from receipt_findings(session, match)
    yield from derived_findings(session, match, persons)
    if match.match.sheet.rematch and match.match.sheet.rematch not in codes:
        gone = N_("Match {code} links to its rematch {rematch}, which does not exist.")
        do = Text(N_("Only the link to the rematch is affected."))
        yield Finding(Grade.WARNING, Text(gone, code=code, rematch=match.match.sheet.rematch), do, code)


def entry_findings(match: StoredMatch) -> Iterator[Finding]:
    """Yield findings about the entries of a match, its points recounted from the cards."""
    for flaw in flaws(match.match.sheet):
        entry = match.entries[flaw.place - 1] if flaw.place else None
        what = N_("Match {code}, entry {place}: {flaw}.") if entry else N_("Match {code} as a whole: {flaw}.")
        older = entry is not None and entry.law != LAW
        grade, do = (Grade.WARNING, KEPT) if older else (Grade.FAULT, READABLE)
        yield Finding(grade, Text(what, code=match.row.code, place=flaw.place, flaw=flaw.what), do, match.row.code)


def receipt_findings(session: Session, match: StoredMatch) -> Iterator[Finding]:
    """Yield a finding if receipts are damaged: a form with a damaged receipt would be booked a second time."""
    if damaged := sum(one is None for one in receipts_of(session, match.row.id)):
        what = N_("Match {code}: damaged receipts ({count}), so a phone that sends again might save twice.")
        yield Finding(Grade.WARNING, Text(what, code=match.row.code, count=damaged), BACK, match.row.code)


def text_findings(database: Path) -> Iterator[Finding]:
    """Yield findings about invalid UTF-8 in the tables of a file that no seal covers."""
    with closing(connect(database, "ro")) as connection:
        connection.text_factory = bytes
        for table in SQLModel.metadata.tables.keys() - SEALED:
            rows = connection.execute(f'SELECT * FROM "{table}"')
            if lost := sum(not all(map(is_text, row)) for row in rows):
                what = Text(N_("Rows in the table “{table}” that are not text: {count}."), table=table, count=lost)
                yield Finding(Grade.FAULT, what, BACK)


def is_text(kept: object) -> bool:
    """True if a raw value is valid UTF-8, a number or None."""
    try:
        return not isinstance(kept, bytes) or kept.decode() is not None
    except ValueError:
        return False


def derived_findings(session: Session, match: StoredMatch, persons: Identities) -> Iterator[Finding]:
    """Yield findings about derived data that does not follow from the entries."""
    row, sheet = match.row, match.match.sheet
    try:
        due = results(row, sheet, persons) if sheet.finished and row.listed else []
        finished = sheet.finished
    except Exception:  # already reported: no sheet follows from its entries
        return
    if stored_results(session, row.id) != [dict(one) for one in due]:
        what = Text(N_("Match {code}: the results on the Players page do not match the scoresheet."), code=row.code)
        do = Text(N_("They are corrected the next time the match is saved."))
        yield Finding(Grade.WARNING, what, do, row.code)
    if due and not in_its_place(row.finished_entry, match):
        what = Text(N_("Match {code} is in the wrong place in the list of finished matches."), code=row.code)
        do = Text(N_("Only its place in the list is affected."))
        yield Finding(Grade.WARNING, what, do, row.code)
    if finished != (row.finished_at is not None):
        over = N_("Match {code} is over but stored as unfinished.")
        running = N_("Match {code} is unfinished but stored as over.")
        do = Text(N_("This is corrected the next time the match is saved."))
        yield Finding(Grade.WARNING, Text(over if finished else running, code=row.code), do, row.code)


def stored_results(session: Session, match: int) -> list[dict[str, Any]] | None:
    """Return the stored results of a match by seat; None if they cannot be read."""
    try:
        kept = session.exec(select(ResultRow).where(ResultRow.match_id == match).order_by(col(ResultRow.seat)))
        return [dict(one) for one in kept]
    except CANNOT_BE_READ:
        return None


def in_its_place(number: int | None, match: StoredMatch) -> bool:
    """True if the match ended with its entry of that number."""
    upto = tuple(entry for entry in match.entries if entry.id <= (number or 0))
    if not upto or upto[-1].id != number:
        return False
    sheet, last = match.match.sheet, upto[-1]
    stopped_later = sheet.stopped and sheet.last_closed and last.deal == sheet.last_closed.number
    return bool(upto == match.entries or stopped_later or replace(sheet, entries=upto).finished)


def backup_findings(instance: Path, database: Address) -> Iterator[Finding]:
    """Yield findings about backups: none, too old, newest one damaged, last attempt failed."""
    do = Text(N_("Make one: companion backup."))
    if failure := last_failure(instance):
        what = Text(N_("The last automatic backup failed, at {at}: {why}."), at=failure.at, why=failure.why)
        yield Finding(Grade.WARNING, what, Text(N_("Fix that, then: companion backup.")))
    there = backups(instance)
    if not there:
        yield Finding(Grade.WARNING, Text(N_("There is no backup in {folder}."), folder=instance / FOLDER), do)
        return
    newest = there[0]
    if newest.at > datetime.now(UTC) + SLACK:
        late = N_(
            "The newest backup, {file}, has a date in the future: the clock was wrong when it was made, or is wrong "
            "now."
        )
        yield Finding(Grade.WARNING, Text(late, file=newest.path), do)
    if datetime.now(UTC) - newest.at > OLD and changed_since(database, newest.at):
        what = Text(N_("The newest backup is from {day}; later entries are not in it."), day=newest.at.date())
        yield Finding(Grade.WARNING, what, do)
    for fault in faults_of(newest.path):
        yield Finding(Grade.WARNING, Text(N_("The newest backup cannot be used: {fault}."), fault=fault), do)


def changed_since(database: Address, at: datetime) -> bool:
    """True if the database was written after that moment."""
    if isinstance(database, str):
        with Session(read_only(database)) as session:
            newest = session.exec(select(func.max(EntryRow.at))).one()
        return newest is not None and newest > at
    try:
        return datetime.fromtimestamp(database.stat().st_mtime, UTC) > at
    except OSError:
        return False


def permission_findings(instance: Path) -> Iterator[Finding]:
    """Yield a finding for each file that other users of this machine can read."""
    for path in (instance, *ours(instance)):
        if open_to_others(path):
            what = Text(N_("Other users of this machine can read {file}."), file=path)
            yield Finding(Grade.WARNING, what, Text(N_("Restrict it: {line}"), line=f"chmod go= {path}"))

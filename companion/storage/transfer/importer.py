"""Import of a file into the database of an instance: validated first without changes, then in one transaction.

New and longer matches are added, known ones skipped."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from sqlalchemy import create_engine, update
from sqlmodel import Session, SQLModel, col, func, select

from companion.rules.text import N_
from companion.sheet.ledger import Action, Entry, EntryKind
from companion.sheet.scoresheet import Sheet
from companion.storage.access.devices import leave_seat, present
from companion.storage.backup.sqlite_copy import remove
from companion.storage.database import lock
from companion.storage.database.engines import Address
from companion.storage.database.files import advised_errors, check, create
from companion.storage.delete_match import deletion_key
from companion.storage.integrity import read_only, refuse_older
from companion.storage.matches import Match, one_listed
from companion.storage.models import EntryRow, MatchRow, PersonEntryRow, ReceiptRow, SeatRow
from companion.storage.players import name_commands
from companion.storage.players.identities import PersonAct, PersonEntry
from companion.storage.postgres import is_new, open_server
from companion.storage.results import record_results
from companion.storage.store import Store, append, free_match_code
from companion.storage.transactions import lock_ledger
from companion.storage.transfer.incoming import Incoming, incoming
from companion.storage.transfer.lines import BadLine, MatchValues

MOST_PAGES = 50_000  # pages of 4 KiB kept in memory before the commit: some 7,000 matches
SHOWN = 6  # new matches that are listed one by one


@dataclass
class Summary:
    """Counts of what an import brings, or would bring."""

    new: int = 0
    longer: int = 0  # matches here that have more entries in the file
    known: int = 0  # matches here with all the entries of the file, or more
    entries: int = 0
    people: int = 0  # entries about names: joined or hidden persons
    deleted: list[str] = field(default_factory=list)  # codes of matches that were deleted here: left out
    differ: list[str] = field(default_factory=list)  # codes of matches that continued differently here: left out
    renamed: dict[str, str] = field(default_factory=dict)  # codes that another match has here, with the new code
    newest: list[MatchValues] = field(default_factory=list)  # the last of the new matches


class Import:
    """One import into the transaction of a session; with `write` False only the summary is made.

    Matches that were deleted here are left out, unless `deleted` ones are wanted."""

    def __init__(self, session: Session, write: bool, deleted: bool = False):
        self.session, self.write, self.summary = session, write, Summary()
        if write:
            lock_ledger(session)
            if session.get_bind().dialect.name == "sqlite":  # it locks readers out once it spills pages
                session.connection().exec_driver_sql(f"PRAGMA cache_spill = {MOST_PAGES}")
        self._last = session.exec(select(func.max(EntryRow.id))).one() or 0  # id of the last entry before it
        gone = select(PersonEntryRow.key).where(PersonEntryRow.kind == PersonAct.DELETED)
        self._deleted = set() if deleted else set(session.exec(gone))
        self._people: dict[str, PersonEntry] = {}
        self._keys: set[str] = set()

    def take(self, file: Path) -> Summary:
        """Import everything. Raises BadLine at the first line that cannot be imported."""
        for match in incoming(file):
            if isinstance(match, PersonEntry):
                self._person(match)
                continue
            if match.values.key in self._keys:
                raise BadLine(match.number, N_("this match is in the file twice"))
            self._keys.add(match.values.key)
            self._match(match, match.sheet())
            self.session.flush()
            self.session.expunge_all()
        if self.write:
            self._follow_renamed()
            name_commands.append(self.session, [*self._people.values()])
        return self.summary

    def _follow_renamed(self) -> None:
        """Update the links of the imported matches to rematches that got new codes here."""
        rematch = (col(EntryRow.kind) == EntryKind.REMATCH) & (col(EntryRow.id) > self._last)
        for code, new in self.summary.renamed.items():
            leads = rematch & (col(EntryRow.body) == json.dumps({"code": code}))
            self.session.execute(update(EntryRow).where(leads).values(body=json.dumps({"code": new})))

    def _person(self, entry: PersonEntry) -> None:
        known = select(PersonEntryRow.id).where(PersonEntryRow.key == entry.key)
        if entry.key not in self._people and not self.session.exec(known).first():
            self.summary.people += entry.kind != PersonAct.DELETED
            self._people[entry.key] = entry

    def _match(self, match: Incoming, sheet: Sheet) -> None:
        by_key = select(MatchRow.id, MatchRow.code).where(MatchRow.key == match.values.key)
        here = self.session.exec(by_key).first()
        if here is None and deletion_key(match.values.key) in self._deleted:
            self.summary.deleted.append(match.values.code)
        elif here is None:
            self.summary.new += 1
            self.summary.newest = [*self.summary.newest, match.values][-SHOWN:]
            self._add(match, sheet, self._new_row(match.values), 0)
        elif not isinstance(kept := one_listed(self.session, here[0]), Match) or not agree(sheet, kept.sheet):
            self.summary.differ.append(here[1])
        elif len(sheet.entries) <= len(kept.sheet.entries):
            self.summary.known += 1
        else:
            self.summary.longer += 1
            self._add(match, sheet, self.session.get_one(MatchRow, here[0]), len(kept.sheet.entries))

    def _new_row(self, values: MatchValues) -> MatchRow:
        code = values.code
        if self.session.exec(select(MatchRow.id).where(MatchRow.code == code)).first():
            code = self.summary.renamed[values.code] = free_match_code(self.session)
        fixed = values.model_dump(include={"game", "first_dealer", "law", "key", "digest", "opened_at"})
        row = MatchRow(code=code, house=json.dumps(values.house, sort_keys=True), **fixed)
        if self.write:
            self.session.add(row)
            self.session.flush()
            seats = [SeatRow(match_id=row.id, number=n, name=name) for n, name in enumerate(values.seats)]
            self.session.add_all(seats)
        return row

    def _add(self, match: Incoming, sheet: Sheet, row: MatchRow, here: int) -> None:
        """Append the entries of a match behind those that are here already, and its receipts."""
        more = sheet.entries[here:]
        self.summary.entries += len(more)
        if not self.write:
            return
        last = append(self.session, row, [replace(entry, device=None) for entry in more])
        self._free_seats(row, more)
        self._receipts(match, row)
        row.finished_at, row.finished_entry, row.played_on = match.values.finished_at, None, None
        record_results(self.session, row, sheet, last)
        self.session.add(row)

    def _free_seats(self, row: MatchRow, more: Sequence[Entry]) -> None:
        """Send away the devices of latecomers whom these entries take off the sheet; their seats are given again."""
        undone = EntryKind.SEATING, Action.UNDONE
        removed = {entry.body["seat"] for entry in more if (entry.kind, entry.how) == undone}
        for device in present(self.session, row.id):
            if device.seat in removed:
                leave_seat(self.session, device)

    def _receipts(self, match: Incoming, row: MatchRow) -> None:
        there = set(self.session.exec(select(ReceiptRow.key).where(ReceiptRow.match_id == row.id)))
        old, new = f"/m/{match.values.code}", f"/m/{row.code}"
        for one in match.receipts.values():
            if one.key not in there:
                answer = one.answer.replace(old, new)
                self.session.add(ReceiptRow(match_id=row.id, **one.model_dump() | {"answer": answer}))


def agree(sheet: Sheet, kept: Sheet) -> bool:
    """Return whether two copies of a match are the same, as far as both go."""
    fixed = ("game", "seated", "first_dealer")
    same = all(getattr(sheet, name) == getattr(kept, name) for name in fixed)
    both = zip(sheet.entries, kept.entries, strict=False)
    return same and all(content(theirs) == content(ours) for theirs, ours in both)


def content(entry: Entry) -> Entry:
    """Return an entry without what an import may change: its id, its phone, and the code of a rematch."""
    return replace(entry, id=0, device=None, body={} if entry.kind == EntryKind.REMATCH else entry.body)


def preview_import(database: Address, file: Path, deleted: bool = False) -> Summary:
    """Return the summary of an import without changing anything; the companion may be serving."""
    if not_made_yet(database):
        engine = create_engine("sqlite://")
        SQLModel.metadata.create_all(engine)
    else:
        refuse_older(database)
        engine = read_only(database)
    with Session(engine) as session, session.begin():
        return Import(session, write=False, deleted=deleted).take(file)


def bring(database: Address, file: Path, deleted: bool = False) -> Summary:
    """Import a file, all of it or nothing, also `deleted` matches if wanted; create the database if it is missing.

    Raises: Unusable if a companion has the database open, or if it cannot be trusted."""
    if isinstance(database, str):
        return import_and_close(open_server(database), file, deleted)
    with lock.holding(database, "companion import"), advised_errors(database):
        new = not_made_yet(database)
        try:
            if not new:
                refuse_older(database)
            return import_and_close(Store(create(database)), file, deleted)
        except Exception:
            if new:
                remove(database)
            raise


def not_made_yet(database: Address) -> bool:
    """Return whether no database was made yet. Raises Unusable if one disappeared, or is not ours."""
    return is_new(database) if isinstance(database, str) else not check(database)


def import_and_close(store: Store, file: Path, deleted: bool) -> Summary:
    """Import the file and close the store."""
    try:
        with store.writing() as session:
            return Import(session, write=True, deleted=deleted).take(file)
    finally:
        store.engine.dispose()

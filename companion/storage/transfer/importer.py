"""Import of a file into the database of an instance: validated first without changes, then in one transaction.

New and longer matches are added, known ones skipped."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import create_engine
from sqlalchemy.exc import IntegrityError
from sqlmodel import Session, SQLModel, func, insert, select

from companion.rules.text import N_
from companion.sheet.ledger import EntryKind
from companion.storage.backup.sqlite_copy import NoCopy
from companion.storage.database import lock, messages
from companion.storage.database.engines import Address, WrongDatabase, migrate, open_file
from companion.storage.database.errors import writable
from companion.storage.database.inspection import Condition, State, inspect
from companion.storage.database.open_store import in_its_place, readable_errors, remember
from companion.storage.delete_match import deletion_key
from companion.storage.hash_chain import REFERENCES
from companion.storage.integrity import database_faults, read_match, read_only, refuse_older
from companion.storage.matches import CANNOT_BE_READ
from companion.storage.models import EntryRow, MatchRow, PersonEntryRow, ReceiptRow, SeatRow
from companion.storage.players.identities import PersonAct, PersonEntry
from companion.storage.players.name_commands import append
from companion.storage.postgres import is_new, open_server
from companion.storage.results import rebuild_totals, record_results
from companion.storage.store import Store, free_match_code
from companion.storage.transactions import lock_ledger, number_on
from companion.storage.transfer.export import SEALED_COLUMNS
from companion.storage.transfer.import_format import BadLine, Incoming, incoming

MOST_KEPT = 10**9  # largest id up to which entries keep their distances from the file
MOST_PAGES = 50_000  # pages of 4 KiB kept in memory before the commit: some 7,000 matches
SHOWN = 6  # new matches that are listed one by one


class New(NamedTuple):
    """A new match, as far as the summary shows it."""

    game: str
    names: tuple[str, ...]
    opened_at: datetime


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
    newest: list[New] = field(default_factory=list)  # the last of the new matches


class Import:
    """One import into the transaction of a session; with `write` False only the summary is made.

    Matches that were deleted here are left out, unless `deleted` ones are wanted."""

    def __init__(self, session: Session, write: bool, deleted: bool = False):
        self.session, self.write, self.told = session, write, Summary()
        if write:
            lock_ledger(session)
            if session.get_bind().dialect.name == "sqlite":  # it locks readers out once it spills pages
                session.connection().exec_driver_sql(f"PRAGMA cache_spill = {MOST_PAGES}")
        self._last = session.exec(select(func.max(EntryRow.id))).one() or 0
        self._top = self._last
        self._keys: set[str] = set()
        gone = select(PersonEntryRow.key).where(PersonEntryRow.kind == PersonAct.DELETED)
        self._deleted = set() if deleted else set(session.exec(gone))
        self._people: list[PersonEntry] = []
        self._rematches: dict[str, list[int]] = {}  # ids of rematch entries, by the next match's code in the file

    def take(self, file: Path) -> Summary:
        """Import everything. Raises BadLine at the first line that cannot be imported."""
        number = 1
        try:
            for match in incoming(file):
                if isinstance(match, PersonEntry):
                    self._person(match)
                    continue
                number = match.number
                if match.values["key"] in self._keys:
                    raise BadLine(number, N_("this match is in the file twice"))
                self._keys.add(match.values["key"])
                self._match(match)
                self.session.flush()
                self.session.expunge_all()
            self._repair_rematches()
            if self.write:
                append(self.session, self._people)
                rebuild_totals(self.session)
                number_on(self.session)
        except IntegrityError:
            raise BadLine(number, N_("its entries or receipts have ids or keys that are already used")) from None
        return self.told

    def _person(self, entry: PersonEntry) -> None:
        known = select(PersonEntryRow.id).where(PersonEntryRow.key == entry.key)
        if not self.session.exec(known).first() and entry.key not in {one.key for one in self._people}:
            self.told.people += entry.kind != PersonAct.DELETED
            self._people.append(entry)

    def _match(self, match: Incoming) -> None:
        by_key = select(MatchRow.id, MatchRow.code).where(MatchRow.key == match.values["key"])
        here = self.session.exec(by_key).first()
        if here is None and deletion_key(match.values["key"]) in self._deleted:
            self.told.deleted.append(match.values["code"])
            return
        if here is None:
            self.told.new += 1
            new = New(match.values["game"], tuple(match.values["seats"]), match.opened_at)
            self.told.newest = [*self.told.newest, new][-SHOWN:]
            self._add(match, self._new_row(match), {}, 0)
            return
        try:
            kept = read_match(self.session, here[0])
            broken, row = kept.broken_at, kept.row
        except CANNOT_BE_READ:
            self.told.differ.append(here[1])
            return
        common = min(len(kept.seals), len(match.seals))
        if broken or kept.opening != match.opening or list(kept.seals[:common]) != match.seals[:common]:
            self.told.differ.append(row.code)
        elif len(match.seals) <= len(kept.seals):
            self.told.known += 1
        else:
            self.told.longer += 1
            same = {mine.id: theirs.id for mine, theirs in zip(match.entries, kept.entries, strict=False)}
            self._add(match, row, same, common)

    def _new_row(self, match: Incoming) -> MatchRow:
        values = match.values
        code = values["code"]
        if self.session.exec(select(MatchRow.id).where(MatchRow.code == code)).first():
            code = self.told.renamed[values["code"]] = free_match_code(self.session)
        fixed = {name: values[name] for name in ("game", "first_dealer", "law", "key", "digest")}
        row = MatchRow(code=code, house=json.dumps(values["house"], sort_keys=True), opened_at=match.opened_at, **fixed)
        if self.write:
            self.session.add(row)
            self.session.flush()
            seats = [SeatRow(match_id=row.id, number=n, name=name) for n, name in enumerate(values["seats"])]
            self.session.add_all(seats)
        return row

    def _add(self, match: Incoming, row: MatchRow, here: dict[int, int], first: int) -> None:
        """Append the entries of a match from place `first` on, with all receipts that are missing here."""
        self.told.entries += len(match.entries) - first
        if not self.write or match.sheet is None:
            return
        ids = here | self._numbers([entry.id for entry in match.entries[first:]])
        rows = []
        for entry, seal in list(zip(match.entries, match.seals, strict=True))[first:]:
            body = with_rows(entry.kind, entry.body, ids)
            values = {name: getattr(entry, name) for name in SEALED_COLUMNS}
            more = {"id": ids[entry.id], "match_id": row.id, "body": json.dumps(body, ensure_ascii=False), "seal": seal}
            rows.append(values | more | {"at": entry.at})
            if entry.kind == EntryKind.REMATCH:
                self._rematches.setdefault(str(body["code"]), []).append(ids[entry.id])
        if rows:
            self.session.execute(insert(EntryRow), rows)
        self._receipts(match, row)
        row.seal, row.finished_at = match.values["seal"], match.finished_at
        row.finished_entry = row.played_on = None
        record_results(self.session, row, match.sheet, ids[ending(match)] if match.entries else 0)
        self.session.add(row)

    def _numbers(self, theirs: list[int]) -> dict[int, int]:
        """Return the ids of entries here: as far apart as in the file, or consecutive if these are too large.

        So no file exhausts the ids that are left for entries written here."""
        if not theirs or theirs[-1] + self._last <= MOST_KEPT:
            return {number: number + self._last for number in theirs}
        first = max(self._top, MOST_KEPT) + 1
        self._top = first + len(theirs)
        return dict(zip(theirs, range(first, self._top), strict=True))

    def _receipts(self, match: Incoming, row: MatchRow) -> None:
        there = set(self.session.exec(select(ReceiptRow.key).where(ReceiptRow.match_id == row.id)))
        old, new = f"/m/{match.values['code']}", f"/m/{row.code}"
        rows = [
            {**one, "match_id": row.id, "answer": one["answer"].replace(old, new)}
            for one in match.receipts
            if one["key"] not in there
        ]
        if rows:
            self.session.execute(insert(ReceiptRow), rows)

    def _repair_rematches(self) -> None:
        """Update the rematch entries that lead to a match whose code is new here."""
        for old, new in self.told.renamed.items():
            for number in self._rematches.get(old, []):
                entry = self.session.get_one(EntryRow, number)
                entry.body = json.dumps({"code": new})
                self.session.add(entry)


def ending(match: Incoming) -> int:
    """Return the id, in the file, of the entry at which the match ended; else that of the last entry."""
    return next((one.id for one in reversed(match.entries) if one.at == match.finished_at), match.entries[-1].id)


def with_rows(kind: EntryKind, body: Mapping[str, object], ids: Mapping[int, int]) -> dict[str, object]:
    """Return the body of an entry with its references translated to ids here."""
    name = REFERENCES.get(kind)
    return {key: ids[value] if key == name and isinstance(value, int) else value for key, value in body.items()}


def foresee(database: Address, file: Path, deleted: bool = False) -> Summary:
    """Return the summary of an import without changing anything; the companion may be serving."""
    if not_made_yet(database):
        engine = create_engine("sqlite://")
        SQLModel.metadata.create_all(engine)
    else:
        refuse_unusable(database)
        engine = read_only(database)
    with Session(engine) as session, session.begin():
        return Import(session, write=False, deleted=deleted).take(file)


def bring(database: Address, file: Path, deleted: bool = False) -> Summary:
    """Import a file, all of it or nothing, also `deleted` matches if wanted; create the database if it is missing.

    Raises: InUse if a companion has the database open; NoCopy or WrongDatabase if it cannot be trusted."""
    if isinstance(database, str):
        return taken(open_server(database), file, deleted)
    with lock.holding(database, "companion import"), readable_errors(database):
        if not_made_yet(database):
            with in_its_place(database) as beside:
                engine = open_file(beside, "rwc")
                migrate(engine)
                brought = taken(Store(engine), file, deleted)
        else:
            refuse_unusable(database)
            brought = taken(Store(open_file(database)), file, deleted)
        remember(database)
    return brought


def not_made_yet(database: Address) -> bool:
    """Return whether no database was made yet. Raises WrongDatabase if one disappeared, or none can be made."""
    if isinstance(database, str):
        return is_new(database)
    found = inspect(database)
    if found.state is State.GONE:
        raise WrongDatabase(messages.why_refused(database, found))
    if found.state is State.NEW and database.parent.exists() and not writable(database):
        raise WrongDatabase(messages.why_refused(database, Condition(State.NEW)))
    return found.state is State.NEW


def taken(store: Store, file: Path, deleted: bool) -> Summary:
    """Import the file and close the store."""
    try:
        with store.writing() as session:
            return Import(session, write=True, deleted=deleted).take(file)
    finally:
        store.engine.dispose()


def refuse_unusable(database: Address) -> None:
    """Raise NoCopy if the database has faults, or an older schema."""
    if faults := database_faults(database):
        raise NoCopy(faults[0])
    refuse_older(database)

"""Store of matches: opening, reading and writing them, one transaction a form."""

import hashlib
import json
import secrets
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from typing import Any

from sqlalchemy import Engine, bindparam, func, insert, or_, text
from sqlmodel import Session, col, select

from companion.rules import LAW
from companion.sheet.ledger import Entry
from companion.sheet.refusals import check_room
from companion.sheet.scoresheet import Sheet
from companion.storage.database.lock import FileWatch
from companion.storage.match_lists import BY_DAY, Among, finished_numbers, latest_names
from companion.storage.matches import (
    CANNOT_BE_READ,
    COLUMNS,
    Match,
    Unread,
    UnreadableMatch,
    in_order,
    matches_in_order,
    readable,
    why_unreadable,
)
from companion.storage.models import ENTRY, RECEIPT, SEAT, EntryRow, MatchRow
from companion.storage.results import record_results
from companion.storage.transactions import Transactions, retry_on_conflict

BY_CODE = select(MatchRow).where(col(MatchRow.code) == bindparam("code"))
BY_KEY = select(MatchRow).where(col(MatchRow.key) == bindparam("key"))
ANSWERED = RECEIPT.select().where(RECEIPT.c.match_id == bindparam("match"), RECEIPT.c.key == bindparam("key"))
LAST = select(func.max(EntryRow.id)).where(EntryRow.match_id == MatchRow.id).scalar_subquery()
LAST_WRITTEN_FIRST = (func.coalesce(LAST, 0).desc(), col(MatchRow.id).desc())
OPEN = select(MatchRow.id).where(col(MatchRow.finished_at).is_(None)).order_by(*LAST_WRITTEN_FIRST)
PULSE = text("SELECT (SELECT max(id) FROM entry WHERE match_id = match.id) FROM match WHERE code = :code")
CODE_LETTERS = "BCDFGHJKMNPQRSTVWXZ23456789"  # no vowels and no ambiguous characters
CODE_LENGTH = 6  # letters of a code to type


class UnknownMatch(Exception):
    """There is no match with that code."""


class KeyReused(Exception):
    """The key of a form came again with other content."""


def derived_key(start: str, key: str) -> str:
    """Return a key that follows from that of a match, the same in every database."""
    return start + hashlib.sha256(json.dumps([key]).encode()).hexdigest()[:32]


@dataclass(frozen=True)
class Form:
    """A posted form: its unique key, and a digest of all its other content."""

    key: str
    digest: str

    @classmethod
    def of(cls, key: str, fields: Iterable[tuple[str, str]], path: str = "") -> "Form":
        """Return the form with that key and those fields, posted to that path."""
        text = json.dumps([path, sorted(fields)], ensure_ascii=False)
        return cls(key, hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest())

    @classmethod
    def rematch(cls, key: str) -> "Form":
        """Return the form that opens the rematch of a match; no form from a page can have its key."""
        return cls(derived_key("rematch-of-", key), "")


@dataclass(frozen=True)
class NewMatch:
    """A match to be opened, with all its entries if it was played before."""

    game: str
    house: Mapping[str, Any]
    names: Sequence[str]
    first_dealer: int
    at: datetime
    entries: Sequence[Entry] = ()


Decide = Callable[[Sheet], tuple[Sequence[Entry], str]]


class Store(Transactions):
    """The matches of one database."""

    def __init__(self, engine: Engine, watch: FileWatch | None = None, held: object = None):
        super().__init__(engine, watch, held)
        self.booked: Callable[[bool], None] = lambda ended: None  # called after a commit, True if it ended a match
        self.code_length = CODE_LENGTH  # of the codes by which tables are joined

    @retry_on_conflict
    def open(
        self,
        game: str,
        house: Mapping[str, Any],
        names: Sequence[str],
        first_dealer: int,
        form: Form,
        at: datetime | None = None,
    ) -> str:
        """Open a match and return its code, the same for the same form. Raises KeyReused for other content."""
        with self.writing() as session:
            earlier = session.exec(BY_KEY, params={"key": form.key}).first()
            if earlier:
                if earlier.digest != form.digest:
                    raise KeyReused
                return earlier.code
            new = NewMatch(game, house, names, first_dealer, at or datetime.now(UTC))
            return insert_match(session, new, form.key, form.digest).code

    def match_id(self, code: str) -> int:
        """Return the id of the match of that code. Raises UnknownMatch."""
        with self.reading() as session:
            return self._row(session, code).id

    def version(self, code: str) -> int:
        """Return the id of the last entry of a match, 0 for none. Raises UnknownMatch."""
        with self.reading() as session:
            found = session.execute(PULSE, {"code": code}).first()
        if found is None:
            raise UnknownMatch(code)
        return int(found[0] or 0)

    def match(self, code: str) -> Match:
        """Return the match of that code. Raises UnknownMatch."""
        with self.reading() as session:
            return readable(session, self._row(session, code))

    def _row(self, session: Session, code: str, to_write: bool = False) -> MatchRow:
        """Return the row of a match; with `to_write`, lock it until the transaction ends."""
        if not code.isascii() or not code.isalnum():
            raise UnknownMatch(code)
        asked = BY_CODE.with_for_update() if to_write else BY_CODE
        try:
            row = session.exec(asked, params={"code": code.upper()}).first()
        except ValueError as error:  # an invalid time
            raise UnreadableMatch(why_unreadable(error)) from error
        if row is None:
            raise UnknownMatch(code)
        return row

    @retry_on_conflict
    def write(self, code: str, form: Form, decide: Decide, at: datetime | None = None) -> str:
        """Append the entries `decide` makes of the sheet and return its answer; the same form gets the same answer.

        An exception from `decide` rolls everything back. Raises: Full if the match has no room; KeyReused if the key
        came with other content."""
        with self.writing() as session:
            row = self._row(session, code, to_write=True)
            receipt = session.execute(ANSWERED, {"match": row.id, "key": form.key}).first()
            if receipt:
                if receipt.digest != form.digest:
                    raise KeyReused
                return str(receipt.answer)
            match, was_finished = readable(session, row), row.finished_at is not None
            drafts, answer = decide(match.sheet)
            check_room(match.sheet.entries, drafts)
            now = at or datetime.now(UTC)
            entries = [replace(draft, at=now, law=LAW) for draft in drafts]
            last = append(session, row, entries)
            sheet = match.sheet.with_entries(entries)
            row.finished_at = (row.finished_at or sheet.ended_at(now)) if sheet.finished else None
            row.idle_since = None
            if sheet.finished or was_finished:
                record_results(session, row, sheet, last)
            session.add(row)
            given = {"match_id": match.id, "key": form.key, "digest": form.digest, "answer": answer, "at": now}
            session.execute(insert(RECEIPT), given)
        self.booked(sheet.finished and not was_finished)
        return answer

    def unfinished(self, among: Among = None, idle: bool = False) -> list[Match | Unread]:
        """Return up to fifty running matches, latest activity first, unreadable ones last.

        Only those in `among`, if given; only archived ones if `idle`, else only the others."""
        resting = col(MatchRow.idle_since)
        query = OPEN.where(resting.is_not(None) if idle else resting.is_(None)).limit(50)
        if among is not None:
            query = query.where(col(MatchRow.id).in_(among))
        with self.reading() as session:
            return in_order(matches_in_order(session, session.exec(query).all()))

    def finished(
        self, limit: int, before: int | None = None, among: Among = None, players: Sequence[str] = (), game: str = ""
    ) -> list[Match | Unread]:
        """Return finished matches, latest first, from behind match `before` on.

        Only those in `among`, of that game and with all these players, if given."""
        with self.reading() as session:
            return matches_in_order(session, finished_numbers(session, limit, before, among, players, game))

    def of_day(self, day: date, limit: int, among: Among = None) -> list[Match | Unread]:
        """Return the matches that were played on a day, in order; only those in `among`, if given."""
        query = select(MatchRow.id).where(col(MatchRow.played_on) == day)
        if among is not None:
            query = query.where(col(MatchRow.id).in_(among))
        with self.reading() as session:
            return matches_in_order(session, session.exec(query.order_by(*BY_DAY).limit(limit)).all())

    def names(self, among: Among = None, limit: int = 24) -> list[str]:
        """Return the distinct names at the latest tables, latest first; only of tables in `among`, if given."""
        with self.reading() as session:
            return list(dict.fromkeys(latest_names(session, among)))[:limit]

    def latest_houses(self, game: str, rules: Iterable[str], among: Among = None) -> list[dict[str, Any]]:
        """Return the house rules at the latest tables of a game that changed one of these, latest first."""
        rules = list(rules)
        changed = or_(*(col(MatchRow.house).contains(json.dumps(rule), autoescape=True) for rule in rules))
        query = select(MatchRow.house).where(MatchRow.game == game, changed).order_by(col(MatchRow.id).desc()).limit(20)
        if among is not None:
            query = query.where(col(MatchRow.id).in_(among))
        found = []
        with self.reading() as session:
            for stored in session.exec(query):
                with suppress(*CANNOT_BE_READ):
                    house = json.loads(stored)
                    if any(rule in house for rule in rules):
                        found.append(house)
        return found


def insert_match(session: Session, new: NewMatch, key: str, digest: str) -> MatchRow:
    """Insert the row of a match and those of its seats."""
    match = MatchRow(
        code=free_match_code(session),
        game=new.game,
        house=json.dumps(new.house, sort_keys=True),
        first_dealer=new.first_dealer,
        law=LAW,
        opened_at=new.at,
        key=key,
        digest=digest,
    )
    session.add(match)
    session.flush()
    seats = [{"match_id": match.id, "number": number, "name": name} for number, name in enumerate(new.names)]
    session.execute(insert(SEAT), seats)
    return match


def append(session: Session, row: MatchRow, entries: Sequence[Entry]) -> int:
    """Append entries to a match, and return the id of its last one; ids are assigned in their order."""
    if rows := [values_of(entry) | {"match_id": row.id} for entry in entries]:
        session.execute(insert(ENTRY), rows)
    return int(session.execute(PULSE, {"code": row.code}).scalar() or 0)


def values_of(entry: Entry) -> dict[str, Any]:
    """Return the values of an entry's columns, without its id."""
    body = json.dumps(dict(entry.body), ensure_ascii=False)
    return {name: getattr(entry, name) for name in COLUMNS} | {"body": body}


def letters(length: int) -> str:
    """Return random letters and digits for a code."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(length))


def free_match_code(session: Session) -> str:
    """Return an unused match code."""
    while True:
        code = letters(CODE_LENGTH)
        if session.execute(PULSE, {"code": code}).first() is None:
            return code

"""Tables of the database. Their classes do not validate: check values first, then make the row.

An id is None until the row is stored."""

from datetime import UTC, date, datetime
from typing import Any

from sqlalchemy import BigInteger, Dialect, Integer
from sqlalchemy.types import DateTime, TypeDecorator
from sqlmodel import Field, Index, SQLModel, UniqueConstraint


class Moment(TypeDecorator[datetime]):
    """A point in time, stored and returned in UTC; SQLite alone would lose the time zone."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: Any, dialect: Dialect) -> Any:
        return value.astimezone(UTC) if value is not None else None

    def process_result_value(self, value: Any, dialect: Dialect) -> Any:
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


# Ids that may exceed 32 bits; SQLite's own integers for rows are as large.
Counter = BigInteger().with_variant(Integer, "sqlite")


class MatchRow(SQLModel, table=True):
    """A match: its game and house rules are fixed when it opens."""

    __tablename__ = "match"
    __table_args__ = (
        Index("match_open_latest", "finished_at", "id"),
        Index("match_finished_latest", "played_on", "finished_at", "finished_entry"),
        Index("match_of_game_latest", "game", "played_on", "finished_at", "finished_entry"),
    )

    id: int = Field(default=None, primary_key=True, sa_type=Counter)
    code: str = Field(unique=True, max_length=6)
    game: str = Field(max_length=40)
    house: str = "{}"  # JSON: house rules by name
    first_dealer: int = 0
    law: str = Field(default="", max_length=20)
    opened_at: datetime = Field(sa_type=Moment)
    finished_at: datetime | None = Field(default=None, sa_type=Moment)
    # Day played, and id of the last entry at its end; only for finished matches that are listed.
    played_on: date | None = None
    finished_entry: int | None = Field(default=None, sa_type=Counter)
    listed: bool = True  # False: ended before anything was booked, so not listed among the finished matches
    # Time it was archived as idle; the next entry clears it.
    idle_since: datetime | None = Field(default=None, sa_type=Moment)
    key: str = Field(unique=True, max_length=64)  # key of the form that opened it
    digest: str = Field(max_length=64)


class SeatRow(SQLModel, table=True):
    """A seat at the table, with the player's name."""

    __tablename__ = "seat"

    match_id: int = Field(primary_key=True, foreign_key="match.id", sa_type=Counter)
    number: int = Field(primary_key=True)
    name: str = Field(max_length=40)


class EntryRow(SQLModel, table=True):
    """One line of the ledger: appended, never changed or deleted."""

    __tablename__ = "entry"
    __table_args__ = (UniqueConstraint("match_id", "kind", "deal", "seat", "revision", name="one_revision"),)

    id: int = Field(default=None, primary_key=True, sa_type=Counter)
    match_id: int = Field(foreign_key="match.id", index=True, sa_type=Counter)
    kind: str = Field(max_length=12)
    deal: int
    seat: int
    revision: int
    how: str = Field(default="", max_length=12)
    points: int = 0
    cards: str = ""
    reason: str = ""
    by: str = Field(default="", max_length=40)
    body: str = "{}"
    law: str = Field(default="", max_length=20)
    device: int | None = Field(default=None, sa_type=Counter)
    at: datetime = Field(sa_type=Moment)


class ReceiptRow(SQLModel, table=True):
    """The answer to a form, by the form's key: the same key again gets the same answer."""

    __tablename__ = "receipt"

    match_id: int = Field(primary_key=True, foreign_key="match.id", sa_type=Counter)
    key: str = Field(primary_key=True, max_length=64)
    digest: str = Field(max_length=64)
    answer: str
    at: datetime = Field(sa_type=Moment)


class ResultRow(SQLModel, table=True):
    """One player's result of a finished match: derived from its entries, and rebuilt whenever they change."""

    __tablename__ = "result"
    __table_args__ = (
        Index("result_of_person_latest", "person", "played_on", "ended_at", "finished_entry"),
        Index("result_of_person_by_name", "person", "game", "name"),
        Index("result_latest", "played_on", "ended_at", "finished_entry"),
    )

    match_id: int = Field(primary_key=True, foreign_key="match.id", sa_type=Counter)
    seat: int = Field(primary_key=True)
    person: str = Field(max_length=200)  # folded name
    name: str = Field(max_length=40)
    game: str = Field(max_length=40)
    points: int
    won: bool
    # Copied from its match, so that a person's latest results are found by index.
    played_on: date | None = None
    ended_at: datetime | None = Field(default=None, sa_type=Moment)
    finished_entry: int = Field(default=0, sa_type=Counter)
    counts: bool = False  # some deal of the match counts; if not, statistics ignore it
    whole: bool = False  # played from the first deal to the last: only such results are compared
    complete: bool = False  # whole, and all its deals were booked: needed for records of totals
    players: int = 0  # number at the table, including latecomers and those who left
    house: str = "{}"  # copied from its match
    out: int = 0  # this and the next fields: see companion.sheet.match_statistics
    unknown: int = 0
    calls: int = 0
    jokers: int = 0
    heaviest: int = 0
    comeback: int = 0
    run: int = 0
    deals: str = "{}"  # JSON: points by the number of the deal


class PersonEntryRow(SQLModel, table=True):
    """An entry by the host about a name: appended, never changed or deleted."""

    __tablename__ = "person_entry"

    id: int = Field(default=None, primary_key=True)
    key: str = Field(unique=True, max_length=64)  # key of the form that posted it
    kind: str = Field(max_length=8)
    name: str = Field(max_length=40)
    other: str = Field(default="", max_length=40)
    at: datetime = Field(sa_type=Moment)


class DeviceRow(SQLModel, table=True):
    """A browser at a table."""

    __tablename__ = "device"
    __table_args__ = (Index("device_of_match", "match_id", "browser"), Index("device_of_browser", "browser"))

    id: int = Field(default=None, primary_key=True, sa_type=Counter)
    match_id: int = Field(foreign_key="match.id", sa_type=Counter)
    browser: str = Field(max_length=64)
    role: str = Field(max_length=8)
    seat: int | None = None
    confirmed: bool = True
    joined_at: datetime = Field(sa_type=Moment)
    sent_away_at: datetime | None = Field(default=None, sa_type=Moment)
    carried_from: str | None = Field(default=None, max_length=64)  # browser that this place was carried from, if any


class HostBrowserRow(SQLModel, table=True):
    """A browser that is host."""

    __tablename__ = "host_browser"

    id: int = Field(default=None, primary_key=True)
    browser: str = Field(unique=True, max_length=64)
    label: str = Field(default="", max_length=40)
    made_at: datetime = Field(sa_type=Moment)
    signed_off_at: datetime | None = Field(default=None, sa_type=Moment)


class LinkRow(SQLModel, table=True):
    """A link by its purpose: see companion.storage.access.links."""

    __tablename__ = "link"
    __table_args__ = (Index("link_of_match", "match_id", "purpose"),)

    secret: str = Field(primary_key=True, max_length=64)  # of a link for one browser only the digest
    purpose: str = Field(max_length=8)
    match_id: int | None = Field(default=None, foreign_key="match.id", sa_type=Counter)
    code: str | None = Field(default=None, unique=True, max_length=8)  # short one to type, for players and viewers
    # Id of the match's newest device when it was shared by its viewers' link after its end; None: not shared.
    shared_after: int | None = Field(default=None, sa_type=Counter)
    device: int | None = Field(default=None, sa_type=Counter)
    every_table: bool = False  # include its places at all its other tables
    expires_at: datetime | None = Field(default=None, sa_type=Moment)  # None: when revoked
    taken_by: str | None = Field(default=None, max_length=64)  # browser that used it, and may again: answers get lost


# Core tables: reading values from them costs a third of reading ORM rows.
SEAT, ENTRY, RECEIPT = (SQLModel.metadata.tables[name] for name in ("seat", "entry", "receipt"))

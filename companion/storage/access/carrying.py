"""A place at a table carried to another phone: by a link that works once, for one table or for all of a browser's."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from sqlalchemy import delete
from sqlmodel import Session, col, select

from companion.storage.access.devices import HOST_RENAMED, RANK, RENAMED, by_digest, digest, new_token
from companion.storage.access.hosts import LINK_LASTS
from companion.storage.models import CarryLinkRow, DeviceRow, MatchRow
from companion.storage.races import about_all, hold, settled
from companion.storage.store import Store


@dataclass(frozen=True)
class Carried:
    """What a link brought: the token the browser has from now on, the table it was made at, and how many there are."""

    token: str
    match: str
    tables: int


class Carrying:
    """The links of one database, behind the store's own lock and transactions."""

    def __init__(self, store: Store):
        self.store = store

    @settled
    def new_link(self, match_id: int, device: int, every_table: bool) -> str:
        """A secret that gives a device's place to one more browser, once, within ten minutes.

        One made before for that device opens nothing any more."""
        secret = new_token()
        with self.store.writing() as session:
            hold(session, match_id)
            mine = (col(CarryLinkRow.match_id) == match_id) & (col(CarryLinkRow.device) == device)
            session.execute(delete(CarryLinkRow).where(mine))
            link = CarryLinkRow(secret=digest(secret), match_id=match_id, device=device, every_table=every_table)  # type: ignore[call-arg]
            link.expires_at = datetime.now(UTC) + LINK_LASTS
            session.add(link)
        return secret

    @settled
    def take(self, secret: str, known: str = "") -> Carried | None:
        """One more browser at that place, whose own tables come along from the token it had; None: it opens nothing.

        The phone that gave the link stays. Of two who take a link at once one is first."""
        with self.store.writing() as session:
            link = session.get(CarryLinkRow, digest(secret), with_for_update=True)
            given = giver(session, link) if link and not link.used_at and link.expires_at > datetime.now(UTC) else None
            if link is None or given is None:
                return None
            link.used_at = datetime.now(UTC)
            session.add(link)
            about_all(session)
            token = new_token()
            for renamed in (RENAMED, HOST_RENAMED) if known else ():
                session.execute(renamed, {"old": digest(known), "new": digest(token)})
            session.refresh(given)  # it may be this browser that made the link
            places = places_of(session, given.token) if link.every_table else [given]
            for place in places:
                seat(session, place, digest(token))
            code = session.exec(select(MatchRow.code).where(MatchRow.id == given.match_id)).one()
            return Carried(token, code, len(places))


def giver(session: Session, link: CarryLinkRow) -> DeviceRow | None:
    """The device that made a link, as long as it is at its table."""
    there = (col(DeviceRow.match_id) == link.match_id) & (col(DeviceRow.id) == link.device)
    row = session.exec(select(DeviceRow).where(there)).first()
    return row if row and row.confirmed and not row.sent_away_at else None


def places_of(session: Session, token: str) -> Sequence[DeviceRow]:
    """The places of a browser at all its tables."""
    mine = (col(DeviceRow.token) == token) & col(DeviceRow.sent_away_at).is_(None) & col(DeviceRow.confirmed)
    return session.exec(select(DeviceRow).where(mine)).all()


def seat(session: Session, place: DeviceRow, token: str) -> None:
    """Give the browser of that token what a place is; where it had one at that table, it keeps the better of both."""
    mine = by_digest(session, place.match_id, token)
    if mine is None:
        mine = DeviceRow(match_id=place.match_id, token=token, joined_at=datetime.now(UTC), role=place.role)
    mine.role = max(mine.role, place.role, key=RANK.__getitem__)
    mine.seat, mine.confirmed = place.seat if mine.seat is None else mine.seat, True
    session.add(mine)

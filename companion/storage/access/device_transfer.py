"""A place at a table carried to another phone: by a link that works once, for one table or for all of a browser's."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from sqlalchemy import delete
from sqlmodel import Session, col, select

from companion.storage.access.browsers import browser_of, digest, new_token, renewed
from companion.storage.access.devices import RANK, of_browser
from companion.storage.access.hosts import LINK_LASTS
from companion.storage.models import CarryLinkRow, DeviceRow, MatchRow
from companion.storage.store import Store
from companion.storage.write_conflicts import about_all, hold, settled


@dataclass(frozen=True)
class Carried:
    """What a link brought: a token for the browser, the table it was made at, and how many there are."""

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
        """One more browser at that place, which keeps its own tables; None: the link opens nothing.

        The phone that gave the link stays. Of two who take a link at once one is first; it may take it again, should
        the answer be lost."""
        with self.store.writing() as session:
            link = session.get(CarryLinkRow, digest(secret), with_for_update=True)
            given = giver(session, link) if link and link.expires_at > datetime.now(UTC) else None
            if link is None or given is None or (link.used_at and not is_there(session, link, known)):
                return None
            about_all(session)
            token = new_token()
            browser = renewed(session, token, known)
            link.used_at, link.taken_by = datetime.now(UTC), browser
            session.add(link)
            places = places_of(session, given.browser) if link.every_table else [given]
            for place in places:
                seat(session, place, browser)
            code = session.exec(select(MatchRow.code).where(MatchRow.id == given.match_id)).one()
            return Carried(token, code, len(places))


def is_there(session: Session, link: CarryLinkRow, known: str) -> bool:
    """Whether it was the browser with that token that took the link, and is at the table still."""
    mine = browser_of(session, known)
    return mine is not None and mine == link.taken_by and of_browser(session, link.match_id, mine) is not None


def giver(session: Session, link: CarryLinkRow) -> DeviceRow | None:
    """The device that made a link, as long as it is at its table."""
    there = (col(DeviceRow.match_id) == link.match_id) & (col(DeviceRow.id) == link.device)
    row = session.exec(select(DeviceRow).where(there)).first()
    return row if row and row.confirmed and not row.sent_away_at else None


def places_of(session: Session, browser: str) -> Sequence[DeviceRow]:
    """The places of a browser at all its tables."""
    mine = (col(DeviceRow.browser) == browser) & col(DeviceRow.sent_away_at).is_(None) & col(DeviceRow.confirmed)
    return session.exec(select(DeviceRow).where(mine)).all()


def seat(session: Session, place: DeviceRow, browser: str) -> None:
    """Give a browser what a place is; where it had one at that table, it keeps the better of both.

    What it has by that alone goes with the place it came from."""
    mine = of_browser(session, place.match_id, browser)
    if mine is None:
        mine = DeviceRow(match_id=place.match_id, browser=browser, joined_at=datetime.now(UTC), role=place.role)
        mine.carried_from = place.browser
    mine.role = max(mine.role, place.role, key=RANK.__getitem__)
    mine.seat, mine.confirmed = place.seat if mine.seat is None else mine.seat, True
    session.add(mine)

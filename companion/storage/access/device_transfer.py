"""Transfer of a place at a table to another phone by a one-time link, for one table or all of a browser's tables."""

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
from companion.storage.transactions import affects_any_match, lock_match, retry_on_conflict


@dataclass(frozen=True)
class TransferredPlaces:
    """Result of a transfer: a token for the browser, the code of the match, and the number of tables."""

    token: str
    match: str
    tables: int


@retry_on_conflict
def new_link(store: Store, match_id: int, device: int, every_table: bool) -> str:
    """Return the secret of a new link, which gives a device's place to one more browser within ten minutes.

    An earlier link of that device becomes invalid."""
    secret = new_token()
    with store.writing() as session:
        lock_match(session, match_id)
        mine = (col(CarryLinkRow.match_id) == match_id) & (col(CarryLinkRow.device) == device)
        session.execute(delete(CarryLinkRow).where(mine))
        link = CarryLinkRow(secret=digest(secret), match_id=match_id, device=device, every_table=every_table)  # type: ignore[call-arg]
        link.expires_at = datetime.now(UTC) + LINK_LASTS
        session.add(link)
    return secret


@retry_on_conflict
def take(store: Store, secret: str, known: str = "") -> TransferredPlaces | None:
    """Give a device's place to one more browser, which keeps its own tables; None if the link is invalid.

    The device that made the link stays. Only one browser can use a link; the same one may use it again, in case
    the answer was lost."""
    with store.writing() as session:
        link = session.get(CarryLinkRow, digest(secret), with_for_update=True)
        given = source_device(session, link) if link and link.expires_at > datetime.now(UTC) else None
        if link is None or given is None or (link.used_at and not is_there(session, link, known)):
            return None
        affects_any_match(session)
        token = new_token()
        browser = renewed(session, token, known)
        link.used_at, link.taken_by = datetime.now(UTC), browser
        session.add(link)
        places = places_of_browser(session, given.browser) if link.every_table else [given]
        for place in places:
            seat(session, place, browser)
        code = session.exec(select(MatchRow.code).where(MatchRow.id == given.match_id)).one()
        return TransferredPlaces(token, code, len(places))


def is_there(session: Session, link: CarryLinkRow, known: str) -> bool:
    """True if the browser with that token used the link, and is still at the table."""
    mine = browser_of(session, known)
    return mine is not None and mine == link.taken_by and of_browser(session, link.match_id, mine) is not None


def source_device(session: Session, link: CarryLinkRow) -> DeviceRow | None:
    """Return the device that made a link; None if it is no longer at its table."""
    there = (col(DeviceRow.match_id) == link.match_id) & (col(DeviceRow.id) == link.device)
    row = session.exec(select(DeviceRow).where(there)).first()
    return row if row and row.confirmed and not row.sent_away_at else None


def places_of_browser(session: Session, browser: str) -> Sequence[DeviceRow]:
    """Return the places of a browser at all its tables."""
    mine = (col(DeviceRow.browser) == browser) & col(DeviceRow.sent_away_at).is_(None) & col(DeviceRow.confirmed)
    return session.exec(select(DeviceRow).where(mine)).all()


def seat(session: Session, place: DeviceRow, browser: str) -> None:
    """Give a browser a place; if it has one at that table, it keeps the better role, and its own seat.

    A place created by this is removed together with the one it came from."""
    mine = of_browser(session, place.match_id, browser)
    if mine is None:
        mine = DeviceRow(match_id=place.match_id, browser=browser, joined_at=datetime.now(UTC), role=place.role)
        mine.carried_from = place.browser
    mine.role = max(mine.role, place.role, key=RANK.__getitem__)
    mine.seat, mine.confirmed = place.seat if mine.seat is None else mine.seat, True
    session.add(mine)

"""One-time links: one makes a browser host, one gives it the place of a device; only digests of secrets are stored.

Only one browser can use a link. It may use it again while the link lasts, in case the answer was lost."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from sqlalchemy import delete
from sqlmodel import Session, col, select

from companion import clock
from companion.storage.access.browsers import digest, new_token
from companion.storage.access.devices import RANK, of_browser
from companion.storage.models import DeviceRow, LinkRow, MatchRow
from companion.storage.store import Store
from companion.storage.transactions import retry_on_conflict

HOST, CARRY = "host", "carry"  # purposes of a link
LASTS = timedelta(minutes=10)


class TransferredPlaces(NamedTuple):
    """Result of a transfer: the code of the match, and the number of tables."""

    match: str
    tables: int


@retry_on_conflict
def new_link(
    store: Store, purpose: str, match_id: int | None = None, device: int | None = None, every: bool = False
) -> str:
    """Return the secret of a new link, valid for ten minutes; the earlier one of that purpose and device ends.

    A link to carry a place includes the device's places at all its tables if it is for `every` table."""
    secret = new_token()
    same = (col(LinkRow.purpose) == purpose) & col(LinkRow.device).is_not_distinct_from(device)
    ending = same & col(LinkRow.expires_at).is_not(None) | (col(LinkRow.expires_at) < clock.earliest())
    with store.writing() as session:
        session.execute(delete(LinkRow).where(ending))
        link = LinkRow(secret=digest(secret), purpose=purpose, match_id=match_id, device=device, every_table=every)
        link.expires_at = clock.latest() + LASTS
        session.add(link)
    return secret


def use(session: Session, purpose: str, secret: str, browser: str) -> LinkRow | None:
    """Return the link of a secret; None if it is unknown, too old, or was taken by another browser."""
    link = session.get(LinkRow, digest(secret), with_for_update=True)
    if link is None or link.purpose != purpose or link.taken_by not in (None, browser):
        return None
    return link if link.expires_at is None or link.expires_at > clock.earliest() else None


@retry_on_conflict
def take_place(store: Store, secret: str, token: str) -> TransferredPlaces | None:
    """Give a device's place to one more browser, which keeps its own tables; None if the link is invalid.

    The device that made the link stays."""
    browser = digest(token)
    with store.writing() as session:
        link = use(session, CARRY, secret, browser)
        given = session.get(DeviceRow, link.device) if link else None
        if link is None or given is None or given.sent_away_at or not given.confirmed:
            return None
        if link.taken_by and of_browser(session, given.match_id, browser) is None:
            return None  # sent away since
        link.taken_by = browser
        session.add(link)
        places = places_of_browser(session, given.browser) if link.every_table else [given]
        for place in places:
            seat(session, place, browser)
        code = session.exec(select(MatchRow.code).where(MatchRow.id == given.match_id)).one()
        return TransferredPlaces(code, len(places))


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

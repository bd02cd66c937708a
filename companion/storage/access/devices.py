"""Devices at a table, with their roles and seats."""

from collections.abc import Collection, Sequence
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Row, bindparam, text
from sqlmodel import Session, col, select
from sqlmodel.sql.expression import SelectOfScalar

from companion.rules.text import N_
from companion.sheet.refusals import Refused
from companion.storage.access.browsers import digest
from companion.storage.access.links import CARRY, HOST, PLAYER, VIEWER, invite_of, invites_of, renew, use
from companion.storage.matches import readable
from companion.storage.models import DeviceRow, LinkRow, MatchRow
from companion.storage.store import Form, Store
from companion.storage.transactions import lock_match, retry_on_conflict

RANK = {VIEWER: 1, PLAYER: 2, HOST: 3}
HERE = text(
    "SELECT device.id, role, seat, confirmed,"
    " coalesce((SELECT max(id) FROM entry WHERE match_id = match.id), 0) AS newest,"
    " EXISTS (SELECT 1 FROM host_browser WHERE browser = :browser AND signed_off_at IS NULL) AS host"
    " FROM device JOIN match ON match.id = match_id"
    " WHERE match.code = :code AND browser = :browser AND sent_away_at IS NULL"
)
PRESENT = (
    select(DeviceRow)
    .where(col(DeviceRow.match_id) == bindparam("match"), col(DeviceRow.sent_away_at).is_(None))
    .order_by(col(DeviceRow.id))
)


class Devices:
    """The devices of one database, through the store's lock and transactions."""

    def __init__(self, store: Store):
        self.store = store

    def of(self, match_id: int) -> Sequence[DeviceRow]:
        """Return the devices at a table in order of joining, without those sent away."""
        with self.store.reading() as session:
            return present(session, match_id)

    def at(self, token: str, code: str) -> Row[Any] | None:
        """Return the device of that token at the match of that code, by one query: phones poll every second."""
        if not token:
            return None
        with self.store.reading() as session:
            return session.execute(HERE, {"browser": digest(token), "code": code}).first()

    @retry_on_conflict
    def host(self, match_id: int, token: str) -> None:
        """Make the browser that opened a table in an open house its host, as the first device there.

        The same form again has no effect, because players may have removed that host."""
        with self.store.writing() as session:
            lock_match(session, match_id)
            if session.exec(select(DeviceRow.id).where(DeviceRow.match_id == match_id)).first() is None:
                now = datetime.now(UTC)
                session.add(DeviceRow(match_id=match_id, browser=digest(token), role=HOST, joined_at=now))

    @retry_on_conflict
    def join(self, match_id: int, token: str, role: str, seat: int | None) -> DeviceRow:
        """Let a browser join, as a player with a seat or to watch.

        At a seat held by another browser it waits for confirmation by the table. The table's host stays host at any
        seat. Raises: Refused for a seat that the sheet does not have, or no longer."""
        with self.store.writing() as session:
            lock_match(session, match_id)
            if seat is not None and seat not in readable(session, session.get_one(MatchRow, match_id)).sheet.seats:
                raise Refused("seat", N_("That seat was removed from the sheet. Choose another one."))
            browser = digest(token)
            row = of_browser(session, match_id, browser)
            held = any(other.seat == seat and other.browser != browser for other in present(session, match_id))
            if row is None:
                row = DeviceRow(match_id=match_id, browser=browser, joined_at=datetime.now(UTC), role=role)
            row.role = HOST if row.role == HOST else role
            row.seat, row.confirmed = seat, seat is None or not held or row.role == HOST
            session.add(row)
            return row

    @retry_on_conflict
    def confirm(self, match_id: int, device_id: int) -> None:
        """Confirm a waiting device; the browser that held the seat before leaves it."""
        with self.store.writing() as session:
            lock_match(session, match_id)
            rows = present(session, match_id)
            row = next((row for row in rows if row.id == device_id), None)
            if row is None or row.confirmed:
                return
            for other in rows:
                if other.seat == row.seat and other.id != row.id:
                    leave_seat(session, other)
            row.confirmed = True
            session.add(row)

    @retry_on_conflict
    def revoke(self, match_id: int, device_id: int, by: int | None = None) -> None:
        """Revoke a device at this table and in its other matches of the evening, and renew the invite codes.

        From the next request on, it and the phones its place was carried to have no access; the device `by` stays.
        Devices that wait for confirmation came by the old codes too, and have to join again."""
        with self.store.writing() as session:
            lock_match(session, match_id)
            rows = present(session, match_id)
            row = next((row for row in rows if row.id == device_id), None)
            if row is None:
                return
            stays = next((other.browser for other in rows if other.id == by and by != device_id), None)
            leaving = [row, *carried_on(rows, row.browser, stays)]
            for met in {met for place in leaving for met in revoke_evening(session, place)}:
                for waiting in present(session, met):
                    if not waiting.confirmed:
                        waiting.sent_away_at = datetime.now(UTC)
                        session.add(waiting)
                for link in invites_of(session, met):
                    renew(session, link, self.store.code_length)

    @retry_on_conflict
    def follow(self, match_id: int, next_id: int, seats: Sequence[int]) -> None:
        """Take all devices of a table along to the next match, where the seats are those given, in that order.

        A device that already was there is not taken along again, because it may have been sent away. A device that
        came by the shared link of the finished match is not taken along."""
        with self.store.writing() as session:
            lock_match(session, next_id)
            viewers = invite_of(session, match_id, VIEWER)
            there = set(session.exec(select(DeviceRow.browser).where(col(DeviceRow.match_id) == next_id)))
            for row in present(session, match_id):
                if row.confirmed and row.browser not in there and not came_by_link(row, viewers):
                    playing = row.seat in seats
                    session.add(
                        DeviceRow(
                            match_id=next_id,
                            browser=row.browser,
                            role=row.role if playing or row.seat is None or row.role == HOST else VIEWER,
                            seat=list(seats).index(row.seat) if playing else None,  # type: ignore[arg-type]
                            joined_at=row.joined_at,
                            carried_from=row.carried_from,
                        )
                    )

    @retry_on_conflict
    def take_place(self, secret: str, token: str) -> tuple[str, int] | None:
        """Give the place of a link's device to one more browser, which keeps its own tables; None if it is invalid.

        Return the code of the match, and the number of tables. The device that made the link stays."""
        browser = digest(token)
        with self.store.writing() as session:
            link = use(session, CARRY, secret, browser)
            given = session.get(DeviceRow, link.device) if link else None
            if link is None or given is None or given.sent_away_at or not given.confirmed:
                return None
            if link.taken_by and of_browser(session, given.match_id, browser) is None:
                return None  # sent away since
            link.taken_by = browser
            session.add(link)
            mine = (col(DeviceRow.browser) == given.browser) & col(DeviceRow.sent_away_at).is_(None)
            every = select(DeviceRow).where(mine, col(DeviceRow.confirmed))
            places = session.exec(every).all() if link.every_table else [given]
            for place in places:
                seat(session, place, browser)
            code = session.exec(select(MatchRow.code).where(MatchRow.id == given.match_id)).one()
            return code, len(places)


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


def matches_of(token: str, latest: int | None = None) -> SelectOfScalar[int]:
    """Return the query for the matches of the browser of that token; only the latest ones, if a number is given."""
    mine = (col(DeviceRow.browser) == digest(token)) & col(DeviceRow.sent_away_at).is_(None)
    query = select(DeviceRow.match_id).where(mine, col(DeviceRow.confirmed))
    return query if latest is None else query.order_by(col(DeviceRow.id).desc()).limit(latest)


def present(session: Session, match_id: int) -> Sequence[DeviceRow]:
    """Return the rows of a table's devices, without those sent away."""
    return session.exec(PRESENT, params={"match": match_id}).all()


def came_by_link(row: DeviceRow, viewers: LinkRow | None) -> bool:
    """Return whether a device came by the viewers' link of a finished match that is shared."""
    shared = viewers.shared_after if viewers else None
    return shared is not None and row.role == VIEWER and row.id > shared


def carried_on(rows: Sequence[DeviceRow], browser: str, stays: str | None) -> list[DeviceRow]:
    """Return the devices to which a browser's place was carried, directly or through others, without `stays`."""
    found: list[DeviceRow] = []
    givers = {browser}
    for _ in rows:  # longest possible chain
        found = [row for row in rows if row.carried_from in givers and row.browser not in (browser, stays)]
        givers = {browser, *(row.browser for row in found)}
    return found


def leave_seat(session: Session, row: DeviceRow) -> None:
    """Send a browser away whose seat another took; the table's host stays, without a seat."""
    if row.role == HOST:
        row.seat = None
        session.add(row)
    else:
        revoke_evening(session, row)


def revoke_evening(session: Session, row: DeviceRow) -> list[int]:
    """Send a browser away from a match and from all matches joined to it by rematches; return these."""
    everywhere = session.exec(select(DeviceRow).where(DeviceRow.browser == row.browser)).all()
    matches = evening(session, row.match_id, {place.match_id for place in everywhere})
    for place in everywhere:
        if place.match_id in matches and place.sent_away_at is None:
            place.sent_away_at = datetime.now(UTC)
            session.add(place)
    return matches


def evening(session: Session, match_id: int, among: Collection[int]) -> list[int]:
    """Return those of the matches `among` that are joined to this match by a chain of rematches, itself included."""
    later = rematches(session, match_id)
    return [match for match in among if match == match_id or match in later or match_id in rematches(session, match)]


def rematches(session: Session, match_id: int) -> list[int]:
    """Return the rematch of a match, the rematch of that one, and so on."""
    found: list[int] = []
    match = session.get(MatchRow, match_id)
    while match is not None:
        match = session.exec(select(MatchRow).where(MatchRow.key == Form.rematch(match.key).key)).first()
        if match is not None:
            found.append(match.id)
    return found


def of_browser(session: Session, match_id: int, browser: str) -> DeviceRow | None:
    """Return the row of a browser at a table."""
    return next((row for row in present(session, match_id) if row.browser == browser), None)

"""Who may do what: the devices at a table, their roles and their seats."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from sqlalchemy import bindparam, text
from sqlmodel import Session, col, select
from sqlmodel.sql.expression import SelectOfScalar

from companion.storage.access.browsers import OPENS, SINCE, browser_of, browser_with, digest, note, renewed, since
from companion.storage.access.invites import PLAYER, VIEWER, renew
from companion.storage.models import DeviceRow, InviteCodesRow, MatchRow
from companion.storage.store import Form, Store
from companion.storage.write_conflicts import about_all, hold, settled

HOST = "host"
RANK = {VIEWER: 1, PLAYER: 2, HOST: 3}
HERE = text(
    "SELECT device.id, role, seat, confirmed, joined_at, state, used_on,"
    " (SELECT max(id) FROM entry WHERE match_id = match.id) AS newest,"
    " EXISTS (SELECT 1 FROM host_browser WHERE browser = held.browser AND signed_off_at IS NULL) AS host"
    " FROM browser_token AS held JOIN device ON device.browser = held.browser JOIN match ON match.id = match_id"
    f" WHERE match.code = :code AND token = :token AND {OPENS} AND sent_away_at IS NULL"
).bindparams(SINCE)
PRESENT = (
    select(DeviceRow)
    .where(col(DeviceRow.match_id) == bindparam("match"), col(DeviceRow.sent_away_at).is_(None))
    .order_by(col(DeviceRow.id))
)


@dataclass(frozen=True)
class Device:
    """A browser at a table: its role, its seat if it plays, and whether the table still has to know it."""

    id: int
    role: str
    seat: int | None
    confirmed: bool
    joined_at: datetime
    newest: int | None = None  # the last entry of the match, where it was read along
    host: bool = False  # whether this browser is host as well, where that was read along
    noted: bool = False  # whether its token was seen for the first time, or the first time today
    carried: bool = False  # whether its place was carried to it from another phone of the table
    takes_along: bool = False  # whether its place was carried on, so that others leave with it


class Devices:
    """The devices of one database, behind the store's own lock and transactions."""

    def __init__(self, store: Store):
        self.store = store

    def of(self, match_id: int) -> list[Device]:
        """The devices at a table, in the order they came; those sent away are not among them."""
        with self.store.reading() as session:
            rows = present(session, match_id)
            givers = {row.carried_from for row in rows}
            return [replace(device_of(row), takes_along=row.browser in givers) for row in rows]

    def at(self, token: str, code: str) -> Device | None:
        """The device of that token at the match of that code, in one look; phones ask every second."""
        row = self.store.glance(HERE, token=digest(token), code=code, since=since())
        if row is None:
            return None
        noted = note(self.store, token, row.state, row.used_on)
        here = (row.id, row.role, row.seat, bool(row.confirmed), row.joined_at)
        return Device(*here, row.newest or 0, bool(row.host), noted)

    def again(self, match_id: int, token: str) -> Device | None:
        """The device that a browser with that token has, or comes again for since the answer was lost."""
        with self.store.reading() as session:
            browser = browser_of(session, token)
            row = of_browser(session, match_id, browser) if browser else None
            return device_of(row) if row else None

    def waiting(self, match_id: int) -> list[Device]:
        """The devices that somebody at the table still has to know."""
        return [device for device in self.of(match_id) if not device.confirmed]

    @settled
    def host(self, match_id: int, token: str) -> None:
        """Make the browser that opened a table in an open house its host, the first to be there.

        Whoever sends that form once more is not: it is in what the players of a table can take away."""
        with self.store.writing() as session:
            hold(session, match_id)
            if session.exec(select(DeviceRow.id).where(DeviceRow.match_id == match_id)).first() is None:
                browser, now = renewed(session, token), datetime.now(UTC)
                session.add(DeviceRow(match_id=match_id, browser=browser, role=HOST, joined_at=now))

    @settled
    def join(self, match_id: int, token: str, role: str, seat: int | None, known: str = "") -> Device:
        """Let a browser in under a new token, which is as good for its other tables, and for what it is as host.

        At a seat that another browser holds it waits until somebody at the table confirms it. The table's host stays
        its host, whatever seat it takes."""
        with self.store.writing() as session:
            hold(session, match_id)
            browser = renewed(session, token, known)
            row = of_browser(session, match_id, browser)
            held = any(other.seat == seat and other.browser != browser for other in present(session, match_id))
            if row is None:
                row = DeviceRow(match_id=match_id, browser=browser, joined_at=datetime.now(UTC), role=role)
            row.role = HOST if row.role == HOST else role
            row.seat, row.confirmed = seat, seat is None or not held or row.role == HOST
            session.add(row)
            session.flush()
            return device_of(row)

    @settled
    def confirm(self, match_id: int, device_id: int) -> None:
        """That is the player: the browser that held the seat before leaves it."""
        with self.store.writing() as session:
            hold(session, match_id)
            rows = present(session, match_id)
            row = next((row for row in rows if row.id == device_id), None)
            if row is None or row.confirmed:
                return
            for other in rows:
                if other.seat == row.seat and other.id != row.id:
                    leave_seat(session, other)
            row.confirmed = True
            session.add(row)

    @settled
    def revoke(self, match_id: int, device_id: int, by: int | None = None) -> None:
        """Revoke a device of this table, and of the matches it followed or led to; the codes it knew open nothing.

        It is nobody from the next request on, nor are the phones its place was carried to; the one that says so stays.
        Whoever still waits came by these codes too, and has to come again."""
        with self.store.writing() as session:
            hold(session, match_id)
            rows = present(session, match_id)
            row = next((row for row in rows if row.id == device_id), None)
            if row is None:
                return
            stays = next((one.browser for one in rows if one.id == by and by != device_id), None)
            leaving = [row, *carried_on(rows, row.browser, stays)]
            for met in {met for one in leaving for met in revoke_evening(session, one)}:
                for waiting in present(session, met):
                    if not waiting.confirmed:
                        waiting.sent_away_at = datetime.now(UTC)
                        session.add(waiting)
                codes = session.get(InviteCodesRow, met)
                if codes:
                    renew(session, codes, self.store.typed)

    @settled
    def follow(self, match_id: int, next_id: int, seats: Sequence[int]) -> None:
        """Take everybody at one table along to the next match, where the seats are those given, in that order.

        Whoever was there before is not taken along again: they may have been sent away. Whoever came by the link to
        the finished match may look at that one alone."""
        with self.store.writing() as session:
            hold(session, next_id)
            codes = session.get(InviteCodesRow, match_id)
            there = set(session.exec(select(DeviceRow.browser).where(col(DeviceRow.match_id) == next_id)))
            for row in present(session, match_id):
                if row.confirmed and row.browser not in there and not came_by_link(row, codes):
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


def matches_of(token: str, latest: int | None = None) -> SelectOfScalar[int]:
    """The query for the numbers of the matches that the browser of that token is at; the latest so many, if given."""
    mine = (col(DeviceRow.browser) == browser_with(token)) & col(DeviceRow.sent_away_at).is_(None)
    query = select(DeviceRow.match_id).where(mine, col(DeviceRow.confirmed))
    return query if latest is None else query.order_by(col(DeviceRow.id).desc()).limit(latest)


def present(session: Session, match_id: int) -> Sequence[DeviceRow]:
    """The rows of a table's devices that were not sent away."""
    return session.exec(PRESENT, params={"match": match_id}).all()


def came_by_link(row: DeviceRow, codes: InviteCodesRow | None) -> bool:
    """Whether a device came to look at a finished match, by the link that was shared."""
    shared = codes.shared_after if codes else None
    return shared is not None and row.role == VIEWER and (row.id or 0) > shared


def carried_on(rows: Sequence[DeviceRow], browser: str, stays: str | None) -> list[DeviceRow]:
    """The devices of a table to which the place of a browser was carried, from one to the next; one may stay."""
    found: list[DeviceRow] = []
    givers = {browser}
    for _ in rows:  # no chain is longer
        found = [row for row in rows if row.carried_from in givers and row.browser not in (browser, stays)]
        givers = {browser, *(row.browser for row in found)}
    return found


def leave_seat(session: Session, row: DeviceRow) -> None:
    """Send a browser away whose seat another has; the table's host stays, without a seat."""
    if row.role == HOST:
        row.seat = None
        session.add(row)
    else:
        revoke_evening(session, row)


def revoke_evening(session: Session, row: DeviceRow) -> list[int]:
    """Send a browser away from a match and from all that one evening made of it by rematches; these matches."""
    about_all(session)
    everywhere = session.exec(select(DeviceRow).where(DeviceRow.browser == row.browser)).all()
    matches = evening(session, row.match_id, {one.match_id for one in everywhere})
    for one in everywhere:
        if one.match_id in matches and one.sent_away_at is None:
            one.sent_away_at = datetime.now(UTC)
            session.add(one)
    return matches


def evening(session: Session, match_id: int, among: Collection[int]) -> list[int]:
    """Of these matches, those that a chain of rematches joins with one of them, itself included."""
    later = rematches(session, match_id)
    return [one for one in among if one == match_id or one in later or match_id in rematches(session, one)]


def rematches(session: Session, match_id: int) -> list[int]:
    """The rematch of a match, the rematch of that one, and so on."""
    found: list[int] = []
    match = session.get(MatchRow, match_id)
    while match is not None:
        match = session.exec(select(MatchRow).where(MatchRow.key == Form.rematch(match.key).key)).first()
        if match is not None and match.id is not None:
            found.append(match.id)
    return found


def of_browser(session: Session, match_id: int, browser: str) -> DeviceRow | None:
    """The row of a browser at a table."""
    return next((row for row in present(session, match_id) if row.browser == browser), None)


def device_of(row: DeviceRow) -> Device:
    """The device that a row keeps."""
    here = (row.id or 0, row.role, row.seat, row.confirmed, row.joined_at)
    return Device(*here, carried=row.carried_from is not None)

"""Links by purpose: to join or watch a match, to be host, to carry a place to another phone, to the calendar feed.

A link that makes a host or carries a place is for one browser, which may use it again while the link lasts, in case
the answer was lost; only the digest of its secret is stored. The others are shown again, and valid until they are
revoked."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from sqlalchemy import ColumnElement, delete, func, update
from sqlmodel import Session, col, select

from companion import clock
from companion.storage.access.browsers import digest, new_token
from companion.storage.models import DeviceRow, LinkRow, MatchRow
from companion.storage.store import CODE_LENGTH, Store, letters
from companion.storage.transactions import lock_match, retry_on_conflict

HOST, PLAYER, VIEWER = "host", "player", "viewer"  # purposes of links, and the roles that these give
INVITES = (PLAYER, VIEWER)
CARRY, CALENDAR = "carry", "calendar"  # more purposes
LINK_LIFETIME = timedelta(minutes=10)  # of a link for one browser
LONG_CODE = 8  # letters of a code to type in an open house, and with more than FEW_TABLES in play
FEW_TABLES = 20  # tables up to which short codes withstand a year of guessing: see SECURITY.md
SECRET = 27  # characters of a code in a link: 128 bits
CODE_LENGTHS = (CODE_LENGTH, LONG_CODE)


@dataclass(frozen=True)
class InviteCodes:
    """The codes of a match for players and viewers: short to type, long in a link."""

    join: str
    view: str
    join_secret: str
    view_secret: str


@dataclass(frozen=True)
class Invite:
    """The match and role that a code opens, and the long code of the same role."""

    match: str
    role: str
    secret: str


class Links:
    """The links of one database, through the store's lock and transactions."""

    def __init__(self, store: Store):
        self.store = store

    @retry_on_conflict
    def new(self, purpose: str, match_id: int | None = None, device: int | None = None, every: bool = False) -> str:
        """Return the secret of a new link for one browser; the earlier one of that purpose and device ends.

        A link to carry a place includes the device's places at all its tables if it is for `every` table."""
        secret = new_token()
        same = (col(LinkRow.purpose) == purpose) & col(LinkRow.device).is_not_distinct_from(device)
        ending = same & col(LinkRow.expires_at).is_not(None) | (col(LinkRow.expires_at) < clock.earliest())
        with self.store.writing() as session:
            session.execute(delete(LinkRow).where(ending))
            link = LinkRow(secret=digest(secret), purpose=purpose, match_id=match_id, device=device, every_table=every)
            link.expires_at = clock.latest() + LINK_LIFETIME
            session.add(link)
        return secret

    @retry_on_conflict
    def codes(self, match_id: int) -> InviteCodes:
        """Return the codes of a match, created on first use."""
        with self.store.reading() as session:
            found = invites_of(session, match_id)
        if not found:
            with self.store.writing() as session:
                lock_match(session, match_id)
                found = invites_of(session, match_id) or [
                    new_invite(session, match_id, role, self.store.code_length) for role in INVITES
                ]
        players, viewers = found
        return InviteCodes(str(players.code), str(viewers.code), players.secret, viewers.secret)

    def resolve(self, code: str) -> Invite | None:
        """Return the invite of a code; None if it is unknown, or the match is finished and its link not shared."""
        code = "".join(code.split()).upper()
        if not can_be_typed(code) and len(code) != SECRET:
            return None
        with self.store.reading() as session:
            link = session.exec(select(LinkRow).where(opened_by(code))).first()
            match = session.get(MatchRow, link.match_id) if link else None
            if link is None or match is None:
                return None
            if match.finished_at and (link.shared_after is None or code != link.secret):
                return None
            return Invite(match.code, link.purpose, link.secret)

    def shared(self, match_id: int) -> str | None:
        """Return the code in the link to a finished match; None if it is not shared."""
        with self.store.reading() as session:
            viewers = invite_of(session, match_id, VIEWER)
            return viewers.secret if viewers and viewers.shared_after is not None else None

    @retry_on_conflict
    def share(self, match_id: int) -> None:
        """Share a match by its viewers' link; the code that was known while it ran becomes invalid."""
        self.codes(match_id)
        with self.store.writing() as session:
            lock_match(session, match_id)
            viewers = invite_of(session, match_id, VIEWER)
            if viewers and viewers.shared_after is None:
                here = select(func.max(col(DeviceRow.id))).where(DeviceRow.match_id == match_id)
                viewers.shared_after = session.exec(here).one() or 0
                renew(session, viewers, self.store.code_length)

    @retry_on_conflict
    def unshare(self, match_id: int) -> None:
        """Revoke the link to a finished match, and send away the devices that came by it."""
        with self.store.writing() as session:
            lock_match(session, match_id)
            viewers = invite_of(session, match_id, VIEWER)
            if viewers is None or viewers.shared_after is None:
                return
            came_by_it = (col(DeviceRow.role) == VIEWER) & (col(DeviceRow.id) > viewers.shared_after)
            here = (col(DeviceRow.match_id) == match_id) & col(DeviceRow.sent_away_at).is_(None)
            session.execute(update(DeviceRow).where(here, came_by_it).values(sent_away_at=datetime.now(UTC)))
            viewers.shared_after = None
            renew(session, viewers, self.store.code_length)

    def calendar(self) -> str | None:
        """Return the secret in the address of the calendar feed; None if there is no address."""
        with self.store.reading() as session:
            return session.exec(select(LinkRow.secret).where(LinkRow.purpose == CALENDAR)).first()

    def make_calendar(self) -> None:
        """Create the address of the calendar feed, unless there is one."""
        if self.calendar() is None:
            with self.store.writing() as session:
                session.add(LinkRow(secret=new_token(), purpose=CALENDAR))

    def end_calendar(self) -> None:
        """Revoke the address of the calendar feed."""
        with self.store.writing() as session:
            session.execute(delete(LinkRow).where(col(LinkRow.purpose) == CALENDAR))


def use(session: Session, purpose: str, secret: str, browser: str) -> LinkRow | None:
    """Return the link of a secret; None if it is unknown, too old, or was taken by another browser."""
    link = session.get(LinkRow, digest(secret), with_for_update=True)
    if link is None or link.purpose != purpose or link.taken_by not in (None, browser):
        return None
    return link if link.expires_at is None or link.expires_at > clock.earliest() else None


def can_be_typed(code: str) -> bool:
    """Return whether a code has the length of a typed one; a link has a longer one."""
    return len(code) in CODE_LENGTHS and code.isascii() and code.isalnum()


def invites_of(session: Session, match_id: int) -> list[LinkRow]:
    """Return the links of a match for players and for viewers, in this order; none before their first use."""
    of_match = select(LinkRow).where(LinkRow.match_id == match_id, col(LinkRow.purpose).in_(INVITES))
    return [*session.exec(of_match.order_by(col(LinkRow.purpose)))]


def invite_of(session: Session, match_id: int, role: str) -> LinkRow | None:
    """Return the link of a match for that role; None before its first use."""
    return session.exec(select(LinkRow).where(LinkRow.match_id == match_id, LinkRow.purpose == role)).first()


def new_invite(session: Session, match_id: int, role: str, length: int) -> LinkRow:
    """Make the link of a match for that role, with a code to type of that length at least."""
    link = LinkRow(secret=letters(SECRET), code=free_code(session, length), purpose=role, match_id=match_id)
    session.add(link)
    return link


def renew(session: Session, link: LinkRow, length: int) -> None:
    """Replace the codes of a match's link; the old ones become invalid."""
    link.code, link.secret = free_code(session, length), letters(SECRET)
    session.add(link)


def opened_by(code: str) -> ColumnElement[bool]:
    """Return the SQL condition that this is a link for players or viewers with that code, typed or long."""
    return col(LinkRow.purpose).in_(INVITES) & ((col(LinkRow.code) == code) | (col(LinkRow.secret) == code))


def free_code(session: Session, length: int) -> str:
    """Return an unused code to type, of that length at least."""
    at_play = session.exec(select(func.count(col(MatchRow.id))).where(col(MatchRow.finished_at).is_(None))).one()
    while True:
        code = letters(length if at_play <= FEW_TABLES else LONG_CODE)
        if not session.exec(select(LinkRow).where(opened_by(code))).first():
            return code

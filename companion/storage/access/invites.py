"""Invite codes of a match."""

import secrets
from dataclasses import dataclass

from sqlalchemy import ColumnElement, func
from sqlmodel import Session, col, select

from companion.storage.models import InviteCodesRow, MatchRow
from companion.storage.store import CODE_LETTERS, TYPED, Store
from companion.storage.transactions import lock_match, retry_on_conflict

VIEWER, PLAYER = "viewer", "player"
LONGER = 8  # characters of a typed code in an open house, and with more tables in play than:
FEW_TABLES = 20  # up to which short codes withstand a year of guessing: see SECURITY.md
SECRET = 27  # characters of a code in a link: 128 bits
TYPEABLE = (TYPED, LONGER)


@dataclass(frozen=True)
class InviteCodes:
    """The invite codes of a match for players and viewers: short to type, long in a link."""

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


class Invites:
    """The invite codes of one database, through the store's lock and transactions."""

    def __init__(self, store: Store):
        self.store = store

    @retry_on_conflict
    def codes(self, match_id: int) -> InviteCodes:
        """Return the codes of a match, created on first use."""
        with self.store.reading() as session:
            row = session.get(InviteCodesRow, match_id)
            if row:
                return codes_of(row)
        with self.store.writing() as session:
            lock_match(session, match_id)
            row = session.get(InviteCodesRow, match_id)
            if row is None:
                row = InviteCodesRow(match_id=match_id)  # type: ignore[call-arg]
                renew(session, row, self.store.typed)
            return codes_of(row)

    def resolve(self, code: str) -> Invite | None:
        """Return the invite of a code; None if it is unknown, or the match is finished and its link not shared."""
        code = "".join(code.split()).upper()
        if not can_be_typed(code) and len(code) != SECRET:
            return None
        with self.store.reading() as session:
            row = session.exec(select(InviteCodesRow).where(opened_by(code))).first()
            match = session.get(MatchRow, row.match_id) if row else None
            if row is None or match is None:
                return None
            if match.finished_at and (row.shared_after is None or code != row.view_secret):
                return None
            plays = code in (row.join_code, row.join_secret)
            return Invite(match.code, *((PLAYER, row.join_secret) if plays else (VIEWER, row.view_secret)))


def can_be_typed(code: str) -> bool:
    """True if a code has the length of a typed one; a link has a longer one."""
    return len(code) in TYPEABLE and code.isascii() and code.isalnum()


def codes_of(row: InviteCodesRow) -> InviteCodes:
    """Return the codes of a row."""
    return InviteCodes(row.join_code, row.view_code, row.join_secret, row.view_secret)


def opened_by(code: str) -> ColumnElement[bool]:
    """Return the SQL condition that one of a match's codes is this one."""
    typed = (col(InviteCodesRow.join_code) == code) | (col(InviteCodesRow.view_code) == code)
    return typed | (col(InviteCodesRow.join_secret) == code) | (col(InviteCodesRow.view_secret) == code)


def renew(session: Session, row: InviteCodesRow, typed: int) -> None:
    """Replace the codes of a match, with typed ones of that length at least; the old ones become invalid."""
    row.join_code, row.join_secret = free_code(session, typed), letters(SECRET)
    renew_view(session, row, typed)


def renew_view(session: Session, row: InviteCodesRow, typed: int) -> None:
    """Replace the viewers' codes of a match."""
    row.view_code, row.view_secret = free_code(session, typed), letters(SECRET)
    session.add(row)


def free_code(session: Session, typed: int) -> str:
    """Return an unused code to type, of that length at least."""
    at_play = session.exec(select(func.count(col(MatchRow.id))).where(col(MatchRow.finished_at).is_(None))).one()
    length = typed if at_play <= FEW_TABLES else LONGER
    while True:
        code = letters(length)
        if not session.exec(select(InviteCodesRow).where(opened_by(code))).first():
            return code


def letters(length: int) -> str:
    """Return random letters and digits."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(length))

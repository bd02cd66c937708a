"""The invite codes of a match, and what they open."""

import secrets
from dataclasses import dataclass

from sqlalchemy import ColumnElement, func
from sqlmodel import Session, col, select

from companion.storage.models import InviteCodesRow, MatchRow
from companion.storage.store import CODE_LETTERS, TYPED, Store
from companion.storage.write_conflicts import hold, settled

VIEWER, PLAYER = "viewer", "player"
LONGER = 8  # letters and digits of a code to type where strangers open tables, and from the next on after so many:
FEW_TABLES = 20  # at play, of which nobody finds one in a year: SECURITY.md counts it
SECRET = 27  # of one that only links carry: 128 bits, which nobody guesses
TYPEABLE = (TYPED, LONGER)


@dataclass(frozen=True)
class InviteCodes:
    """The codes that open a match, for those who play and for those who watch: short to type, long in a link."""

    join: str
    view: str
    join_secret: str
    view_secret: str


@dataclass(frozen=True)
class Invite:
    """What a code opens: which match, and as whom. Its secret opens the same."""

    match: str
    role: str
    secret: str


class Invites:
    """The invite codes of one database, behind the store's own lock and transactions."""

    def __init__(self, store: Store):
        self.store = store

    @settled
    def codes(self, match_id: int) -> InviteCodes:
        """The codes of a match, made when they are first asked for."""
        with self.store.reading() as session:
            row = session.get(InviteCodesRow, match_id)
            if row:
                return codes_of(row)
        with self.store.writing() as session:
            hold(session, match_id)
            row = session.get(InviteCodesRow, match_id)
            if row is None:
                row = InviteCodesRow(match_id=match_id)  # type: ignore[call-arg]
                renew(session, row, self.store.typed)
            return codes_of(row)

    def resolve(self, code: str) -> Invite | None:
        """What a code opens; None for an unknown code and for a finished match alike, unless its link is shared."""
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
    """Whether this is as long as a code that somebody types; what a link carries is longer."""
    return len(code) in TYPEABLE and code.isascii() and code.isalnum()


def codes_of(row: InviteCodesRow) -> InviteCodes:
    """The codes that a row keeps."""
    return InviteCodes(row.join_code, row.view_code, row.join_secret, row.view_secret)


def opened_by(code: str) -> ColumnElement[bool]:
    """That one of the codes of a match is this one."""
    typed = (col(InviteCodesRow.join_code) == code) | (col(InviteCodesRow.view_code) == code)
    return typed | (col(InviteCodesRow.join_secret) == code) | (col(InviteCodesRow.view_secret) == code)


def renew(session: Session, row: InviteCodesRow, typed: int) -> None:
    """Give a match other codes, those to type of that length at least; the ones before open nothing any more."""
    row.join_code, row.join_secret = free_code(session, typed), letters(SECRET)
    renew_view(session, row, typed)


def renew_view(session: Session, row: InviteCodesRow, typed: int) -> None:
    """Give it another code to watch."""
    row.view_code, row.view_secret = free_code(session, typed), letters(SECRET)
    session.add(row)


def free_code(session: Session, typed: int) -> str:
    """A code to type that opens no door yet, of that length at least."""
    at_play = session.exec(select(func.count(col(MatchRow.id))).where(col(MatchRow.finished_at).is_(None))).one()
    length = typed if at_play <= FEW_TABLES else LONGER
    while True:
        code = letters(length)
        if not session.exec(select(InviteCodesRow).where(opened_by(code))).first():
            return code


def letters(length: int) -> str:
    """Letters and digits by chance."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(length))

"""The invite codes of a match, and what they open."""

import secrets
from dataclasses import dataclass

from sqlalchemy import ColumnElement
from sqlmodel import Session, col, select

from companion.storage.models import InviteCodesRow, MatchRow
from companion.storage.races import hold, settled
from companion.storage.store import CODE_LETTERS, Store

VIEWER, PLAYER = "viewer", "player"
LENGTH = 6  # letters and digits of a code


@dataclass(frozen=True)
class InviteCodes:
    """The two codes that open a match: one for those who play, one for those who watch."""

    join: str
    view: str


@dataclass(frozen=True)
class Invite:
    """What a code opens: which match, and as whom."""

    match: str
    role: str


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
                return InviteCodes(row.join_code, row.view_code)
        with self.store.writing() as session:
            hold(session, match_id)
            row = session.get(InviteCodesRow, match_id)
            if row is None:
                row = InviteCodesRow(match_id=match_id, join_code=free_code(session), view_code=free_code(session))
                session.add(row)
            return InviteCodes(row.join_code, row.view_code)

    def resolve(self, code: str) -> Invite | None:
        """What a code opens; None for an unknown code and for a finished match alike, unless that is shared."""
        code = "".join(code.split()).upper()
        if len(code) != LENGTH or not code.isascii() or not code.isalnum():
            return None
        with self.store.reading() as session:
            codes = session.exec(select(InviteCodesRow).where(either_is(code))).first()
            match = session.get(MatchRow, codes.match_id) if codes else None
            if codes is None or match is None:
                return None
            role = PLAYER if codes.join_code == code else VIEWER
            open_to_it = match.finished_at is None or (role == VIEWER and codes.shared_after is not None)
            return Invite(match.code, role) if open_to_it else None


def either_is(code: str) -> ColumnElement[bool]:
    """That one of the two codes of a match is this one."""
    return (col(InviteCodesRow.join_code) == code) | (col(InviteCodesRow.view_code) == code)


def free_code(session: Session) -> str:
    """A code that opens no door yet."""
    while True:
        code = "".join(secrets.choice(CODE_LETTERS) for _ in range(LENGTH))
        if not session.exec(select(InviteCodesRow).where(either_is(code))).first():
            return code

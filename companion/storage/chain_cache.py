"""Which matches have a chain that holds, looked at once for each version of a match, so that pages stay quick."""

from sqlalchemy import bindparam, select
from sqlmodel import Session

from companion.storage.hash_chain import broken_at
from companion.storage.matches import Match, opening_of
from companion.storage.models import ENTRY, MatchRow

KEPT = 1000  # matches remembered
SEALS = select(ENTRY.c.seal).where(ENTRY.c.match_id == bindparam("match")).order_by(ENTRY.c.id)


class Sound:
    """What was found of the chains of the matches that were opened."""

    def __init__(self) -> None:
        self._found: dict[int, tuple[int, str, bool]] = {}  # by match: its version, its seal, and whether it holds

    def is_sound(self, session: Session, row: MatchRow, match: Match) -> bool:
        """Whether the chain of a match holds, as far as anybody has to look."""
        version, known = match.sheet.version, self._found.get(match.id)
        if known is None or known[:2] != (version, row.seal):
            known = (version, row.seal, break_of(session, row, match) is None)
            if len(self._found) >= KEPT:
                self._found.clear()
            self._found[match.id] = known
        return known[2]


def break_of(session: Session, row: MatchRow, match: Match) -> int | None:
    """The place, from 1, of the first entry that was changed or is missing; None where the chain holds."""
    mine = session.scalars(SEALS, {"match": row.id}).all()
    sheet = match.sheet
    return broken_at(opening_of(row, sheet.seated), sheet.entries, mine, row.seal)

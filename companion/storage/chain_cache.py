"""Cache of hash chain checks: one check for each version of a match, so that pages stay quick."""

from sqlalchemy import bindparam, select
from sqlmodel import Session

from companion.storage.hash_chain import broken_at
from companion.storage.matches import Match, opening_of
from companion.storage.models import ENTRY, MatchRow

KEPT = 1000  # matches in the cache
SEALS = select(ENTRY.c.seal).where(ENTRY.c.match_id == bindparam("match")).order_by(ENTRY.c.id)


class ChainCache:
    """Results of the chain checks of opened matches."""

    def __init__(self) -> None:
        self._found: dict[int, tuple[int, str, bool]] = {}  # by match: version, seal, and whether the chain is intact

    def is_sound(self, session: Session, row: MatchRow, match: Match) -> bool:
        """Return whether the chain of a match is intact, from the cache if its version and seal are unchanged."""
        version, known = match.sheet.version, self._found.get(match.id)
        if known is None or known[:2] != (version, row.seal):
            known = (version, row.seal, break_of(session, row, match) is None)
            if len(self._found) >= KEPT:
                self._found.clear()
            self._found[match.id] = known
        return known[2]


def break_of(session: Session, row: MatchRow, match: Match) -> int | None:
    """Return the place, from 1, of the first entry that was changed or is missing; None if the chain is intact."""
    mine = session.scalars(SEALS, {"match": row.id}).all()
    sheet = match.sheet
    return broken_at(opening_of(row, sheet.seated), sheet.entries, mine, row.seal)

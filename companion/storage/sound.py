"""Which matches have a chain that holds, looked at once for each version of a match, so that pages stay quick."""

from sqlmodel import Session, col, select

from companion.storage.chain import broken_at
from companion.storage.matches import Match, opening_of
from companion.storage.models import EntryRow, MatchRow

KEPT = 1000  # matches remembered


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
    mine = select(EntryRow.seal).where(col(EntryRow.match_id) == row.id).order_by(col(EntryRow.id))
    sheet = match.sheet
    return broken_at(opening_of(row, sheet.seated), sheet.entries, session.exec(mine).all(), row.seal)

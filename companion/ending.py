"""What comes after a match: the one rematch it has."""

from companion.ledger import REMATCH, Entry
from companion.seating import Seated

WHOLE = 0  # the deal of what is said of the whole match


class Ended(Seated):
    """A ledger that tells where the match went on."""

    @property
    def rematch(self) -> str:
        """The code of the match that goes on with the same people; "" while there is none."""
        entry = self.latest(REMATCH, WHOLE)
        return str(entry.body["code"]) if entry else ""


def went_on(sheet: Ended, code: str, by: str = "") -> list[Entry]:
    """The match goes on in that one; nothing more where that is written already."""
    return [] if sheet.rematch else [Entry(REMATCH, WHOLE, by=by, body={"code": code})]

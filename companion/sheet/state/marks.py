"""Marks made during a deal: calls, lay-downs, the player who went out, and confirmed hands."""

from dataclasses import dataclass

from companion.rules.deals import Deal
from companion.rules.game import Game
from companion.rules.text import Text
from companion.sheet.ledger import Action, EntryKind, Ledger
from companion.sheet.state.roster import Roster


@dataclass(frozen=True)
class Marks:
    """The marks of each deal."""

    ledger: Ledger
    game: Game
    roster: Roster

    def calls(self, deal: int, seat: int) -> int:
        """Return the number of successful calls of a player in a deal."""
        return sum(1 if entry.how == Action.MADE else -1 for entry in self.ledger.revisions(EntryKind.CALL, deal, seat))

    def laid_down(self, deal: int, seat: int) -> bool:
        """Return whether a player is marked as laid down in a deal."""
        mark = self.ledger.latest(EntryKind.DOWN, deal, seat)
        return mark is not None and mark.how == Action.LAID

    def known(self, deal: int, seat: int) -> tuple[int | None, bool | None]:
        """Return a player's calls, if any call of that deal was marked, and True if they laid down; None if unknown.

        Nobody has to mark a lay-down, so a missing mark means unknown.
        """
        any_call = any(self.calls(deal, other) for other in self.roster.seats)
        return self.calls(deal, seat) if any_call else None, self.laid_down(deal, seat) or None

    def doubt(self, deal: Deal, seat: int, count: int) -> Text | None:
        """Return a warning if this number of cards at the end is unlikely, given the marks of the player."""
        return self.game.count_warning(deal, count, *self.known(deal.number, seat))

    def is_right(self, deal: int, seat: int) -> bool:
        """Return whether a player has confirmed the present hand."""
        mark, hand = self.ledger.latest(EntryKind.RIGHT, deal, seat), self.ledger.latest(EntryKind.HAND, deal, seat)
        if mark is None or hand is None or self.out(deal) == seat:
            return False
        return mark.how == Action.RIGHT and mark.body["entry"] == hand.id

    def out(self, deal: int) -> int | None:
        """Return the seat that went out, if any."""
        end = self.ledger.latest(EntryKind.END, deal)
        return int(end.body["out"]) if end and end.how == Action.OUT else None

"""What is marked of a deal while it is played: calls, who laid down, who went out, and which hands are right."""

from dataclasses import dataclass

from companion.rules.deals import Deal
from companion.rules.game import Game
from companion.rules.text import Text
from companion.sheet.ledger import Action, EntryKind, Ledger
from companion.sheet.state.roster import Roster


@dataclass(frozen=True)
class Marks:
    """How each deal was played, as far as it was marked."""

    ledger: Ledger
    game: Game
    roster: Roster

    def calls(self, deal: int, seat: int) -> int:
        """The successful calls a player made in a deal."""
        return sum(1 if entry.how == Action.MADE else -1 for entry in self.ledger.revisions(EntryKind.CALL, deal, seat))

    def laid_down(self, deal: int, seat: int) -> bool:
        """Whether a player is marked as laid down in a deal."""
        mark = self.ledger.latest(EntryKind.DOWN, deal, seat)
        return mark is not None and mark.how == Action.LAID

    def known(self, deal: int, seat: int) -> tuple[int | None, bool | None]:
        """The calls of a player, where any call of that deal was marked, and that they laid down; None if unknown.

        Nobody is obliged to mark who lays down, so that a mark is missing says nothing."""
        any_call = any(self.calls(deal, other) for other in self.roster.seats)
        return self.calls(deal, seat) if any_call else None, self.laid_down(deal, seat) or None

    def doubt(self, deal: Deal, seat: int, count: int) -> Text | None:
        """What is odd about so many cards in a player's hand when the deal ends, by what is marked of it."""
        return self.game.count_warning(deal, count, *self.known(deal.number, seat))

    def is_right(self, deal: int, seat: int) -> bool:
        """Whether a player said of the hand that stands that it is right."""
        mark, hand = self.ledger.latest(EntryKind.RIGHT, deal, seat), self.ledger.latest(EntryKind.HAND, deal, seat)
        if mark is None or hand is None or self.out(deal) == seat:
            return False
        return mark.how == Action.RIGHT and mark.body["entry"] == hand.id

    def out(self, deal: int) -> int | None:
        """The seat that went out, if somebody did."""
        end = self.ledger.latest(EntryKind.END, deal)
        return int(end.body["out"]) if end and end.how == Action.OUT else None

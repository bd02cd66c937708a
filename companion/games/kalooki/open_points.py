"""Find the open points that decide about a lay-down: without them every lay-down leaves more points.

K17: whether more than the contract may be laid down in one turn. K22: whether a four grows downwards below a joker
that stands for the ace above the king. Each is tested under its other reading, then both together.
"""

from collections.abc import Collection, Sequence

from companion.games.kalooki.other_reading import OtherReading
from companion.games.kalooki.run_reading import Row
from companion.games.kalooki.search.table import table_of
from companion.games.kalooki.suit_options import Law
from companion.games.kalooki.table import Kalooki
from companion.rules.budget import Budget, Spent
from companion.rules.cards import Card
from companion.rules.deals import Deal

OPEN = ("K17", "K22")
STEPS = 30_000  # step limit for one question; a lay-down not found within it counts as impossible
Hand = tuple[Card, ...]


def decisive(game: Kalooki, deal: Deal, hand: Hand, table: Sequence[Row], points: int, used: list[str]) -> list[str]:
    """Return the used open points that every lay-down of at most these points needs; both if it needs either one."""
    if not used:
        return []
    without = Without(game, deal, hand, table, points)
    if without.none_needed(OPEN):
        return []
    return [number for number in used if not without.none_needed([number])] or [*OPEN]


class Without:
    """Lay-downs of one hand under the other reading of some open points."""

    def __init__(self, game: Kalooki, deal: Deal, hand: Hand, table: Sequence[Row], points: int):
        self.game, self.deal, self.hand, self.table, self.points = game, deal, hand, table_of(table), points
        self.budget = Budget(None if game.search_step_limit is None else STEPS)

    def none_needed(self, numbers: Collection[str]) -> bool:
        """Return whether a lay-down leaves no more points under the other reading of these open points."""
        groups, runs, naturals = self.deal.groups, self.deal.runs, self.game.least_naturals
        law = Law(groups, runs, naturals, bare="K17" in numbers, below_jokers="K22" not in numbers)
        try:
            return OtherReading(self.hand, self.table, law, self.budget).leaves_as_few(self.points)
        except Spent:
            return False

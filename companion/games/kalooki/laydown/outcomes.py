"""What may become of a suit's cards of a rank: taken by a four, part of a three, lost, or left open."""

from typing import NamedTuple

Fate = tuple[int, int, int, int]  # cards to remember, threes, jokers, points lost


class Rank(NamedTuple):
    """A rank to one suit: its cards, the points of each, the cards of other suits, and what may become of them."""

    held: int
    price: int
    others: int
    cost: int  # the points of the others, where all are firm
    firm: int  # how many of the others no suit can use otherwise
    three: bool  # there could be a three

    def fates(self) -> list[list[Fate]]:
        """What may become of the rank when no, one, two … of its cards are taken."""
        return [self._left(left) for left in range(self.held, -1, -1)]

    def owed(self, left: int) -> int:
        """The points that cards of the rank lose at least if no joker is spent to make a three of a pair."""
        return left * self.price if left + self.others == 2 else 0

    def _left(self, left: int) -> list[Fate]:
        total, firm = left + self.others, self.firm == self.others
        if self.three and left + self.firm >= 3:
            return [(0, 1, 0, 0)]
        if self.three and left and not firm and total >= 2:
            return [(left, 0, 0, 0)]
        lost = 0, 0, 0, left * self.price + self.cost
        return [lost, (0, 1, 1, 0)] if self.three and firm and total == 2 else [lost]

"""What can become of a suit's cards of one rank: a four or a three takes them, they are lost, or it stays open."""

from typing import NamedTuple

Outcome = tuple[int, int, int, int]  # cards left open, threes made, jokers spent, points lost


class SuitRank(NamedTuple):
    """One rank as one suit sees it: its own cards, those of the other suits, and whether they could be a three."""

    held: int
    price: int
    others: int  # cards of the other suits that may stay in the hand
    others_cost: int  # their points, where all of them are certain to stay
    others_certain: int  # how many of them stay, whatever their suits do
    can_be_three: bool

    def outcomes(self) -> list[list[Outcome]]:
        """What can become of the rank when fours take no, one, two … of its cards."""
        return [self._outcomes(left) for left in range(self.held, -1, -1)]

    def pair_cost(self, left: int) -> int:
        """The points that so many open cards lose if the rank is a pair for which no joker is spent."""
        return left * self.price if left + self.others == 2 else 0

    def _outcomes(self, left: int) -> list[Outcome]:
        total, certain = left + self.others, self.others_certain == self.others
        if self.can_be_three and left and not certain and total >= 2:
            return [(left, 0, 0, 0)]  # a three for sure, too: what other suits do depends on how many cards it leaves
        if self.can_be_three and left + self.others_certain >= 3:
            return [(0, 1, 0, 0)]
        lost = 0, 0, 0, left * self.price + self.others_cost
        return [lost, (0, 1, 1, 0)] if self.can_be_three and certain and total == 2 else [lost]

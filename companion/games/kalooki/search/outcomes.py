"""Outcomes for a suit's cards of one rank: used in a four or a three, lost, or left open."""

from typing import NamedTuple

Outcome = tuple[int, int, int, int]  # cards left open, threes made, jokers used, points lost


class SuitRank(NamedTuple):
    """One rank from the view of one suit: its own cards, those of other suits, and whether they could be a three."""

    held: int
    price: int
    others: int  # number of cards of the other suits that may stay in the hand
    others_cost: int  # points of these, if all of them are certain to stay
    others_certain: int  # number of these that stay, whatever their suits do
    can_be_three: bool

    def outcomes(self) -> list[list[Outcome]]:
        """Return the outcomes of the rank, by the number of its cards that fours use, from 0."""
        return [self._outcomes(left) for left in range(self.held, -1, -1)]

    def pair_cost(self, left: int) -> int:
        """Return the points of this number of open cards if the rank is a pair for which no joker is used."""
        return left * self.price if left + self.others == 2 else 0

    def _outcomes(self, left: int) -> list[Outcome]:
        total, certain = left + self.others, self.others_certain == self.others
        if self.can_be_three and left and not certain and total >= 2:
            return [(left, 0, 0, 0)]  # also a certain three: other suits' options depend on its number of cards
        if self.can_be_three and left + self.others_certain >= 3:
            return [(0, 1, 0, 0)]
        lost = 0, 0, 0, left * self.price + self.others_cost
        return [lost, (0, 1, 1, 0)] if self.can_be_three and certain and total == 2 else [lost]

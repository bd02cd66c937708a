"""The class of Three Thirteen: the price of a card left over, and the rules that state it."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Self

from companion.rules.arranging.game import GroupsAndRuns
from companion.rules.cards import JOKER, RANKS, Card
from companion.rules.deals import Deal
from companion.rules.game import with_pack

COURT = {"J": 11, "Q": 12, "K": 13}
FACE = {rank: min(value, 10) for value, rank in enumerate(RANKS, start=1)}
JOKER_LEFT = 20


@dataclass(frozen=True, kw_only=True)
class ThreeThirteen(GroupsAndRuns):
    """Three Thirteen: eleven rounds, one card more and the next rank wild in each."""

    court_points: bool = False  # T19

    def for_players(self, players: int) -> Self:
        """T1: one pack for every two players, rounded up."""
        return with_pack(self, copies=-(-players // 2))

    @property
    def ace_is_high(self) -> bool:
        """T9: true if the ace also ranks above the king."""
        return self.ladder[-1] == "A"

    def price(self, deal: Deal, card: Card) -> int:
        """T17–T20: face value; court cards ten, or 11 to 13; an ace one, or fifteen if it may be high; a joker 20."""
        if card == JOKER:
            return JOKER_LEFT
        if card.rank == "A" and self.ace_is_high:
            return 15
        return COURT.get(card.rank, 0) * self.court_points or FACE[card.rank]

    def price_clauses(self, deal: Deal, cards: Iterable[Card]) -> list[str]:
        """Return the numbers of the rules that give the price of these cards."""
        ranks = {card.rank for card in cards}
        used = {
            "T17": True,
            "T18": "A" in ranks and self.ace_is_high,
            "T19": bool(ranks & COURT.keys()) and self.court_points,
            "T20": JOKER.rank in ranks,
        }
        return [number for number, counts in used.items() if counts]

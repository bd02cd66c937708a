"""K2 and K8: how cards in a row lie along the ranks, A 2 3 … Q K A, from whichever side they are read."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from companion.rules.cards import JOKER, RANKS, Card

LADDER = (*RANKS, "A")
TURN = len(RANKS)  # so many steps up, the ranks begin again
RUNG = {rank: rung for rung, rank in enumerate(RANKS)}


class Reading(NamedTuple):
    """Cards along the ladder: the rung of the lowest, the suit, and the places of those that do not fit."""

    cards: tuple[Card, ...]  # as given
    start: int
    flipped: bool  # given from the highest card down
    suit: str
    strays: tuple[int, ...]  # naturals out of sequence
    outside: tuple[int, ...]  # cards beyond either ace

    def rung(self, place: int) -> int:
        """Where on the ladder the card in that place lies; outside it below 0 or above 13."""
        return self.start + (len(self.cards) - 1 - place if self.flipped else place)

    @property
    def fits(self) -> bool:
        """Whether every natural is in sequence and every card between the aces."""
        return not self.strays and not self.outside

    @property
    def ascending(self) -> tuple[Card, ...]:
        """The cards from the lowest up."""
        return self.cards[::-1] if self.flipped else self.cards

    @property
    def top(self) -> int:
        """The rung of the highest card."""
        return self.start + len(self.cards) - 1

    def means(self, rung: int) -> Card:
        """The card of this suit on that rung."""
        return Card(LADDER[rung], self.suit)

    @property
    def stands_for(self) -> dict[int, Card]:
        """K9: what each joker stands for, by its place as given, where the row can be read."""
        if self.strays or any(card.suit != self.suit for card in self.cards if card != JOKER):
            return {}
        jokers = (place for place, card in enumerate(self.cards) if card == JOKER and place not in self.outside)
        return {place: self.means(self.rung(place)) for place in jokers}


def read(cards: Sequence[Card]) -> Reading | None:
    """The reading in which fewest cards are out of sequence, then fewest beyond an ace; None for jokers alone."""
    cards = tuple(cards)
    suits = Counter(card.suit for card in cards if card != JOKER)
    if not suits:
        return None
    suit = max(suits, key=suits.__getitem__)
    readings = [reading for flipped in (False, True) for reading in lies(cards, suit, flipped)]
    return min(readings, key=lambda reading: (len(reading.strays), len(reading.outside)))


def lies(cards: tuple[Card, ...], suit: str, flipped: bool) -> list[Reading]:
    """The two ways to lay the cards from that side: beginning on the ladder, or round the corner below it."""
    last = len(cards) - 1
    steps = [(place, last - place if flipped else place) for place in range(len(cards))]
    starts = {place: (RUNG[cards[place].rank] - step) % TURN for place, step in steps if cards[place] != JOKER}
    tally = Counter(starts.values())
    best = max(tally, key=tally.__getitem__)
    strays = tuple(place for place, start in starts.items() if start != best)
    found = []
    for start in (best, best - TURN):
        outside = tuple(place for place, step in steps if not 0 <= start + step <= TURN)
        found.append(Reading(cards, start, flipped, suit, strays, outside))
    return found

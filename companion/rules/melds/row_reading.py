"""Read cards that lie in a row as a run along the game's ladder of ranks, from either side."""

from typing import NamedTuple

from companion.rules.cards import Card
from companion.rules.game import Game

Row = tuple[Card, ...]


class Reading(NamedTuple):
    """Cards along the ladder: the rung of the lowest, the suit, and the places of cards that do not fit."""

    ladder: tuple[str, ...]
    cards: Row  # in the order given
    wild: tuple[int, ...]  # places of the wild cards
    start: int
    flipped: bool  # given from the highest card down
    suit: str
    strays: tuple[int, ...]  # naturals out of sequence
    outside: tuple[int, ...]  # cards beyond either end of the ladder

    def rung(self, place: int) -> int:
        """Return the rung of the card in that place; below 0 or from len(ladder) on if it is off the ladder."""
        return self.start + (len(self.cards) - 1 - place if self.flipped else place)

    @property
    def fits(self) -> bool:
        """True if every natural is in sequence and every card on the ladder."""
        return not self.strays and not self.outside

    @property
    def ascending(self) -> Row:
        """The cards from the lowest to the highest."""
        return self.cards[::-1] if self.flipped else self.cards

    @property
    def top(self) -> int:
        """The rung of the highest card."""
        return self.start + len(self.cards) - 1

    @property
    def at_top(self) -> bool:
        """True if the highest card is on the highest rung."""
        return self.top == len(self.ladder) - 1

    def means(self, rung: int) -> Card:
        """Return the card of this suit on that rung."""
        return Card(self.ladder[rung], self.suit)

    @property
    def stands_for(self) -> dict[int, Card]:
        """The card that each wild card stands for, by place as given; empty unless the row is a sequence in suit."""
        odd = any(card.suit != self.suit for place, card in enumerate(self.cards) if place not in self.wild)
        if self.strays or odd:
            return {}
        return {place: self.means(self.rung(place)) for place in self.wild if place not in self.outside}


def read(game: Game, cards: Row, flipped: bool | None = None) -> Reading | None:
    """Return the reading with fewest cards out of sequence, then beyond the ladder; None for wild cards alone.

    It is read from both sides unless `flipped` says from which. Where both fit, a wild card in its own place decides:
    2S 3S JK JK goes up from the two.
    """
    naturals = [(place, game.ladder.index(card.rank)) for place, card in enumerate(cards) if not game.is_wild(card)]
    if not naturals:
        return None
    there, back = (misfits(game, cards, naturals, side) for side in (False, True))
    if flipped is None:
        # The choice between the two sides depends on the cards only, not on the side from which they were given.
        flipped = back < there or back == there and pattern(cards[::-1]) < pattern(cards)
    strays, *_, start = back if flipped else there
    suits = [cards[place].suit for place, _ in (naturals[::-1] if flipped else naturals)]
    wild = tuple(place for place, card in enumerate(cards) if game.is_wild(card))
    reading = Reading(game.ladder, cards, wild, start, flipped, max(suits, key=suits.count), (), ())
    outside = (place for place in range(len(cards)) if not 0 <= reading.rung(place) < len(game.ladder))
    turn = len(game.pack.ranks)
    astray = (place for place, rung in naturals if (reading.rung(place) - rung) % turn) if strays else ()
    return reading._replace(strays=tuple(astray), outside=tuple(outside))


def readings(game: Game, cards: Row) -> list[Reading]:
    """Return the readings as a run: of several only those that fit; with one natural a run may go up or down."""
    reading = read(game, cards)
    if reading is None or len(cards) - len(reading.wild) > 1 or not reading.fits:
        return [reading] if reading else []
    other = read(game, cards, not reading.flipped)
    return [reading, other] if other and other.fits and len(cards) > 1 else [reading]


def named(game: Game, cards: Row) -> dict[int, Card]:
    """Return the card that each wild card of a run stands for, by place; empty where it can be read in two ways."""
    found = [reading.stands_for for reading in readings(game, cards)]
    return found[0] if len(found) == 1 else {}


def pattern(row: Row) -> list[tuple[str, int]]:
    """Return the ranks of a row and the groups of cards of one suit, independent of the names of the suits."""
    suits = [card.suit for card in row]
    return [(card.rank, suits.index(card.suit)) for card in row]


def misfits(game: Game, cards: Row, naturals: list[tuple[int, int]], flipped: bool) -> tuple[int, int, int, int]:
    """Return the numbers of misfits in the reading from one side, the gravest kind first, and its lowest rung.

    The kinds are naturals out of sequence, cards beyond the ladder, and wild cards out of place.
    """
    last, top, turn = len(cards) - 1, len(game.ladder) - 1, len(game.pack.ranks)
    steps = [last - place if flipped else place for place in range(len(cards))]
    starts = sorted((rung - steps[place]) % turn for place, rung in naturals)
    start = max(starts, key=starts.count)
    # The row starts at that rung, or one turn of the ladder below it, where an ace in it is the low one.
    beyond, start = min((max(-low, 0) + max(low + last - top, 0), low) for low in (start, start - turn))
    suits = {cards[place].suit for place, _ in naturals}
    elsewhere = sum(
        card.suit not in suits or (start + step - game.ladder.index(card.rank)) % turn != 0
        for card, step in zip(cards, steps, strict=True)
        if game.is_wild(card)
    )
    return len(starts) - starts.count(start % turn), beyond, elsewhere, start

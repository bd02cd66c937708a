"""Fours by places of the ladder: those that a suit's cards can lay, and the extensions of one on the table.

The ladder has an ace at each end, and in a four no two jokers lie side by side.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from companion.rules.cards import JOKER, RANKS, Card
from companion.rules.packed_cards import BITS, COPIES

LADDER = (*RANKS, "A")
TOP = len(LADDER) - 1
PLACES = {rank: place for place, rank in enumerate(RANKS)}


class Four(NamedTuple):
    """A four, or the beginning of one: its lowest place, its highest, and a bit for each place of a joker."""

    low: int
    high: int
    jokers: int = 0

    @property
    def naturals(self) -> int:
        """The naturals of the four, packed by rank."""
        return pack((2 << self.high) - (1 << self.low) & ~self.jokers)


@lru_cache(maxsize=1 << len(LADDER))
def pack(places: int) -> int:
    """Return the cards at these places of the ladder (a bit each), packed by rank."""
    return sum(one_card(place) for place in range(len(LADDER)) if places >> place & 1)


class Extension(NamedTuple):
    """One card added to a four: the four before, the card's place, whether it is a joker, and the end where it goes."""

    before: Four
    place: int
    joker: bool
    end: str  # top, bottom, or joker: in the place of a joker, which moves


def one_card(place: int) -> int:
    """Return one card of the rank at a place, packed; the aces at both ends are one rank."""
    return 1 << place % TOP * BITS


def has_card(cards: int, place: int) -> bool:
    """Return whether the packed cards of a suit include one for a place."""
    return cards >> place % TOP * BITS & COPIES > 0


def read_four(meld: Sequence[Card]) -> Four | None:
    """Return the four that a meld is, from whichever end it is written; None if it is not a four."""
    for cards in (meld, meld[::-1]):
        for low in range(len(LADDER) - len(cards) + 1):
            ranks = LADDER[low : low + len(cards)]
            if all(card == JOKER or card.rank == rank for card, rank in zip(cards, ranks, strict=True)):
                jokers = sum(1 << low + index for index, card in enumerate(cards) if card == JOKER)
                return Four(low, low + len(cards) - 1, jokers)
    return None


def frugal_fours(cards: int, jokers: int, naturals: int, only_here: int) -> Iterator[Four]:
    """Yield the fours that a suit's cards can make, each with the fewest jokers for its naturals.

    `only_here` are the packed cards that are useful only in a four: a four uses them before a joker, and never ends
    next to one.
    """
    for low in range(TOP):
        if has_card(cards, low) and not (low and has_card(only_here, low - 1)):
            for four in _chains(Four(low, low), cards - one_card(low), jokers, only_here):
                yield from _shortest(four, jokers, naturals)


def all_fours(cards: int, jokers: int, naturals: int) -> Iterator[Four]:
    """Yield all the fours that a suit's cards can make with at most this number of jokers."""
    for low in range(TOP):
        if has_card(cards, low):
            for four in _chains(Four(low, low), cards - one_card(low), jokers, 0):
                yield from (longer for longer in _with_end_jokers(four) if _is_legal(longer, jokers, naturals))


def _chains(four: Four, cards: int, jokers: int, only_here: int) -> Iterator[Four]:
    """Yield the four, and all longer ones with the same beginning that end with a natural."""
    must_go_on = four.high < TOP and has_card(only_here, four.high + 1) and has_card(cards, four.high + 1)
    if not must_go_on:
        yield four
    for gap in (0,) if must_go_on else (0, 1):
        place = four.high + 1 + gap
        if gap <= jokers and place <= TOP and has_card(cards, place):
            longer = Four(four.low, place, four.jokers | gap << place - 1)
            yield from _chains(longer, cards - one_card(place), jokers - gap, only_here)


def _shortest(four: Four, jokers: int, naturals: int) -> Iterator[Four]:
    """Yield the four with the fewest jokers at its ends that make it legal."""
    candidates = sorted(_with_end_jokers(four), key=lambda longer: longer.high - longer.low)
    yield from [longer for longer in candidates if _is_legal(longer, jokers, naturals)][:1]


def _with_end_jokers(four: Four) -> Iterator[Four]:
    """Yield the four unchanged, with a further joker at either end, and with one at both."""
    for below in range(min(four.low, 1) + 1):
        for above in range(min(TOP - four.high, 1) + 1):
            low, high = four.low - below, four.high + above
            yield Four(low, high, four.jokers | below << low | above << high)


def _is_legal(four: Four, jokers: int, naturals: int) -> bool:
    size = four.high - four.low + 1
    return size >= 4 and four.jokers.bit_count() <= jokers and size - four.jokers.bit_count() >= naturals


def reachable_fours(four: Four, cards: int, jokers: int) -> Mapping[Four, Extension | None]:
    """Return every four that one on the table can become with these cards and jokers, each with its last extension."""
    found: dict[Four, Extension | None] = {four: None}
    queue = [four]
    for reached in queue:  # the queue grows during the loop
        rest = cards - (reached.naturals - four.naturals)
        spare = jokers - (reached.jokers.bit_count() - four.jokers.bit_count())
        for longer, extension in extensions(reached, rest, spare):
            if longer not in found:
                found[longer] = extension
                queue.append(longer)
    return found


def extensions(four: Four, cards: int, jokers: int) -> Iterator[tuple[Four, Extension]]:
    """Yield the fours that one more card can make of a four on the table, each with its extension.

    It grows upwards until its top is an ace, then downwards; a natural may free a joker, which moves to the growing
    end.
    """
    end, place, beside = ("top", four.high + 1, four.high) if four.high < TOP else ("bottom", four.low - 1, four.low)
    if place < 0:
        return
    low, high = min(place, four.low), max(place, four.high)
    if has_card(cards, place):
        yield Four(low, high, four.jokers), Extension(four, place, False, end)
    if jokers and not four.jokers >> beside & 1:
        yield Four(low, high, four.jokers | 1 << place), Extension(four, place, True, end)
    for freed in range(four.low, four.high + 1) if four.jokers else ():
        others = four.jokers & ~(1 << freed)
        if others != four.jokers and has_card(cards, freed) and not others >> beside & 1:
            yield Four(low, high, others | 1 << place), Extension(four, freed, False, "joker")

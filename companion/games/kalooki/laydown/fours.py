"""Runs on a ladder with an ace at each end where no two jokers touch: those a hand can lay, and how one grows."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from companion.rules.cards import JOKER, RANKS, Card
from companion.rules.groups_and_runs.suit_runs import BITS, COPIES

LADDER = (*RANKS, "A")
TOP = len(LADDER) - 1
PLACES = {rank: place for place, rank in enumerate(RANKS)}


class Row(NamedTuple):
    """A run by places of the ladder: its lowest, its highest, and where jokers lie, one bit a place."""

    low: int
    high: int
    jokers: int = 0

    @property
    def naturals(self) -> int:
        """Its naturals, packed: a count for each rank."""
        return packed((2 << self.high) - (1 << self.low) & ~self.jokers)


@lru_cache(maxsize=1 << len(LADDER))
def packed(places: int) -> int:
    """The cards at places of the ladder, one bit each, as counts of ranks."""
    return sum(one(place) for place in range(len(LADDER)) if places >> place & 1)


class Step(NamedTuple):
    """One card added to a row: the row before, the place it takes, whether it is a joker, and where it goes."""

    before: Row
    place: int
    joker: bool
    end: str  # top, bottom, or joker: in the place of a joker, which moves


def one(place: int) -> int:
    """One card of the rank at that place, packed; both aces are one rank."""
    return 1 << place % TOP * BITS


def held(cards: int, place: int) -> bool:
    """Whether the packed cards of a suit have one for that place."""
    return cards >> place % TOP * BITS & COPIES > 0


def row_of(meld: Sequence[Card]) -> Row | None:
    """The row a meld is, as it lies from either side; None if it is none."""
    for cards in (meld, meld[::-1]):
        for low in range(len(LADDER) - len(cards) + 1):
            ranks = LADDER[low : low + len(cards)]
            if all(card == JOKER or card.rank == rank for card, rank in zip(cards, ranks, strict=True)):
                jokers = sum(1 << low + index for index, card in enumerate(cards) if card == JOKER)
                return Row(low, low + len(cards) - 1, jokers)
    return None


def rows(cards: int, jokers: int, naturals: int, firm: int) -> Iterator[Row]:
    """The rows of four or more that a suit's cards can make with the fewest jokers for the naturals they hold.

    `firm` are the cards, packed, that would do nowhere else: a row takes them in rather than a joker or nothing.
    """
    for low in range(TOP):
        if held(cards, low) and not (low and held(firm, low - 1)):
            for row in _chains(Row(low, low), cards - one(low), jokers, firm):
                yield from _filled(row, jokers, naturals)


def stuffed_rows(cards: int, jokers: int, naturals: int) -> Iterator[Row]:
    """All the rows of four or more that a suit's cards can make with so many jokers or fewer."""
    for low in range(TOP):
        if held(cards, low):
            for row in _chains(Row(low, low), cards - one(low), jokers, 0):
                yield from (longer for longer in _ends(row) if _stands(longer, jokers, naturals))


def _chains(row: Row, cards: int, jokers: int, firm: int) -> Iterator[Row]:
    """The row, and all longer ones that begin like it and end with a natural."""
    bound = row.high < TOP and held(firm, row.high + 1) and held(cards, row.high + 1)
    if not bound:
        yield row
    for gap in (0,) if bound else (0, 1):
        place = row.high + 1 + gap
        if gap <= jokers and place <= TOP and held(cards, place):
            longer = Row(row.low, place, row.jokers | gap << place - 1)
            yield from _chains(longer, cards - one(place), jokers - gap, firm)


def _filled(row: Row, jokers: int, naturals: int) -> Iterator[Row]:
    """The row, with the jokers at its ends that bring it to four."""
    needed = sorted(_ends(row), key=lambda longer: longer.high - longer.low)
    yield from [longer for longer in needed if _stands(longer, jokers, naturals)][:1]


def _ends(row: Row) -> Iterator[Row]:
    """The row as it is and with a joker more at either end or both."""
    for below in range(min(row.low, 1) + 1):
        for above in range(min(TOP - row.high, 1) + 1):
            low, high = row.low - below, row.high + above
            yield Row(low, high, row.jokers | below << low | above << high)


def _stands(row: Row, jokers: int, naturals: int) -> bool:
    size = row.high - row.low + 1
    return size >= 4 and row.jokers.bit_count() <= jokers and size - row.jokers.bit_count() >= naturals


def growths(row: Row, cards: int, jokers: int) -> Mapping[Row, Step | None]:
    """Every row that one on the table can become with a suit's cards and so many jokers, and the last step to it."""
    found: dict[Row, Step | None] = {row: None}
    queue = [row]
    for grown in queue:  # which grows meanwhile
        rest = cards - (grown.naturals - row.naturals)
        spare = jokers - (grown.jokers.bit_count() - row.jokers.bit_count())
        for longer, step in steps(grown, rest, spare):
            if longer not in found:
                found[longer] = step
                queue.append(longer)
    return found


def steps(row: Row, cards: int, jokers: int) -> Iterator[tuple[Row, Step]]:
    """What one card can do to a row on the table: grow it, upwards until its top is an ace, or free a joker to move."""
    end, place, beside = ("top", row.high + 1, row.high) if row.high < TOP else ("bottom", row.low - 1, row.low)
    if place < 0:
        return
    low, high = min(place, row.low), max(place, row.high)
    if held(cards, place):
        yield Row(low, high, row.jokers), Step(row, place, False, end)
    if jokers and not row.jokers >> beside & 1:
        yield Row(low, high, row.jokers | 1 << place), Step(row, place, True, end)
    for freed in range(row.low, row.high + 1) if row.jokers else ():
        others = row.jokers & ~(1 << freed)
        if others != row.jokers and held(cards, freed) and not others >> beside & 1:
            yield Row(low, high, others | 1 << place), Step(row, freed, False, "joker")

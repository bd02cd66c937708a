"""Runs by places of the ladder: those that a suit's cards can lay, and the extensions of one on the table.

The ladder has an ace at each end, and in a run no two wilds lie side by side.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from companion.rules.cards import JOKER, RANKS, Card
from companion.rules.packed_cards import BITS, COPIES

LADDER = (*RANKS, "A")
TOP = len(LADDER) - 1
PLACES = {rank: place for place, rank in enumerate(RANKS)}


class Run(NamedTuple):
    """A run, or the beginning of one: its lowest place, its highest, and a bit for each place of a wild."""

    low: int
    high: int
    wilds: int = 0

    @property
    def size(self) -> int:
        """The number of its cards."""
        return self.high - self.low + 1

    @property
    def naturals(self) -> int:
        """A bit for each place of a natural."""
        return (2 << self.high) - (1 << self.low) & ~self.wilds


class Growth(NamedTuple):
    """The law of runs on the table: the ends at which they grow, and where a wild goes for which the real card came.

    With one end, a run grows upwards until its top is an ace, then downwards.
    """

    both_ends: bool = False
    below_wilds: bool = True  # with one end, a run also grows downwards below a wild that stands for the ace
    moves: str = "up"  # up: to the top, or below an ace at the top; end: to either end; none: it does not move


class Extension(NamedTuple):
    """One card added to a run: the run before, the card's place, whether it is a wild, and the end where it goes."""

    before: Run
    place: int
    wild: bool
    end: str  # top, bottom, or joker: in the place of a wild, which moves


@lru_cache(maxsize=1 << len(LADDER))
def pack(places: int) -> int:
    """Return the cards at these places of the ladder (a bit each), packed by rank."""
    return sum(one_card(place) for place in range(len(LADDER)) if places >> place & 1)


def one_card(place: int) -> int:
    """Return one card of the rank at a place, packed; the aces at both ends are one rank."""
    return 1 << place % TOP * BITS


def has_card(cards: int, place: int) -> bool:
    """Return whether the packed cards of a suit include one for a place."""
    return cards >> place % TOP * BITS & COPIES > 0


def read_run(meld: Sequence[Card]) -> Run | None:
    """Return the run that a meld is, from whichever end it is written; None if it is not a run."""
    for cards in (meld, meld[::-1]):
        first = next(card for card in cards if card != JOKER)
        for place in sorted({PLACES[first.rank], LADDER.index(first.rank, 1)}):
            low, high = place - cards.index(first), place - cards.index(first) + len(cards) - 1
            lying = zip(cards, LADDER[max(low, 0) :], strict=False)
            if low >= 0 and high <= TOP and all(card.rank in (rank, JOKER.rank) for card, rank in lying):
                return Run(low, high, sum(1 << low + at for at, card in enumerate(cards) if card == JOKER))
    return None


def new_runs(cards: int, wilds: int, size: int, naturals: int, only_here: int, every: bool) -> Iterator[Run]:
    """Yield the runs of at least this size that a suit's cards can make, with enough naturals.

    `only_here` are the packed cards that are useful only in a new run: it uses them before a wild, and never ends
    next to one. Unless every run is wanted, each has the fewest wilds for its naturals.
    """
    for low in range(TOP):
        if has_card(cards, low) and not (low and has_card(only_here, low - 1)):
            for run in _chains(Run(low, low), cards - one_card(low), wilds, only_here):
                if run.naturals.bit_count() >= naturals:
                    enough = run.size >= size and not every
                    longer = [run] if enough else sorted(_with_end_wilds(run), key=lambda each: each.size)
                    legal = [each for each in longer if each.size >= size and each.wilds.bit_count() <= wilds]
                    yield from legal if every else legal[:1]


def _chains(run: Run, cards: int, wilds: int, only_here: int) -> Iterator[Run]:
    """Yield the run, and all longer ones with the same beginning that end with a natural."""
    must_go_on = run.high < TOP and has_card(only_here, run.high + 1) and has_card(cards, run.high + 1)
    if not must_go_on:
        yield run
    for gap in (0,) if must_go_on else (0, 1):
        place = run.high + 1 + gap
        if gap <= wilds and place <= TOP and has_card(cards, place):
            longer = Run(run.low, place, run.wilds | gap << place - 1)
            yield from _chains(longer, cards - one_card(place), wilds - gap, only_here)


def _with_end_wilds(run: Run) -> Iterator[Run]:
    """Yield the run unchanged, with a further wild at either end, and with one at both."""
    for below in range(min(run.low, 1) + 1):
        for above in range(min(TOP - run.high, 1) + 1):
            low, high = run.low - below, run.high + above
            yield Run(low, high, run.wilds | below << low | above << high)


def growth(
    run: Run, cards: int, wilds: int, law: Growth = Growth(), sparing: bool = False
) -> Iterator[tuple[Run, Extension]]:
    """Yield the extensions of a run on the table with these cards and wilds, each after one that makes it possible.

    Sparing, it adds a wild only to go on with a natural, or as the ace above the king.
    """
    reached = {run}
    queue = [run]
    for now in queue:  # the queue grows during the loop
        rest = cards - pack(now.naturals & ~run.naturals)
        spare = wilds - (now.wilds.bit_count() - run.wilds.bit_count())
        for longer, extension in extensions(now, rest, spare, law, sparing):
            yield longer, extension
            if longer not in reached:
                reached.add(longer)
                queue.append(longer)


def extensions(
    run: Run, cards: int, wilds: int, law: Growth = Growth(), sparing: bool = False
) -> Iterator[tuple[Run, Extension]]:
    """Yield the runs that one more card can make of a run on the table, each with its extension."""
    ends = [("top", run.high + 1, run.high)] if run.high < TOP else []
    if run.low and (law.both_ends or not ends):
        ends.append(("bottom", run.low - 1, run.low))
    for end, place, beside in ends:
        low, high = min(place, run.low), max(place, run.high)
        turned = end == "bottom" and not (law.both_ends or law.below_wilds)
        if not (turned and run.wilds >> TOP):
            if has_card(cards, place):
                yield Run(low, high, run.wilds), Extension(run, place, False, end)
            goes_on = not sparing or place == TOP or has_card(cards, 2 * place - beside)
            if wilds and goes_on and not run.wilds >> beside & 1:
                yield Run(low, high, run.wilds | 1 << place), Extension(run, place, True, end)
        if law.moves == "none" or law.moves == "up" and end == "bottom" and run.high < TOP:
            continue
        for freed in range(run.low, run.high + 1) if run.wilds else ():
            others = run.wilds & ~(1 << freed)
            movable = others != run.wilds and not others >> beside & 1 and not (turned and others >> TOP)
            if movable and has_card(cards, freed):
                yield Run(low, high, others | 1 << place), Extension(run, freed, False, "joker")

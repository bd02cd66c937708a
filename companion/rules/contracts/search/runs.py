"""Runs by places of the ladder, those that a suit's cards can lay, and cards that can be added to those on the table.

The ladder has an ace at each end, and in a run no two wilds lie side by side.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from companion.rules.cards import JOKER, RANKS, Card
from companion.rules.search_state import BITS, COPIES

Addition = tuple[int, int, str]  # meld on the table, position in the hand, and place there: top, bottom, joker, group

LADDER = (*RANKS, "A")
TOP = len(LADDER) - 1
ACES = 1 | 1 << TOP  # a bit for each place of an ace
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
    moves: str = "up"  # up: to the top, or below an ace at the top; end: to either end; hand; none: it does not move
    wilds_apart: bool = True


class Extension(NamedTuple):
    """One card added to a run: the run before, the card's place, whether it is a wild, and the end where it goes."""

    before: Run
    place: int
    wild: bool
    end: str  # top, bottom, or joker: in the place of a wild, which moves


class Table(NamedTuple):
    """The melds on the table, each with its number, and the ranks and suits that the player has laid."""

    runs: Mapping[str, Sequence[tuple[int, Run]]]  # by suit
    groups: Mapping[str, Sequence[int]]  # by rank
    laid: Collection[str]  # ranks of the player's groups and suits of the player's runs


def by_suit(hand: Iterable[Card]) -> tuple[int, dict[str, int]]:
    """Return the number of wilds in a hand, and the cards of each suit, packed."""
    wilds = 0
    suits: dict[str, int] = defaultdict(int)
    for card in hand:
        if card == JOKER:
            wilds += 1
        else:
            suits[card.suit] += one_card(PLACES[card.rank])
    return wilds, suits


@lru_cache(maxsize=1 << len(LADDER))
def pack(bits: int) -> int:
    """Return the cards at these places of the ladder (a bit each), packed by rank."""
    return sum(one_card(place) for place in places(bits))


def one_card(place: int) -> int:
    """Return one card of the rank at a place, packed; the aces at both ends are one rank."""
    return 1 << place % TOP * BITS


def held_places(cards: int, used: int = 0) -> int:
    """Return a bit for each place for which the packed cards of a suit include one, besides those used at places."""
    held = sum([1 << place for place in range(TOP) if cards >> place * BITS & COPIES])
    return held | (held & 1) << TOP if cards & COPIES > (used & ACES).bit_count() else held & ~ACES


@lru_cache(maxsize=1 << len(LADDER))
def places(bits: int) -> tuple[int, ...]:
    """Return the places of these bits."""
    return tuple(place for place in range(len(LADDER)) if bits >> place & 1)


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
    held, above_ace, useful = held_places(cards), held_places(cards, 1), held_places(only_here)
    queue = [Run(low, low) for low in places(held)[:-1] if not useful << 1 >> low & 1]
    for run in queue:  # the queue grows during the loop
        rest = held if run.low else above_ace
        next_to = (rest & useful) >> run.high + 1 & 1
        for gap in (0,) if next_to else (0, 1):
            place = run.high + 1 + gap
            if rest >> place & 1 and run.wilds.bit_count() + gap <= wilds:
                queue.append(Run(run.low, place, run.wilds | gap << place - 1))
        if not next_to and run.naturals.bit_count() >= naturals:
            longer = _with_end_wilds(run) if every or run.size < size else [run]
            legal = [each for each in longer if each.size >= size and each.wilds.bit_count() <= wilds]
            yield from legal if every else legal[:1]


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
    reached, queue = {run}, [run]
    held = {used: held_places(cards, used) for used in (0, 1, 1 << TOP, ACES)}  # by the aces used
    for now in queue:  # the queue grows during the loop
        rest = held[now.naturals & ~run.naturals & ACES]
        spare = wilds - (now.wilds.bit_count() - run.wilds.bit_count())
        for longer, extension in extensions(now, rest, spare, law, sparing):
            yield longer, extension
            if longer not in reached:
                reached.add(longer)
                queue.append(longer)


def extensions(
    run: Run, held: int, wilds: int, law: Growth = Growth(), sparing: bool = False
) -> Iterator[tuple[Run, Extension]]:
    """Yield the runs that a wild or a card for a held place makes of a run on the table, each with its extension."""
    for freed in places(run.wilds & held) if law.moves == "hand" else ():
        yield Run(run.low, run.high, run.wilds & ~(1 << freed)), Extension(run, freed, False, "joker")
    ends = [("top", run.high + 1, run.high)] if run.high < TOP else []
    if run.low and (law.both_ends or not ends):
        ends.append(("bottom", run.low - 1, run.low))
    for end, place, beside in ends:
        low, high = min(place, run.low), max(place, run.high)
        turned = end == "bottom" and not (law.both_ends or law.below_wilds)
        if not (turned and run.wilds >> TOP):
            if held >> place & 1:
                yield Run(low, high, run.wilds), Extension(run, place, False, end)
            goes_on = not sparing or place == TOP or place and held >> 2 * place - beside & 1
            if wilds and goes_on and not (law.wilds_apart and run.wilds >> beside & 1):
                yield Run(low, high, run.wilds | 1 << place), Extension(run, place, True, end)
        if law.moves in ("none", "hand") or law.moves == "up" and end == "bottom" and run.high < TOP:
            continue
        for freed in places(run.wilds & held):
            others = run.wilds & ~(1 << freed)
            if not (law.wilds_apart and others >> beside & 1) and not (turned and others >> TOP):
                yield Run(low, high, others | 1 << place), Extension(run, freed, False, "joker")


def table_of(melds: Sequence[Sequence[Card]], laid: Collection[str] = ()) -> Table:
    """Return the melds on the table, by the suits of runs and the ranks of groups."""
    runs: dict[str, list[tuple[int, Run]]] = defaultdict(list)
    groups: dict[str, list[int]] = {}
    for number, meld in enumerate(melds):
        naturals = {card for card in meld if card != JOKER}
        run = read_run(meld)
        if len({card.rank for card in naturals}) == 1:
            groups.setdefault(naturals.pop().rank, []).append(number)
        elif run and len({card.suit for card in naturals}) == 1:
            runs[naturals.pop().suit].append((number, run))
    return Table(dict(runs), groups, laid)


def additions(hand: Sequence[Card], melds: Sequence[Sequence[Card]], law: Growth = Growth()) -> tuple[Addition, ...]:
    """Return every card of the hand that could be added to a meld on the table, and its first places there.

    A card that only fits after others of the hand comes after them.
    """
    table = table_of(melds)
    found = [
        (number, at, "group")
        for rank, numbers in table.groups.items()
        for number in numbers
        for at, card in enumerate(hand)
        if card.rank in (rank, JOKER.rank)
    ]
    wilds, suits = by_suit(hand)
    for suit, runs in table.runs.items():
        for number, run in runs:
            first: dict[Card, int] = {}  # size of the run when the card can be added
            for longer, extension in growth(run, suits[suit], wilds, law):
                added = JOKER if extension.wild else Card(LADDER[extension.place], suit)
                if first.setdefault(added, longer.size) == longer.size:
                    found += [(number, at, extension.end) for at, card in enumerate(hand) if card == added]
    return tuple(dict.fromkeys(sorted(found, key=lambda addition: addition[0])))

"""Law of a lay-down: which runs and groups are legal, and what a run becomes card by card. The search has no other.

A run is a stretch of a ladder of ranks from ace to ace; sets of its places are bits.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations, product
from typing import NamedTuple

from companion.rules.cards import RANKS
from companion.rules.search_state import BITS, COPIES, Budget

LADDER = (*RANKS, "A")  # the places of a run: an ace at each end
TOP = len(LADDER) - 1
PLACES = {rank: place for place, rank in enumerate(RANKS)}
ACES = 1 | 1 << TOP
HALVES = sum(1 << place * BITS + BITS - 1 for place in range(TOP))  # the highest bit of each packed number
MOST_FORMS = 1_000  # of a run on the table
MADE_BITS = 6  # bits of the number of runs of each least size
FIRST_AT, MADE_AT = 10, 20  # lowest bits in the packed counts of a way


@lru_cache(maxsize=1 << len(LADDER))
def places(bits: int) -> tuple[int, ...]:
    """Return the places of these bits."""
    return tuple([place for place in range(len(LADDER)) if bits >> place & 1])


@lru_cache(maxsize=1 << len(LADDER))
def pack(bits: int) -> int:
    """Return one card for each of these places, packed by rank; the aces at both ends are one rank."""
    return sum([1 << place % TOP * BITS for place in places(bits)])


def includes(cards: int, others: int) -> bool:
    """Return whether packed cards include others."""
    return not ~((cards | HALVES) - others) & HALVES


def places_held(cards: int) -> int:
    """Return a bit for each place of which there are cards."""
    return sum([1 << place for place in range(TOP + 1) if cards >> place % TOP * BITS & COPIES])


@lru_cache(maxsize=256)
def windows(sizes: tuple[int, ...], larger: bool) -> Sequence[tuple[int, int, int]]:
    """Return every part of the ladder of these sizes, or also larger: its lowest place, its highest, and their bits."""
    every = [(low, high) for low in range(TOP + 1) for high in range(low + sizes[0] - 1, TOP + 1)]
    return [(low, high, (2 << high) - (1 << low)) for low, high in every if larger or high - low + 1 in sizes]


@lru_cache(maxsize=512)  # up to 60 KB each
def subsets(bits: int, count: int, apart: bool) -> Sequence[int]:
    """Return the sets of this many of these places; if they must lie apart, without those with neighbours."""
    every = [sum([1 << place for place in each]) for each in combinations(places(bits), count)]
    return [each for each in every if not (apart and each & each >> 1)]


class Run(NamedTuple):
    """A run: its lowest place, its highest, and a bit for each place of a wild."""

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


@lru_cache(maxsize=256)
def different(sizes: tuple[int, ...], further: tuple[int, int] | None) -> tuple[int, ...]:
    """Return the different least sizes of runs, and of further ones, the smallest first."""
    return tuple(sorted({*sizes, *(further or ())[1:]}))


@lru_cache(maxsize=256)
def made(sizes: tuple[int, ...], size: int) -> int:
    """Return the packed counts of one run of this size: of which least sizes it is."""
    return sum([1 << MADE_AT + MADE_BITS * number for number, least in enumerate(sizes) if size >= least])


def unpacked(counts: int) -> tuple[int, int, int]:
    """Return the counts of a way.

    They are its new runs of each least size or more, packed; the wilds that must be laid before any comes from the
    table; and how many of the wilds that come from it are cheap.
    """
    return counts >> MADE_AT, counts >> FIRST_AT & (1 << FIRST_AT) - 1, counts & (1 << FIRST_AT) - 1


class Step(NamedTuple):
    """One card added to a run: the run before, the card's place, whether it is a wild, and the end where it goes."""

    before: Run
    place: int
    wild: bool
    end: str  # top, bottom; in the place of a wild: joker, or joker-below if that moves to a bottom it need not


class Law(NamedTuple):
    """The requirements of a lay-down, and what may follow it in the same turn."""

    groups: tuple[int, ...]  # least sizes
    runs: tuple[int, ...]
    group_naturals: int = 1  # fewest in a meld
    run_naturals: int = 1
    half_natural: bool = False  # never more wilds than naturals in a meld
    wilds_apart: bool = False
    alike: str = "apart"  # groups of a rank and runs of a suit: none; apart: no two joined runs at first; any
    second_groups: bool = False  # also two groups of a rank where `alike` is apart: the other reading
    further: tuple[int, int] | None = None  # least sizes of any group and run; None: exactly the contract
    lays_off: bool = True  # cards may be added in the same turn
    every_card: bool = False  # all cards must be laid
    keeps_one: bool = False  # at least one card must be left
    wild_ranks: frozenset[str] = frozenset({"JK"})
    both_ends: bool = True  # a run grows at either end; else upwards, and downwards only below an ace at its top
    below_wilds: bool = True  # with one end, also below a wild that stands for the ace
    moves: str = "end"  # an exchanged wild: end, either one; up, the top if there is room; hand; none, it stays

    @property
    def same_rank(self) -> bool:
        """True if two groups may share a rank."""
        return self.alike == "any" or self.second_groups

    @property
    def run_sizes(self) -> tuple[int, ...]:
        """The different least sizes of runs, the smallest first."""
        return different(self.runs, self.further)

    @property
    def most_runs(self) -> int:
        """The most runs of a suit."""
        return 1 if self.alike == "none" else TOP if self.further else len(self.runs)

    @property
    def least_group(self) -> int:
        """The least size of any group; 0 where no group may be laid down."""
        return min([*self.groups, *(self.further or ())[:1]], default=0)

    def naturals(self, size: int, fewest: int) -> int:
        """Return the fewest naturals of a meld of this size that needs at least `fewest`."""
        return max(fewest, (size + 1) // 2 if self.half_natural else 0)

    def allows(self, run: Run) -> bool:
        """Return whether the wilds of a run are few enough, and lie apart where they must."""
        low, high, bits = run
        if self.wilds_apart and bits & bits >> 1:
            return False
        wilds = bits.bit_count()
        naturals = high - low + 1 - wilds
        return naturals >= self.run_naturals and naturals > 0 and not (self.half_natural and wilds > naturals)

    def room(self, run: Run) -> int:
        """Return the most wilds that a run can take at its ends."""
        below, above = run.low, TOP - run.high
        if self.wilds_apart:
            below, above = (min(below, ~run.wilds >> run.low & 1), min(above, ~run.wilds >> run.high & 1))
        return min(below + above, run.size - 2 * run.wilds.bit_count()) if self.half_natural else below + above

    def extensions(self, run: Run, held: int) -> Iterator[tuple[Run, Step]]:
        """Yield what a run on the table becomes by one card: a wild, or a natural for a place that is held."""
        low, high, wilds = run
        freed = places(wilds & held) if self.moves != "none" else ()
        if self.moves == "hand":
            for place in freed:
                yield Run(low, high, wilds - (1 << place)), Step(run, place, False, "joker")
        ends = [("top", high + 1, low, high + 1)] if high < TOP else []
        if low:
            ends.append(("bottom", low - 1, low - 1, high))
        for end, place, bottom, top in ends:
            grown = [(wilds, place, False, end)] if held >> place & 1 else []
            grown.append((wilds | 1 << place, place, True, end))
            if freed and (self.moves == "end" or self.moves == "up" and (end == "top" or high == TOP)):
                name = "joker-below" if end == "bottom" and self.moves == "end" else "joker"
                grown += [(wilds - (1 << at) | 1 << place, at, False, name) for at in freed]
            for mask, at, wild, name in grown:
                if (end == "top" or self.grows_down(top, mask)) and self.allows(longer := Run(bottom, top, mask)):
                    yield longer, Step(run, at, wild, name)

    def grows_down(self, high: int, wilds: int) -> bool:
        """Return whether a run with this highest place and these wilds may grow downwards."""
        return self.both_ends or high == TOP and (self.below_wilds or not wilds >> TOP)

    def reached(self, run: Run, held: int, most: int, forms: float = MOST_FORMS) -> dict[Run, Step | None]:
        """Return all that a run on the table can become with the cards held and these wilds, each by its last step.

        Forms with the fewest added cards come first, at most `forms` of them.
        """
        found: dict[Run, Step | None] = {run: None}
        queue, most = [run], most + run.wilds.bit_count()
        for now in queue:  # the queue grows during the loop
            for longer, step in self.extensions(now, held) if len(found) < forms else ():
                if longer not in found and longer.wilds.bit_count() <= most:
                    found[longer] = step
                    queue.append(longer)
        return found

    def is_long(self, run: Run) -> bool:
        """Return whether a run is legal and counts as much without the card at one end."""
        return run.size not in self.run_sizes and any(map(self.allows, shorter(run)))

    def windows(self, shortest: bool = False) -> Sequence[tuple[int, int, int]]:
        """Return every part of the ladder where a run may lie, or the shortest may: see `windows`."""
        return windows(self.run_sizes, not shortest or self.half_natural or self.run_naturals > 1)

    def joined(self, runs: Sequence[Run]) -> bool:
        """Return whether two runs of a suit would be one, where that is forbidden."""
        return self.alike == "apart" and not {run.low for run in runs}.isdisjoint([run.high + 1 for run in runs])

    def parted(self, runs: Sequence[Run], spare: int, budget: Budget) -> Iterator[tuple[int, tuple[Run, ...]]]:
        """Yield joined runs once, parted by the fewest further wilds at their ends, and the number of these.

        Nothing is yielded if `spare` wilds do not part them; no more are tried than one for each run but one.

        Raises: Spent: if the budget is used up.
        """
        for more in range(min(spare, len(runs) - 1) + 1):
            budget.spend(2 + 2 * more)
            for parted in self._widened(runs, more):
                yield more, parted
                return

    def _widened(self, runs: Sequence[Run], more: int, laid: tuple[Run, ...] = ()) -> Iterator[tuple[Run, ...]]:
        """Yield the ways to lay runs with exactly this number of further wilds at their ends, no two joined."""
        if not runs and not more:
            yield laid
        for run in widened(runs[0], more) if runs else ():
            if self.allows(run) and not self.joined((*laid, run)):
                yield from self._widened(runs[1:], more - run.size + runs[0].size, (*laid, run))

    def made(self, runs: Sequence[Run]) -> int:
        """Return how many of these runs have each least size, in packed counts."""
        sizes = self.run_sizes
        return sum([made(sizes, run.high - run.low + 1) for run in runs])

    def starts(self, runs: tuple[Run, ...], to_hand: bool, budget: Budget) -> dict[int, tuple[Run, ...]]:
        """Return the ways to lay these runs at first, by their packed counts.

        A run is laid whole, or as a beginning where that needs fewer wilds or parts it from another. The wilds that
        they need count only if others come into the hand later.
        """
        whole, found = self.made(runs), dict[int, tuple[int, tuple[Run, ...]]]()
        for first in product(*[beginnings(self, run) if self.lays_off else [run] for run in runs]):
            budget.spend(1)
            if not self.joined(first):
                made, wilds = self.made(first), sum([run.wilds.bit_count() for run in first]) if to_hand else 0
                if made not in found or wilds < found[made][0]:
                    found[made] = wilds, first
                if made == whole and not to_hand:
                    break
        return {made + (wilds << FIRST_AT): first for made, (wilds, first) in found.items()}


def shorter(run: Run) -> tuple[Run, Run]:
    """Return a run without its lowest card, and without its highest."""
    low, high, wilds = run
    return Run(low + 1, high, wilds & ~(1 << low)), Run(low, high - 1, wilds & ~(1 << high))


@lru_cache(maxsize=4096)
def widened(run: Run, most: int) -> list[Run]:
    """Return the runs with the same naturals and up to `most` further wilds, at any place of the ends."""
    naturals, sizes = run.naturals, range(run.size, run.size + most + 1)
    lows, highs = range((naturals & -naturals).bit_length()), range(naturals.bit_length() - 1, TOP + 1)
    every = [Run(low, high, (2 << high) - (1 << low) - naturals) for low in lows for high in highs]
    return [each for each in every if each.size in sizes]


@lru_cache(maxsize=4096)
def beginnings(law: Law, run: Run) -> list[Run]:
    """Return a run, and its parts from which it can be laid off card by card."""
    found, least = {run: None}, law.run_sizes[0]
    queue = [run]
    for longer in queue:  # the queue grows during the loop
        if longer.high - longer.low < least:
            continue
        above, below = shorter(longer)
        for part, grows in ((above, law.grows_down(longer.high, above.wilds)), (below, True)):
            if grows and part not in found and law.allows(part):
                found[part] = None
                queue.append(part)
    return queue

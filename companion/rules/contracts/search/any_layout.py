"""Layout of a lay-down under any law: groups and runs, the wilds that are left, and runs that must not be joined."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import accumulate, chain, permutations
from math import inf

from companion.rules.cards import RANKS, Card
from companion.rules.contracts.search.layout import LayDown
from companion.rules.contracts.search.options import Price
from companion.rules.contracts.search.runs import LADDER, PLACES, TOP
from companion.rules.contracts.search.suit_runs import LaidRun, Law, Path, runs_of
from companion.rules.packed_cards import BITS, COPIES

Group = tuple[int, int, int]  # place of its rank, naturals, wilds
Runs = list[tuple[str, LaidRun]]
Laid = tuple[Runs, list[Group]]


@lru_cache(maxsize=256)
def arrangements(sizes: tuple[int, ...], count: int) -> list[tuple[int, ...]]:
    """Return the different ways to take this number of sizes in order; equal sizes are interchangeable."""
    if not count:
        return [()]
    rests = [(size, sizes[: (at := sizes.index(size))] + sizes[at + 1 :]) for size in dict.fromkeys(sizes)]
    return [(size, *others) for size, rest in rests for others in arrangements(rest, count - 1)]


class Problem:
    """The cards of a hand by suit and rank, with their points, and the lay-down that a search found."""

    def __init__(self, hand: Sequence[Card], law: Law, price: Price):
        self.hand, self.law, self.price = hand, law, price
        self.wilds = sorted((place for place, card in enumerate(hand) if card.rank in law.wild_ranks), key=self._price)
        naturals = [card for card in hand if card.rank not in law.wild_ranks]
        held = Counter(naturals)
        self.suits = sorted({card.suit for card in naturals})
        self.held = [[held[Card(rank, suit)] for rank in RANKS] for suit in self.suits]
        self.prices = [[price(Card(rank, suit)) for rank in RANKS] for suit in self.suits]
        self.of_rank = [sum(counts) for counts in zip(*self.held, strict=True)] or [0] * TOP
        self.wild_points = [0, *accumulate(map(self._price, self.wilds))]  # by the number left, the cheapest

    def _price(self, place: int) -> int:
        return self.price(self.hand[place])

    def value(self, rank: int) -> int:
        """Return the points of all naturals of a rank."""
        pairs = zip(self.held, self.prices, strict=True)
        return sum(held[rank] * prices[rank] for held, prices in pairs)

    def laid(self, paths: Sequence[Path], used: int, ranks: Sequence[int]) -> Laid:
        """Return the runs of the suits' paths and the groups of these ranks, of their least sizes."""
        runs = [(suit, run) for suit, path in zip(self.suits, paths, strict=True) for run in runs_of(path)]
        groups = []
        for rank, sizes in self.sized(ranks, used)[1].items():
            free = self.of_rank[rank] - (used >> BITS * rank & COPIES)
            for number, size in enumerate(sizes):
                others = sum(map(self.naturals, sizes[number + 1 :]))
                naturals = free if number == len(sizes) - 1 else min(size, free - others)
                groups.append((rank, naturals, max(size - naturals, 0)))
                free -= naturals
        return runs, groups

    def naturals(self, size: int) -> int:
        """Return the fewest naturals of a group of a size."""
        return max(self.law.group_naturals, (size + 1) // 2 if self.law.half else 0)

    def sized(self, ranks: Sequence[int], used: int) -> tuple[float, dict[int, list[int]]]:
        """Return the wilds that groups of these ranks need beside the cards used, and the sizes of each rank's groups.

        Infinite if there are too few naturals.
        """
        if not ranks:
            return 0, {}
        free = {rank: self.of_rank[rank] - (used >> BITS * rank & COPIES) for rank in ranks}
        fewest_first = sorted(ranks, key=free.__getitem__)
        best: tuple[float, dict[int, list[int]]] = inf, {}
        for order in self.orders(ranks):
            of_rank = defaultdict[int, list[int]](list)
            for rank, size in zip(fewest_first, order, strict=True):
                of_rank[rank].append(size)
            if all(sum(map(self.naturals, each)) <= free[rank] for rank, each in of_rank.items()):
                need = sum(max(sum(each) - free[rank], 0) for rank, each in of_rank.items())
                if need < best[0]:
                    best = need, of_rank
        return best

    def orders(self, ranks: Sequence[int]) -> list[tuple[int, ...]]:
        """Return the orders of the groups' sizes to try for these ranks; one if each rank has one group."""
        further = [self.law.further[0] if self.law.further else 0] * (len(ranks) - len(self.law.groups))
        sizes = tuple(sorted((*self.law.groups, *further)))
        if len({*ranks}) == len(ranks):
            return [sizes[: len(ranks)]]
        return arrangements(sizes, len(ranks))

    def joined(self, runs: Runs) -> list[tuple[int, int]]:
        """Return the pairs of runs, by number, that would be one if they were put together, against the law."""
        if self.law.alike != "apart":
            return []
        pairs = permutations(range(len(runs)), 2)
        return [(a, b) for a, b in pairs if runs[a][0] == runs[b][0] and runs[a][1].core.stop == runs[b][1].core.start]

    def part(self, runs: Runs) -> bool:
        """Return whether no runs are joined when laid down, after some of their cards are laid off later if need be."""
        for low, high in self.joined(runs):
            for number, cut in ((low, slice(None, -1)), (high, slice(1, None))) if self.law.lays_off else ():
                suit, run = runs[number]
                runs[number] = suit, run._replace(core=run.core[cut])
                if self._are_contract(runs) and self.part(runs):
                    return True
                runs[number] = suit, run
            return False
        return True

    def _are_contract(self, runs: Runs) -> bool:
        """Return whether these runs are legal and as long as the contract asks when they are laid down."""
        sizes = sorted([len(run.core) for _, run in runs], reverse=True)
        wilds = [sum(run.wild[run.core.start - run.low : run.core.stop - run.low]) for _, run in runs]
        pairs = [(len(run.core) - count, count) for (_, run), count in zip(runs, wilds, strict=True)]
        asked = sorted(self.law.runs, reverse=True)
        further = [self.law.further[1]] * (len(runs) - len(asked)) if self.law.further else []
        return all(naturals >= max(self.law.run_naturals, wild * self.law.half) for naturals, wild in pairs) and all(
            size >= least for size, least in zip(sizes, asked + further, strict=True)
        )

    def place_wilds(self, laid: Laid, on_runs: bool) -> None:
        """Add the wilds that are left to groups and to the ends of runs."""
        runs, groups = laid
        left = len(self.wilds) - sum(sum(run.wild) for _, run in runs) - sum(wilds for *_, wilds in groups)
        for number, (rank, naturals, wilds) in enumerate(groups):
            more = min(left, naturals - wilds) if self.law.half else left
            groups[number] = rank, naturals, wilds + more
            left -= more
        for number, (suit, run) in enumerate(runs if on_runs else ()):
            grown = True
            while left and grown:
                grown = False
                for longer in self._longer(run):
                    runs[number] = suit, longer
                    if self.law.lays_off or not self.joined(runs):
                        run, grown, left = longer, True, left - 1
                        break
                    runs[number] = suit, run

    def _longer(self, run: LaidRun) -> Iterable[LaidRun]:
        """Yield the run with a wild more at either end."""
        low, wild, core = run
        if self.law.half and 2 * sum(wild) + 1 > len(wild):
            return
        if run.high < TOP and not (self.law.wilds_apart and wild[-1]):
            yield LaidRun(low, (*wild, True), core if core.stop <= run.high else range(core.start, core.stop + 1))
        if low and not (self.law.wilds_apart and wild[0]):
            yield LaidRun(low - 1, (True, *wild), core if core.start > low else range(low - 1, core.stop))

    def layout(self, laid: Laid) -> LayDown:
        """Return the lay-down by positions in the hand."""
        stock = defaultdict[Card, list[int]](list)
        for place, card in enumerate(self.hand):
            stock[card].append(place)
        wilds = [*self.wilds]
        melds, additions, stands_for = list[list[int]](), list[tuple[int, int, str]](), dict[int, Card]()
        cards: list[tuple[LaidRun, list[int]]] = []
        for suit, run in laid[0]:
            cards.append((run, []))
            for place, wild in enumerate(run.wild, start=run.low):
                cards[-1][1].append(wilds.pop() if wild else stock[Card(LADDER[place], suit)].pop())
                if wild:
                    stands_for[cards[-1][1][-1]] = Card(LADDER[place], suit)
        for rank, naturals, more in laid[1]:
            same = [card for card, places in stock.items() if PLACES.get(card.rank) == rank for _ in places]
            melds.append([stock[card].pop() for card in same[:naturals]] + [wilds.pop() for _ in range(more)])
        for run, places in cards:
            at = range(run.core.start - run.low, run.core.stop - run.low)
            additions += [(len(melds), places[place], end) for place, end in self._in_order(run, at)]
            melds.append([places[place] for place in at])
        left = sorted({*range(len(self.hand))} - {*chain(*melds)} - {place for _, place, _ in additions})
        points = sum(map(self._price, left))
        return LayDown(tuple(map(tuple, melds)), tuple(left), points, tuple(additions), stands_for)

    def _in_order(self, run: LaidRun, core: range) -> list[tuple[int, str]]:
        """Return the cards of a run that are laid off, naturals first where either end goes on."""
        below, above = [*range(core.start)], [*range(len(run.wild) - 1, core.stop - 1, -1)]
        order = []
        while below or above:
            end = below if below and (not above or not run.wild[below[-1]]) else above
            order.append((end.pop(), "bottom" if end is below else "top"))
        return order

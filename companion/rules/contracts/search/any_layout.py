"""Layout of a lay-down under any law: groups and runs, the wilds that are left, and runs that must not be joined."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import accumulate, chain, permutations
from math import inf

from companion.rules.cards import RANKS, Card
from companion.rules.contracts.search.law import PRE, LaidRun, Law, OnTable, Path, State, runs_of
from companion.rules.contracts.search.layout import LayDown
from companion.rules.contracts.search.options import Price
from companion.rules.contracts.search.runs import LADDER, PLACES, TOP, Addition, Extension, Run, places
from companion.rules.contracts.search.table_runs import in_order
from companion.rules.search_state import BITS, COPIES

Group = tuple[int, int, int, int]  # place of its rank, naturals, the wilds it needs, and further ones
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

    def __init__(self, hand: Sequence[Card], law: Law, price: Price, table: OnTable):
        self.hand, self.law, self.price, self.table = hand, law, price, table
        self.on_groups = 0  # wilds to be laid off on groups of the table
        self.wilds = sorted((place for place, card in enumerate(hand) if card.rank in law.wild_ranks), key=self._price)
        naturals = [card for card in hand if card.rank not in law.wild_ranks]
        held = Counter(naturals)
        self.suits = sorted({card.suit for card in naturals} | {suit for _, suit, *_ in table.runs})
        self.held = [[held[Card(rank, suit)] for rank in RANKS] for suit in self.suits]
        self.table_ranks = frozenset(rank for _, rank, _ in table.groups)
        self.prices = [
            [0 if rank in self.table_ranks else price(Card(name, suit)) for rank, name in enumerate(RANKS)]
            for suit in self.suits
        ]
        self.of_rank = [sum(counts) for counts in zip(*self.held, strict=True)] or [0] * TOP
        to_hand = [run for run in table.runs if law.growth.moves == "hand"]
        self.exchanged = [  # wilds of the table that the hand can exchange
            cards[place - run.low]
            for _, suit, run, cards in to_hand
            for place in places(run.wilds)
            if held[Card(LADDER[place], suit)]
        ]
        self.most_wilds = len(self.wilds) + len(self.exchanged)
        cheapest = sorted([*map(self._price, self.wilds), *map(price, self.exchanged)])
        self.wild_points = [0, *accumulate(cheapest)]  # by the number left

    def lying(self, suit: str) -> tuple[State, ...]:
        """Return the states of the runs on the table of a suit."""
        runs = [run for _, its, run, _ in self.table.runs if its == suit]
        balances = [(run.size - 2 * run.wilds.bit_count()) * self.law.half for run in runs]
        pairs = zip(runs, balances, strict=True)
        return tuple(sorted(State(0, 0, min(each, self.most_wilds), 0, PRE, 0, run) for run, each in pairs))

    def _price(self, place: int) -> int:
        return self.price(self.hand[place])

    def value(self, rank: int) -> int:
        """Return the points of all naturals of a rank."""
        pairs = zip(self.held, self.prices, strict=True)
        return sum(held[rank] * prices[rank] for held, prices in pairs)

    def laid(self, paths: Sequence[Path], used: int, ranks: Sequence[int]) -> Laid:
        """Return the runs of the suits' paths and the groups of these ranks, of their least sizes."""
        pairs = zip(self.suits, paths, strict=True)
        runs = [(suit, run) for suit, path in pairs for run in runs_of(path, self.lying(suit))]
        groups = []
        for rank, sizes in self.sized(ranks, used)[1].items():
            free = self.of_rank[rank] - (used >> BITS * rank & COPIES)
            for number, size in enumerate(sizes):
                others = sum(map(self.naturals, sizes[number + 1 :]))
                naturals = free if number == len(sizes) - 1 else min(size, free - others)
                groups.append((rank, naturals, max(size - naturals, 0), 0))
                free -= naturals
        return runs, groups

    def from_hand(self, laid: Laid) -> bool:
        """Return whether the hand has the wilds of the contract, without those that come from the table."""
        needed = sum(need for _, _, need, _ in laid[1])
        return needed + sum(core_wilds(run) for _, run in laid[0] if not run.lying) <= len(self.wilds)

    def room(self, ranks: Iterable[int], used: int) -> float:
        """Return the most wilds of groups of these ranks and of those on the table, beside the cards used in runs."""
        ranks = {*ranks, *self.table_ranks}
        if not self.law.half or not ranks:
            return inf if ranks else 0
        free: float = sum(self.of_rank[rank] - (used >> BITS * rank & COPIES) for rank in ranks)
        return free + sum(balance for *_, balance in self.table.groups)

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
        new = [not run.lying for _, run in runs]
        return [
            (a, b)
            for a, b in pairs
            if new[a] and new[b] and runs[a][0] == runs[b][0] and runs[a][1].core.stop == runs[b][1].core.start
        ]

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
        new = [run for _, run in runs if not run.lying]
        sizes = sorted([len(run.core) for run in new], reverse=True)
        pairs = [(len(run.core) - core_wilds(run), core_wilds(run)) for run in new]
        asked = sorted(self.law.runs, reverse=True)
        further = [self.law.further[1]] * (len(new) - len(asked)) if self.law.further else []
        return all(naturals >= max(self.law.run_naturals, wild * self.law.half) for naturals, wild in pairs) and all(
            size >= least for size, least in zip(sizes, asked + further, strict=True)
        )

    def place_wilds(self, laid: Laid, used: int, on_runs: bool) -> None:
        """Add the wilds that are left to groups and to the ends of runs."""
        runs, groups = laid
        left = len(self.wilds) - sum(run.wilds for _, run in runs) - sum(wilds for _, _, wilds, _ in groups)
        for number, (suit, run) in enumerate(runs):
            while run.wilds < 0 and self.law.growth.moves != "hand" and (longer := next(iter(self._longer(run)), None)):
                run, left = longer, left - 1
            runs[number] = suit, run
        room = self.room([rank for rank, *_ in groups], used) - sum(wilds for _, _, wilds, _ in groups)
        self.on_groups = int(min(left, room)) if left > 0 else 0
        left -= self.on_groups
        for number, (rank, naturals, wilds, _) in enumerate(groups):
            more = min(self.on_groups, naturals - wilds) if self.law.half else self.on_groups
            groups[number] = rank, naturals, wilds, more
            self.on_groups -= more
        for number, (suit, run) in enumerate(runs if on_runs else ()):
            grown = True
            while left > 0 and grown:
                grown = False
                for longer in self._longer(run):
                    runs[number] = suit, longer
                    if self.law.lays_off or not self.joined(runs):
                        run, grown, left = longer, True, left - 1
                        break
                    runs[number] = suit, run

    def _longer(self, run: LaidRun) -> Iterable[LaidRun]:
        """Yield the run with a wild more at either end."""
        low, wild, core, lying = run
        if self.law.half and 2 * sum(wild) + 1 > len(wild):
            return
        if run.high < TOP and not (self.law.wilds_apart and wild[-1]):
            grown = core if lying or core.stop <= run.high else range(core.start, core.stop + 1)
            yield LaidRun(low, (*wild, True), grown, lying)
        downwards = not lying or self.law.growth.both_ends or run.high == TOP
        if low and downwards and not (self.law.wilds_apart and wild[0]):
            yield LaidRun(
                low - 1, (True, *wild), core if lying or core.start > low else range(low - 1, core.stop), lying
            )

    def layout(self, laid: Laid) -> LayDown:
        """Return the lay-down by positions in the hand; those after it are wilds that came from the table."""
        stock, base = defaultdict[Card, list[int]](list), self.table.size
        for place, card in enumerate(self.hand):
            stock[card].append(place)
        cards, wilds, at_table = [*self.hand], [*self.wilds], [*self.table.runs]
        melds, additions, stands_for = list[list[int]](), list[Addition](), dict[int, Card]()
        rows = [
            (
                suit,
                run,
                {at: stock[Card(LADDER[at], suit)].pop() for at, wild in enumerate(run.wild, run.low) if not wild},
            )
            for suit, run in laid[0]
            if not run.lying
        ]
        steps = list[tuple[int, str, Run, Extension, int | None]]()
        for suit, run in laid[0]:
            if run.lying:
                row = next(each for each in at_table if each[1:3] == (suit, run.lying))
                at_table.remove(row)
                for longer, step in in_order(run, self.law, row[2]):
                    natural = None if step.wild else stock[Card(LADDER[step.place], suit)].pop()
                    steps.append((row[0], suit, longer, step, natural))
                    if step.end == "joker" and longer.size == step.before.size:
                        cards.append(row[3][step.place - row[2].low])

        def wild(suit: str, at: int) -> int:
            """Take a wild for this place of a suit."""
            stands_for[wilds[-1]] = Card(LADDER[at], suit)
            return wilds.pop()

        for suit, run, row_cards in rows:
            row_cards |= {at: wild(suit, at) for at in run.core if at not in row_cards}
        for rank, naturals, need, _ in laid[1]:
            same = [card for card, left in stock.items() if PLACES.get(card.rank) == rank for _ in left]
            melds.append([stock[card].pop() for card in same[:naturals]] + [wilds.pop() for _ in range(need)])
        wilds = sorted([*wilds, *range(len(self.hand), len(cards))], key=lambda place: self.price(cards[place]))
        came = [step for step in steps if step[3].end == "joker" and step[2].size == step[3].before.size]
        stuck = set[int]()  # runs on the table that wait for a wild that did not come
        for number, suit, longer, step, natural in [*came, *(step for step in steps if step not in came)]:
            if number in stuck or natural is None and not wilds:
                stuck.add(number)
                continue
            lower = self.law.growth.moves == "end" and step.end == "joker" and longer.low < step.before.low
            at = wild(suit, step.place) if natural is None else natural
            additions.append((number, at, "joker-below" if lower else step.end))
        for number, (*_, more) in enumerate(laid[1]):
            for place in [wilds.pop() for _ in range(min(more, len(wilds)))]:
                if place < len(self.hand):
                    melds[number].append(place)
                else:
                    additions.append((base + number, place, "group"))
        for number, rank, balance in self.table.groups:
            same = [card for card, left in stock.items() if PLACES.get(card.rank) == rank for _ in left]
            count = min(self.on_groups, len(wilds), balance + len(same) if self.law.half else len(wilds))
            laid_there = [stock[card].pop() for card in same] + [wilds.pop() for _ in range(count)]
            additions += [(number, place, "group") for place in laid_there]
            self.on_groups -= count
        for suit, run, row_cards in rows:
            first = Run(run.core.start, run.core.stop - 1, 0)
            for _, step in in_order(run, self.law, first._replace(wilds=run.mask & first.naturals)):
                if step.wild and not wilds:
                    break
                at = wild(suit, step.place) if step.wild else row_cards[step.place]
                additions.append((base + len(melds), at, step.end))
            melds.append([row_cards[at] for at in run.core])
        left = sorted({*range(len(cards))} - {*chain(*melds)} - {place for _, place, _ in additions})
        points = sum(self.price(cards[place]) for place in left)
        exchanged = tuple(cards[len(self.hand) :])
        return LayDown(tuple(map(tuple, melds)), tuple(left), points, tuple(additions), stands_for, exchanged=exchanged)


def core_wilds(run: LaidRun) -> int:
    """Return the number of wilds in the part of a run that is of the contract."""
    return sum(run.wild[run.core.start - run.low : run.core.stop - run.low])

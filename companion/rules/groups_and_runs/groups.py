"""Which naturals of a hand lie in groups, so that runs of the rest leave the fewest points over."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import product
from operator import sub
from typing import NamedTuple

from companion.rules.cards import JOKER, Card
from companion.rules.groups_and_runs.suit_runs import Costs, Lane, Run, in_reach, joined, shares
from companion.rules.packed_cards import BITS

Price = Callable[[Card], int]
LaneMaker = Callable[[list[int], int, int, str], Lane]  # of the prices, the wilds, the high ace and the suit


class Kind(NamedTuple):
    """The equal cards of a hand: their place on the ladder, how many, what one costs, whether a run is in reach."""

    card: Card
    place: int
    copies: int
    price: int
    near: int


class Group(NamedTuple):
    """Naturals of one rank together: how many of each kind, the points they save, the wilds they need."""

    taken: list[tuple[Kind, int]]
    saves: int
    need: int


class Plan(NamedTuple):
    """The points left over, what lies in groups, what each lane has, and the wilds that are left for the lanes."""

    points: int
    groups: tuple[Group, ...]
    packed: dict[str, int]
    wilds: int


@lru_cache(maxsize=16)
def places_of(ladder: tuple[str, ...]) -> dict[str, int]:
    """Where each rank stands on the ladder, an ace at its low end."""
    return {rank: place for place, rank in reversed(list(enumerate(ladder)))}


def kinds_of(counts: Counter[Card], ladder: tuple[str, ...], wilds: int, high: int, price: Price) -> list[Kind]:
    """The kinds of naturals in a hand."""
    places = places_of(ladder)
    present: dict[str, int] = defaultdict(int)
    for rank, suit in counts:
        present[suit] |= 1 << places[rank]
    near = {suit: in_reach(bits, wilds, high) for suit, bits in present.items()}
    kinds = []
    for card, count in counts.items():
        rank, suit = card
        place = places[rank]
        kinds.append(Kind(card, place, count, price(card), near[suit] >> place & 1))
    return kinds


def groups_of(kinds: Sequence[Kind], wilds: int) -> list[Group]:
    """The groups worth a thought among the cards of one rank, the fullest first.

    A group takes all cards that no run is near. One card with two wilds is left to the runs.
    """
    fewest = 2 if wilds else 3
    if sum([kind.copies for kind in kinds]) < fewest:
        return []
    choices = [range(copies, -1, -1) if near else (copies,) for _, _, copies, _, near in kinds]
    groups = []
    for taken in product(*choices):
        count = sum(taken)
        if count >= fewest:
            parts = [part for part in zip(kinds, taken, strict=True) if part[1]]
            groups.append(Group(parts, sum([kind.price * count for kind, count in parts]), 1 if count < 3 else 0))
    return groups


class Search:
    """The best plan for a hand: tries the groups, and asks the lanes, one a suit, what the rest leaves over."""

    def __init__(
        self,
        hand: Iterable[Card],
        ladder: tuple[str, ...],
        wild: frozenset[str],
        price: Price,
        lane: LaneMaker = Lane,
    ):
        counts = Counter(hand)
        self.lane = lane
        self.wilds = sum([counts.pop(card) for card in [*counts] if card.rank in wild or card == JOKER])
        self.size, self.high = len(ladder), len(ladder) - 1 if ladder[0] == ladder[-1] else 0
        kinds = kinds_of(counts, ladder, self.wilds, self.high, price)
        self.naturals = sum([copies * price for _, _, copies, price, _ in kinds])
        self._find_groups(kinds)
        self.lanes: dict[str, Lane] = {}
        plan = self._fill_lanes(kinds)
        self.best = Plan(self.naturals + 1, *plan[1:])
        self._choose(0, plan, {suit: lane.costs(plan.packed[suit]) for suit, lane in self.lanes.items()})

    def runs(self) -> list[tuple[str, Run]]:
        """The runs of the best plan, each with its suit."""
        packed, lanes = self.best.packed, self.lanes
        costs = [lane.costs(packed[suit]) for suit, lane in lanes.items()]
        given = zip(lanes.items(), shares(costs, self.best.wilds), strict=True)
        return [(suit, run) for (suit, lane), wilds in given for run in lane.runs(packed[suit], wilds)]

    def _find_groups(self, kinds: Iterable[Kind]) -> None:
        """Set the groups of each rank, what they could save at most, and the floor no plan can go below."""
        by_rank = defaultdict(list)
        for kind in kinds:
            by_rank[kind.place].append(kind)
        ranks, hopeless = [], []
        for alike in by_rank.values():
            several = len(alike) > 1 or alike[0].copies > 1
            if several and (groups := groups_of(alike, self.wilds)):
                ranks.append(groups)
                continue
            for _, _, copies, price, near in alike:
                if not near:
                    hopeless += [price] * copies
        self.ranks = sorted(ranks, key=lambda groups: (groups[0].need, -groups[0].saves))
        # two wilds make a run of two such cards at best
        self.floor = sum(sorted(hopeless, reverse=True)[self.wilds // 2 * 2 :])
        self.hopes = [[0] * (self.wilds + 1)]
        for (_, saves, need), *_ in reversed(self.ranks):
            self.hopes.insert(0, [0] * need + [saves + hope for hope in self.hopes[0]][: self.wilds + 1 - need])

    def _fill_lanes(self, kinds: Iterable[Kind]) -> Plan:
        """The plan without any group: all that a run could take lies in the lanes; two wilds make any card one."""
        loose, packed = 0, {}
        for (_, suit), place, copies, price, near in kinds:
            if not near and self.wilds < 2:
                loose += copies * price
                continue
            if suit not in packed:
                self.lanes[suit], packed[suit] = self.lane([0] * self.size, self.wilds, self.high, suit), 0
            packed[suit] += copies << place * BITS
            prices = self.lanes[suit].prices
            prices[place] = prices[place or self.high] = price
        return Plan(loose, (), packed, self.wilds)

    def _choose(self, first: int, plan: Plan, costs: dict[str, Costs]) -> None:
        """Weigh the plan as it is, then with each further group that could better the best."""
        total = joined(costs.values(), plan.wilds)
        if plan.points + total[-1] < self.best.points:
            self.best = Plan(plan.points + total[-1], *plan[1:])
        for index in range(first, len(self.ranks)):
            hopes = self.hopes[index + 1]
            for group in self.ranks[index]:
                if self.best.points == self.floor:
                    return
                spare = plan.wilds - group.need
                enough = self.best.points + group.saves - plan.points
                if spare >= 0 and min(map(sub, total[spare::-1], hopes)) < enough:
                    self._choose(index + 1, *self._with_group(group, plan, costs))

    def _with_group(self, group: Group, plan: Plan, costs: dict[str, Costs]) -> tuple[Plan, dict[str, Costs]]:
        loose, packed, costs = plan.points, plan.packed.copy(), costs.copy()
        for ((_, suit), place, _, price, near), count in group.taken:
            if near or self.wilds > 1:
                packed[suit] -= count << place * BITS
                costs[suit] = self.lanes[suit].costs(packed[suit])
            else:
                loose -= count * price
        return Plan(loose, (*plan.groups, group), packed, plan.wilds - group.need), costs

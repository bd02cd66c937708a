"""Branch and bound over the groups of a hand: which naturals to put in groups so that runs leave the fewest points.

Once the groups are chosen, the suits are independent except for the wilds they share. The search branches on the
groups of one rank after another, and prunes a branch if the highest saving of later groups is too small.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from itertools import product
from operator import sub
from typing import NamedTuple

from companion.rules.arranging.suit_runs import Costs, Run, Sizes, SuitRuns, combined, places_in_reach, shared_wilds
from companion.rules.cards import JOKER, Card
from companion.rules.search_state import BITS

Price = Callable[[Card], int]
SuitRunsMaker = Callable[[list[int], int, int, str, int], SuitRuns]  # (prices, wilds, high ace, suit, least size)


class EqualCards(NamedTuple):
    """Equal naturals of a hand: place on the ladder, number of copies, points of one, and 1 if a run can reach them."""

    card: Card
    place: int
    copies: int
    price: int
    in_reach: int


class Group(NamedTuple):
    """Naturals of one rank together: copies used of each card, points saved, wilds needed."""

    taken: list[tuple[EqualCards, int]]
    saves: int
    need: int


class Plan(NamedTuple):
    """The chosen groups with the points left over, the cards left to the runs of each suit, and the wilds left."""

    points: int
    groups: tuple[Group, ...]
    packed: dict[str, int]
    wilds: int


def naturals_of(
    counts: Counter[Card], ladder: tuple[str, ...], wilds: int, high: int, price: Price, sizes: Sizes
) -> list[EqualCards]:
    """Return the naturals of a hand, equal ones together."""
    places = {rank: ladder.index(rank) for rank, _ in counts}  # of an ace its low one
    present: dict[str, int] = defaultdict(int)
    for rank, suit in counts:
        present[suit] |= 1 << places[rank]
    reach = {suit: places_in_reach(bits, wilds, high, sizes.run) for suit, bits in present.items()}
    naturals = []
    for card, count in counts.items():
        rank, suit = card
        place = places[rank]
        naturals.append(EqualCards(card, place, count, price(card), reach[suit] >> place & 1))
    return naturals


def groups_of(naturals: Sequence[EqualCards], wilds: int, sizes: Sizes) -> list[Group]:
    """Return the useful groups among the naturals of one rank, the largest first.

    A group takes all cards that no run can reach.
    """
    # A single natural is left to the runs if these need no more wilds.
    fewest = max(1 if sizes.group < sizes.run else 2, sizes.group - wilds)
    if sum([cards.copies for cards in naturals]) < fewest:
        return []
    choices = [range(copies, -1, -1) if in_reach else (copies,) for _, _, copies, _, in_reach in naturals]
    groups = []
    for taken in product(*choices):
        count = sum(taken)
        if count >= fewest:
            parts = [part for part in zip(naturals, taken, strict=True) if part[1]]
            need = max(0, sizes.group - count)
            groups.append(Group(parts, sum([cards.price * count for cards, count in parts]), need))
    return groups


class GroupSearch:
    """Search for the best plan of a hand: tries groups, and asks each suit for the points that its runs leave."""

    def __init__(
        self,
        hand: Iterable[Card],
        ladder: tuple[str, ...],
        wild: frozenset[str],
        price: Price,
        sizes: Sizes = Sizes(),
        suit_runs: SuitRunsMaker = SuitRuns,
    ):
        counts = Counter(hand)
        self.suit_runs, self.sizes, self.lone = suit_runs, sizes, min(sizes) - 1  # `lone`: wilds beside one natural
        self.wilds = sum([counts.pop(card) for card in [*counts] if card.rank in wild or card == JOKER])
        self.size, self.high = len(ladder), len(ladder) - 1 if ladder[0] == ladder[-1] else 0
        naturals = naturals_of(counts, ladder, self.wilds, self.high, price, sizes)
        self.points = sum([copies * price for _, _, copies, price, _ in naturals])
        self._find_groups(naturals)
        self.suits: dict[str, SuitRuns] = {}
        plan = self._without_groups(naturals)
        self.best = Plan(self.points + 1, *plan[1:])
        self._branch(0, plan, {suit: runs.costs(plan.packed[suit]) for suit, runs in self.suits.items()})

    def runs(self) -> list[tuple[str, Run]]:
        """Return the runs of the best plan, each with its suit."""
        packed, suits = self.best.packed, self.suits
        costs = [runs.costs(packed[suit]) for suit, runs in suits.items()]
        given = zip(suits.items(), shared_wilds(costs, self.best.wilds), strict=True)
        return [(suit, run) for (suit, runs), wilds in given for run in runs.runs(packed[suit], wilds)]

    def _find_groups(self, naturals: Iterable[EqualCards]) -> None:
        """Set the groups of each rank, the upper bound of their savings, and the lower bound of the points."""
        by_rank = defaultdict(list)
        for cards in naturals:
            by_rank[cards.place].append(cards)
        ranks, out_of_reach = [], []
        for alike in by_rank.values():
            several = len(alike) > 1 or alike[0].copies > 1 or self.sizes.group < self.sizes.run
            if several and (groups := groups_of(alike, self.wilds, self.sizes)):
                ranks.append(groups)
                continue
            for _, _, copies, price, in_reach in alike:
                if not in_reach:
                    out_of_reach += [price] * copies
        self.ranks = sorted(ranks, key=lambda groups: (groups[0].need, -groups[0].saves))
        # these wilds make a run with two of these cards at best
        self.lower_bound = sum(sorted(out_of_reach, reverse=True)[self.wilds // self.lone * 2 :])
        # for the ranks from each one on, by number of wilds: upper bound of the points that groups save
        self.can_save = [[0] * (self.wilds + 1)]
        for (_, saves, need), *_ in reversed(self.ranks):
            self.can_save.insert(0, [0] * need + [saves + most for most in self.can_save[0]][: self.wilds + 1 - need])

    def _without_groups(self, naturals: Iterable[EqualCards]) -> Plan:
        """Return the plan without groups: the runs get all cards they can reach, with enough wilds every card."""
        loose, packed = 0, {}
        for (_, suit), place, copies, price, in_reach in naturals:
            if not in_reach and self.wilds < self.sizes.run - 1:
                loose += copies * price
                continue
            if suit not in packed:
                packed[suit] = 0
                self.suits[suit] = self.suit_runs([0] * self.size, self.wilds, self.high, suit, self.sizes.run)
            packed[suit] += copies << place * BITS
            prices = self.suits[suit].prices
            prices[place] = prices[place or self.high] = price
        return Plan(loose, (), packed, self.wilds)

    def _branch(self, first: int, plan: Plan, costs: dict[str, Costs]) -> None:
        """Evaluate the plan, then recurse with each further group that could improve on the best."""
        total = combined(costs.values(), plan.wilds)
        if plan.points + total[-1] < self.best.points:
            self.best = Plan(plan.points + total[-1], *plan[1:])
        for index in range(first, len(self.ranks)):
            can_save = self.can_save[index + 1]
            for group in self.ranks[index]:
                if self.best.points == self.lower_bound:
                    return
                spare = plan.wilds - group.need
                enough = self.best.points + group.saves - plan.points
                if spare >= 0 and min(map(sub, total[spare::-1], can_save)) < enough:
                    self._branch(index + 1, *self._with_group(group, plan, costs))

    def _with_group(self, group: Group, plan: Plan, costs: dict[str, Costs]) -> tuple[Plan, dict[str, Costs]]:
        """Return the plan with one more group, and the costs of its suits."""
        loose, packed, costs = plan.points, plan.packed.copy(), costs.copy()
        for ((_, suit), place, _, price, in_reach), count in group.taken:
            if in_reach or self.wilds >= self.sizes.run - 1:
                packed[suit] -= count << place * BITS
                costs[suit] = self.suits[suit].costs(packed[suit])
            else:
                loose -= count * price
        return Plan(loose, (*plan.groups, group), packed, plan.wilds - group.need), costs

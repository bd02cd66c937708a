"""The best way of each suit and the groups beside them: by branch and bound."""

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import combinations, product
from math import inf
from operator import add
from typing import NamedTuple

from companion.rules.cards import RANKS, Card
from companion.rules.contracts.search.law import LADDER, MADE_AT, MADE_BITS, Law, unpacked
from companion.rules.contracts.search.problem import Problem
from companion.rules.contracts.search.ways import RANK_BITS, RANK_MASK, Suit, Way, undominated
from companion.rules.search_state import BITS, COPIES, Budget, Spent

Rest = dict[tuple[int, int], tuple[float, float]]  # by runs made and wilds needed: see `_fewest_lost`
Total = tuple[int, ...]  # of the ways chosen: points lost, wilds, most wilds, packed counts, cards left

LISTING_SHARE = 0.75  # share of the steps left for the ways of all suits, before one of each is chosen


class Groups(NamedTuple):
    """Groups of a lay-down: the points they save, the wilds they need and can take more, and their least sizes."""

    saved: int
    need: int
    room: float
    sizes: tuple[tuple[int, tuple[int, ...]], ...]  # by place of the rank


@lru_cache(maxsize=4096)
def groups_of_rank(law: Law, asked: tuple[int, ...]) -> list[tuple[tuple[int, ...], tuple[int, ...], int, int]]:
    """Return the groups of one rank that may be some of those asked: sizes, what is still asked, cards, naturals."""
    choices: list[tuple[int, ...]] = [law.further[:1]] if law.further and law.further[0] not in asked else []
    for count in range(1, (len(asked) if law.same_rank else min(len(asked), 1)) + 1):
        choices += dict.fromkeys(combinations(asked, count))
    found = []
    for sizes in choices:
        rest = [*asked]
        for size in sizes:
            if size in rest:
                rest.remove(size)
        naturals = sum([law.naturals(size, law.group_naturals) for size in sizes])
        found.append((sizes, tuple(rest), sum(sizes), naturals))
    return found


class Search:
    """The search for the ways of the suits, and the groups beside them, that leave the fewest points."""

    def __init__(self, problem: Problem, budget: Budget, ceiling: float = inf, suits: str = ""):
        self.problem, self.law = problem, problem.law
        self.fewest = ceiling  # points; the search finds only what leaves fewer
        self.best: tuple[tuple[tuple[str, Way], ...], Groups] | None = None
        self.at_least: float = 0  # no lay-down leaves fewer points, or fewer than the ceiling
        self.asked = [sum(least >= size for least in self.law.runs) for size in self.law.run_sizes]
        names = {*suits, *problem.suits, *(suit for _, suit, *_ in problem.table.runs)}
        every = [Suit(problem, name, budget) for name in sorted(names)]
        self.suits = sorted(every, key=lambda suit: suit.cards.bit_count())
        self.most_runs = sum([suit.most for suit in self.suits])
        for suit in self.suits:
            suit.asked = len(self.law.runs) - (self.most_runs - suit.most)
            suit.others = [other for other in self.suits if other is not suit]
        self.budget = budget
        self.size = self.law.least_group
        self.naturals = max(self.law.naturals(self.size, self.law.group_naturals), 1)  # of a group of this size
        room = problem.table_ranks if self.law.half_natural else set()  # their cards make room for wilds
        self.grouped = sum([1 << rank * RANK_BITS for rank in problem.ranks if rank not in room])
        self.values = sum([RANK_MASK >> BITS << rank * RANK_BITS for rank in problem.ranks])
        self.groups, self.is_whole = cache(self._groups), cache(self._is_whole)
        budget.charge(30)

    def find(self) -> "Search":
        """Find the best lay-down that the budget allows, and return this search."""
        law, ranks = self.law, len(self.problem.ranks)
        if self.most_runs < len(law.runs) or ranks < len(law.groups) and not law.same_rank:
            self.at_least = self.fewest
            return self
        self._list(LISTING_SHARE)
        self._join([suit.ways for suit in self.suits])
        return self

    def _list(self, share: float) -> None:
        """List the ways of the suits that may be better than what is known."""
        least, listing = 0.0, self.budget.part(share)
        for number, suit in enumerate(self.suits):
            suit.list_ways(listing.part(1 / (len(self.suits) - number)), self.fewest - least)
            if suit.least == inf:
                return
            least += suit.least

    def _join(self, ways: Sequence[list[Way]], left: int = 0) -> None:
        """Choose a way of each suit, beside cards left over, and learn how few points can be left."""
        least = sum([suit.least for suit in self.suits])
        unlisted = min([suit.floor + least - suit.least for suit in self.suits if suit.floor < inf], default=inf)
        if not all(ways):
            self.at_least = max(self.at_least, min(self.fewest, unlisted))
            return
        pairs = sorted(zip(self.suits, ways, strict=True), key=lambda each: len(each[1]))
        self.order, self.ways = [suit for suit, _ in pairs], [each for _, each in pairs]
        # From each suit on: the cards that may come for groups, and what the ways need and lose at least.
        self.coming, self.rest = [0], [Rest({(0, 0): (0.0, 0.0)})]
        for suit, each in reversed(pairs):
            self.coming.insert(0, self.coming[0] + suit.all_left)
            self.rest.insert(0, self._beside(each, self.rest[0]))
        self.fewest_lost, self.reduced = cache(self._fewest_lost), cache(self._reduced)
        self.seen = dict[tuple[int, int, int], list[Total]]()
        nothing, lowest = (0, 0, 0, 0, left), 0.0
        try:
            self.budget.charge(sum(map(len, ways)) // 4)
            lowest = self.lowest = self.bound(0, nothing)
            if lowest < self.fewest:
                self.branch(nothing, ())
        except Spent:
            unlisted = min(unlisted, lowest)
        self.at_least = max(self.at_least, min(self.fewest, unlisted))

    def completing(self) -> Iterator[tuple[Card, int]]:
        """Yield each natural that makes the contract, if the hand does not without, and how many cards then are needed.

        Raises: Spent: if the search was stopped before all are known.
        """
        self._list(1)
        if any(suit.least == inf for suit in self.suits):
            return
        if any(suit.floor < inf for suit in self.suits):
            raise Spent
        every = [suit.ways for suit in self.suits]
        plain = [[way for way in ways if not way.more] for ways in every]
        for number, suit in enumerate(self.suits):
            for more in {way.more for way in every[number]} - {0}:
                ways = [way for way in every[number] if way.more == more]
                if needed := self._needed([*plain[:number], ways, *plain[number + 1 :]]):
                    yield Card(LADDER[more.bit_length() - 1], suit.name), needed
        for rank in self.problem.ranks:
            price = self.problem.price(Card(RANKS[rank]))
            if needed := self._needed(plain, (price << BITS | 1) << rank * RANK_BITS):
                yield from [(Card(RANKS[rank], suit.name), needed) for suit in self.suits]

    def _needed(self, ways: Sequence[list[Way]], left: int = 0) -> int:
        """Return how many cards make the contract by ways of these and cards left over; 0 if they do not."""
        self.best, self.fewest, self.at_least = None, 1, 0
        self._join(ways, left)
        if not self.best and self.at_least < self.fewest:
            raise Spent
        if not self.best:
            return 0
        chosen, groups = self.best
        return sum([run.size for _, way in chosen for run in way.new]) + sum([sum(sizes) for _, sizes in groups.sizes])

    def _beside(self, ways: Sequence[Way], rest: Rest) -> Rest:
        """Return what the ways of one suit and of others lose at least, by the runs that they make and their wilds."""
        found = Rest()
        every = {(way.counts >> MADE_AT, way.wilds, way.lost, way.lost + self.points(way.left)) for way in ways}
        for (made, wilds, lost, with_left), ((others, more), losses) in product(every, rest.items()):
            key = made + others, wilds + more
            least, least_with_left = found.get(key, (inf, inf))
            found[key] = min(least, lost + losses[0]), min(least_with_left, with_left + losses[1])
        return found

    def _fewest_lost(self, depth: int, made: int, wilds: int) -> tuple[float, float]:
        """Return the fewest points that the suits from one on lose, where these runs are made and these wilds left.

        The second number counts the cards left of ranks that are told apart as lost too.
        """
        rest = self.rest[depth].items()
        every = [lost for (more, need), lost in rest if need <= wilds and self.is_whole(made + more)]
        return min([lost for lost, _ in every], default=inf), min([lost for _, lost in every], default=inf)

    def _is_whole(self, made: int) -> bool:
        """Return whether the new runs, counted by least size and packed, meet the contract."""
        counts = [made >> MADE_BITS * number & (1 << MADE_BITS) - 1 for number in range(len(self.asked))]
        enough = all(count >= asked for count, asked in zip(counts, self.asked, strict=True))
        return enough and (bool(self.law.further) or counts[:1] == self.asked[:1])

    def branch(self, total: Total, chosen: tuple[Way, ...]) -> None:
        """Try the ways of the next suit, the suits with the fewest first, and the cheapest ways."""
        depth, (lost, wilds, most, counts, left) = len(chosen), total
        ungroupable = self._ungroupable(left + self.coming[depth], self._spare(wilds, counts))
        total = lost, *_, left = lost + self.points(left & ungroupable), wilds, most, counts, left & ~ungroupable
        self.budget.spend(2)
        rivals = self.seen.setdefault((depth, counts, left), [])
        for each in rivals:
            if each[0] <= lost and each[1] <= wilds and each[2] >= most:
                return
        rivals.append(total)
        if depth == len(self.ways):
            self.settle(total, chosen)
        elif self.bound(depth, total) < self.fewest:
            for way in self.reduced(depth, ungroupable):
                if self.fewest <= max(self.lowest, lost + way.lost):
                    return
                self.branch(tuple(map(add, total, way[:5])), (*chosen, way))

    def _spare(self, wilds: int, counts: int) -> int:
        """Return the most wilds that groups may take, after those of the runs."""
        return min(self.problem.wilds - unpacked(counts)[1], self.problem.most - wilds)

    def _ungroupable(self, both: int, spare: int) -> int:
        """Return a mask of the ranks that can form no group with all these cards and spare wilds."""
        least = max(self.naturals, self.size - spare)
        enough = (both & COPIES * self.grouped) + (COPIES + 1 - least) * self.grouped >> BITS & self.grouped
        return (self.grouped - enough) * RANK_MASK

    def _reduced(self, depth: int, ungroupable: int) -> list[Way]:
        """Return the undominated ways of a suit if cards left of these ranks count as lost."""
        ways = self.ways[depth]
        self.budget.charge(len(ways) // 4)
        lost = [way.lost + self.points(way.left & ungroupable) for way in ways]
        return undominated(
            [way._replace(lost=each, left=way.left & ~ungroupable) for way, each in zip(ways, lost, strict=True)]
        )

    def bound(self, depth: int, total: Total) -> float:
        """Return a lower bound of the points; infinite if the contract is missed.

        It is the higher of two: the cards of the suits to come cost nothing, or all those that groups cannot save.
        """
        lost, wilds, _, counts, left = total
        made, most, spare = counts >> MADE_AT, self.problem.most - wilds, self._spare(wilds, counts)
        least, coming = lost + self.fewest_lost(depth, made, most)[0], self.coming[depth]
        lost += self.points(left)
        both = [(left, coming), (left + coming, 0)] if coming & self.values << BITS else [(left, coming)]
        for number, cards in enumerate(both):
            groups = self.groups(*cards, spare) if least < self.fewest else []
            points = [self.fewest_lost(depth, made, most - each.need)[number] - each.saved for each in groups]
            least = max(least, lost + min(points, default=inf))
        return least

    def settle(self, total: Total, chosen: tuple[Way, ...]) -> None:
        """Take the best groups for the ways chosen in all suits."""
        (lost, wilds, most, counts, left), problem = total, self.problem
        made, first, cheap = unpacked(counts)
        lost, most_wilds = lost + self.points(left), min(problem.wilds - first, problem.wilds - wilds)
        for groups in self.groups(left, 0, most_wilds) if self.is_whole(made) else ():
            spare = problem.wilds - wilds - groups.need
            room = inf if problem.free else most - wilds + groups.room
            kept = int(max(spare - room, problem.keeps_wild))
            if kept <= spare:
                points = lost - groups.saved + problem.wilds_left(kept, cheap)
                if points < self.fewest:
                    ways = [(suit.name, suit.chosen(way)) for suit, way in zip(self.order, chosen, strict=True)]
                    self.fewest, self.best = points, (tuple(ways), groups)

    def points(self, left: int) -> int:
        """Return the points of the cards left of ranks that are told apart."""
        return (left >> BITS & self.values) % RANK_MASK  # the sum of its numbers of RANK_BITS

    def _groups(self, left: int, coming: int, wilds: int) -> list[Groups]:
        """Return the best groups of each need and room, with the cards left, others to come, and these wilds."""
        problem, law = self.problem, self.law
        counts = [(rank, left + coming >> rank * RANK_BITS & COPIES) for rank in problem.ranks]
        counted = law.half_natural and not problem.free  # the room for wilds in groups is limited
        room: float = 0
        if counted:
            room = sum([balance for *_, balance in problem.table.groups])
            room += sum([count for rank, count in counts if rank in problem.table_ranks])
        found = {(law.groups, 0, room): Groups(0, 0, room, ())} if wilds >= 0 else {}
        for rank, count in counts:
            value = left >> rank * RANK_BITS + BITS & RANK_MASK >> BITS
            for (asked, need, room), groups in [*found.items()]:
                for sizes, rest, cards, naturals in groups_of_rank(law, asked):
                    more = max(cards - count, 0)
                    if need + more > wilds or naturals > count:
                        continue
                    wider = inf if not problem.free else 0
                    if counted:
                        wider = room - more + (0 if rank in problem.table_ranks else count)
                    then, saved = (rest, need + more, wider), groups.saved + value
                    if then not in found or found[then].saved < saved:
                        found[then] = Groups(saved, need + more, wider, (*groups.sizes, (rank, sizes)))
        self.budget.spend(2 + len(found))
        return [groups for (asked, *_), groups in found.items() if not asked]

"""The runs of a suit beside those on the table: what all of them take, decided rank by rank up the ladder.

A run is an automaton: its state is the set of the forms that it may still take from a rank on, so that runs in the
same state are interchangeable. The new runs together are one such part, each run on the table is another. Cards of a
rank that no part takes are lost or in a group, or left open where another suit has a say in that. Of several paths
into the same states that leave the same cards open only those go on that no other is better than; beyond the budget,
only those with the lowest bounds.
"""

from bisect import bisect
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, reduce
from itertools import accumulate
from math import inf
from operator import or_
from typing import Any, NamedTuple

from companion.rules.contracts.search.law import TOP
from companion.rules.contracts.search.problem import Problem
from companion.rules.search_state import BITS, COPIES, Budget, lowest

Outcome = tuple[int, int, int, int]  # of cards left over: those open, packed; groups; wilds in these; points lost
Form = tuple[int, int, int, int]  # cards taken, packed by rank; wilds; most wilds; packed counts
States = tuple[int, ...]  # of the parts that may still take cards, in order
Branch = tuple[int, int, int, int, int]  # of a part: cards taken, wilds, most wilds, packed counts, next state
# Of all parts: cards taken, wilds, most wilds, packed counts, states, and the cards within their reach.
Move = tuple[int, int, int, int, States, int]
Bounded = tuple[Any, ...]  # lower bound of the points still lost, cards left, move, branches
Path = tuple[()] | tuple[tuple[Branch, ...], "Path"]
Key = tuple[States, int, int, int]  # states; open cards; groups; packed counts
# Lower bound of the points lost, those lost, wilds with those of groups, wilds of runs, most, cards used, key, path.
Node = tuple[int, int, int, int, int, int, Key, Path]

NOTHING = (0, 0, 0, 0)
END = 0  # number of the state of a part that takes no more cards
STATE_BITS = 20  # lowest bits of a state's number; those above are the index of the first rank that it can take


class Rank(NamedTuple):
    """A rank as a suit sees it: its own cards and their price, and those of the other suits with their points."""

    held: int
    price: int
    others: int
    points: int
    decided: bool  # by this suit alone: only its runs may take cards of the rank


class Climb:
    """The paths of a suit's parts up the ladder, through the ranks of which it has cards; the ace comes last."""

    def __init__(self, problem: Problem, every: Sequence[Rank]):
        self.problem, self.law, self.every = problem, problem.law, every
        self.ranks = [rank for rank in (*range(1, TOP), 0) if every[rank].held]
        sizes = {*self.law.groups, *(self.law.further or ())[:1]}
        self.alike = len(sizes) == 1 and not self.law.half_natural and not self.law.same_rank
        # Outcomes by rank and number of left-over cards; behind all ranks there are none.
        outcomes = [[self._outcome(rank, left) for left in range(every[rank].held + 1)] for rank in self.ranks]
        self.outcomes = [*outcomes, [[NOTHING]]]
        least = [[min([lost for *_, lost in each]) for each in reversed(left)] for left in outcomes]
        self.floors = [[*accumulate(each, min)] for each in least]  # fewest points, by rank and cards within reach
        self.still_lost = cache(self._still_lost)
        self.numbers: dict[tuple[Form, ...], int] = {(NOTHING,): END}
        self.forms: dict[int, tuple[Form, ...]] = {}  # of each state
        self.reach = {END: 0}  # the cards that a part in each state may still take, packed by rank
        self.branches, self.transitions = cache(self._branches), cache(self._transitions)
        self.bounded = cache(self._bounded)
        self.part = Budget()  # for the rank that is decided
        self.floor: float = inf  # lower bound of the points that paths not found lose

    def _state(self, forms: Iterable[Form]) -> tuple[int, int, int, int]:
        """Return what all these forms have in common: wilds, most wilds, packed counts; and their state."""
        _, wilds, most, counts = map(min, zip(*forms, strict=True))
        rest = tuple([(cards, w - wilds, m - most, c - counts) for cards, w, m, c in forms])
        return wilds, most, counts, self._number(rest)

    def _number(self, forms: tuple[Form, ...]) -> int:
        """Return the number of the state in which a part may still take these forms.

        Its highest bits are the index of the first rank of which it may take a card.
        """
        if forms not in self.numbers:
            reach = reduce(or_, [cards for cards, *_ in forms])
            index = self.ranks.index(lowest(reach >> BITS << BITS or reach)) if reach else len(self.ranks)
            self.numbers[forms] = state = (index << STATE_BITS) + len(self.numbers)
            self.forms[state], self.reach[state] = forms, reach
        return self.numbers[forms]

    def _branches(self, state: int) -> list[Branch]:
        """Return how many cards of the next rank a part may take; beyond the ladder it only chooses its wilds."""
        index, forms = state >> STATE_BITS, self.forms[state]
        if index == len(self.ranks):
            return [(*form, END) for form in forms]
        shift, found = self.ranks[index] * BITS, dict[int, list[Form]]()
        for cards, wilds, most, counts in forms:
            taken = cards >> shift & COPIES
            found.setdefault(taken, []).append((cards - (taken << shift), wilds, most, counts))
        return [(taken, *self._state(rest)) for taken, rest in found.items()]

    def _transitions(self, states: States) -> dict[Move, tuple[Branch, ...]]:
        """Return what parts that can take a card of the same rank may do together."""
        if not states:
            return {(0, 0, 0, 0, (), 0): ()}
        index = states[0] >> STATE_BITS
        most = self.every[self.ranks[index]].held if index < len(self.ranks) else 0
        found, branches = dict[Move, tuple[Branch, ...]](), self.branches(states[0])
        for (taken, wilds, room, counts, after, reach), moves in self.transitions(states[1:]).items():
            for branch in branches:
                more, wild, wider, count, state = branch
                if taken + more <= most:
                    then = (*after, state) if state != END else after
                    within = reach + self.reach[state]
                    found[taken + more, wilds + wild, room + wider, counts + count, then, within] = (branch, *moves)
        self.part.charge(len(found) // 5)
        return found

    def _bounded(self, index: int, states: States) -> list[Bounded]:
        """Return the transitions at a rank, each with a lower bound of the points still lost, the lowest first."""
        held, found = self.every[self.ranks[index]].held if index < len(self.ranks) else 0, list[Bounded]()
        first = bisect(states, index + 1 << STATE_BITS)
        active, others = states[:first], states[first:]
        beyond = sum([self.reach[state] for state in others])
        for (taken, wilds, most, counts, after, reach), moves in self.transitions(active).items():
            then = tuple(sorted(after + others)) if after else others
            still = self.still_lost(index + 1, beyond + reach)
            found.append((still, held - taken, taken, wilds, most, counts, then, moves))
        return sorted(found)

    def paths(self, parts: Sequence[Sequence[Form]], budget: Budget, ceiling: float) -> list[Node]:
        """Return the last nodes of the paths that lose fewer points than `ceiling`, as far as the budget goes."""
        self.floor = inf
        if not all(parts):
            return []
        self.starts = [self._state(sorted(forms)) for forms in parts]
        wilds, most, counts = [sum([start[at] for start in self.starts]) for at in range(3)]
        states = tuple(sorted([start[-1] for start in self.starts if start[-1] != END]))
        layer = dict[Key, list[Node]]()
        if wilds <= self.problem.most:
            key = states, 0, 0, counts
            layer[key] = [(0, 0, wilds, wilds, most, 0, key, ())]
        for index in range(len(self.ranks) + 1):
            part = self.part = budget.part(min(2 / (len(self.ranks) + 1 - index), 1))
            nodes, layer = sorted([node for rivals in layer.values() for node in rivals]), {}
            for node in nodes:
                if part.left < 0 and layer and index < len(self.ranks):
                    self.floor = min(self.floor, node[0])
                    break
                part.charge(1 + self._go_on(index, node, ceiling, layer) // 2)
        return [node for rivals in layer.values() for node in rivals]

    def _go_on(self, index: int, node: Node, ceiling: float, layer: dict[Key, list[Node]]) -> int:
        """Add the nodes one rank further that may lose fewer points than `ceiling`, unless another dominates them.

        It returns the number of moves tried.
        """
        _, lost, gone, wilds, most, used, (states, open, groups, counts), path = node
        asked, further = len(self.law.groups), self.law.further
        rank, tried = self.ranks[index] if index < len(self.ranks) else 0, 0
        for still, left, taken, wild, room, count, after, moves in self.bounded(index, states):
            if lost + still >= ceiling:
                break
            tried += 1
            for opened, made, in_group, cost in self.outcomes[index][left]:
                points, spent, grown = lost + cost, gone + wild + in_group, groups + made
                bound = points + still
                if bound >= ceiling or spent > self.problem.most or grown > asked and not further:
                    continue
                key = after, open + opened, min(grown, asked), counts + count
                rivals = layer.setdefault(key, [])
                for each in rivals:
                    if each[1] <= points and each[2] <= spent and each[4] >= most + room:
                        break
                else:
                    every = used + (taken << rank * BITS)
                    rivals.append((bound, points, spent, wilds + wild, most + room, every, key, (moves, path)))
        return tried

    def taken(self, path: Path) -> Iterator[Form]:
        """Yield what each part takes on a path."""
        steps = list[tuple[Branch, ...]]()
        while path:
            moves, path = path
            steps.insert(0, moves)
        states, forms = [start[-1] for start in self.starts], [(0, *start[:-1]) for start in self.starts]
        for index, moves in enumerate(steps):
            shift = self.ranks[index] * BITS if index < len(self.ranks) else 0
            active = [at for at, state in enumerate(states) if state != END and state >> STATE_BITS == index]
            in_order = sorted(active, key=states.__getitem__)
            for at, (taken, wilds, most, counts, state) in zip(in_order, moves, strict=True):
                cards, w, m, c = forms[at]
                states[at], forms[at] = state, (cards + (taken << shift), w + wilds, m + most, c + counts)
        yield from forms

    def _outcome(self, rank: int, left: int) -> list[Outcome]:
        """Return the outcomes of this many left-over cards of a rank."""
        problem, law = self.problem, self.law
        _, price, others, points, decided = self.every[rank]
        if rank not in problem.ranks:
            return [(0, 0, 0, left * price)]
        if law.half_natural and rank in problem.table_ranks:  # it makes room for wilds
            return [(left << rank * BITS, 0, 0, 0)]
        decided &= self.alike
        lost, need = (0, 0, 0, left * price + points * decided), law.least_group - left - others
        if left + others < law.group_naturals or need > problem.most:
            return [lost]
        if not decided:
            enough = min(left, law.least_group) if self.alike and law.further else left
            return [(enough << rank * BITS, 0, 0, 0)]
        group = (0, 1, max(need, 0), 0)
        return [group] if need <= 0 and law.further else [group, lost]

    def _still_lost(self, index: int, reach: int) -> int:
        """Return a lower bound of the points lost from a rank on, if the parts take all cards within their reach."""
        rest = zip(self.ranks[index:], self.floors[index:], strict=True)
        return sum([floor[min(reach >> rank * BITS & COPIES, len(floor) - 1)] for rank, floor in rest])

"""Best-first search for the options of one suit: lay a four or none, and add cards to the fours on the table.

All its fours go down the ladder together, the dear ranks first. Their further options depend only on a search state:
their joint state, the jokers left, the threes made, and the cards left open because other suits may use their rank,
too. Of several paths into one state the cheapest is continued; dominated states are dropped. The frontier is sorted
by a lower bound, so options are found in the order of points lost, and only as many as requested.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from heapq import heappop, heappush
from itertools import count
from math import inf

from companion.games.kalooki.search.bounds import LowerBounds
from companion.games.kalooki.search.fours import TOP, Four, one_card
from companion.games.kalooki.search.outcomes import Outcome, SuitRank
from companion.games.kalooki.search.parallel_runs import ACTION_BITS, JointState, ParallelRuns
from companion.games.kalooki.search.run_states import RunState, resulting_four
from companion.rules.packed_cards import COPIES

Start = tuple[int, Four | None, RunState]  # number of a four on the table, or NEW; the four; its first state
Part = tuple[int, Four]  # number of a four on the table, or NEW, and the four it becomes
Option = tuple[int, int, int, tuple[Part, ...]]  # cards used, packed; new fours; jokers used; the fours after it
State = tuple[JointState, int, int, int]  # joint state; open cards, packed; threes made; jokers left
Path = tuple[int, int, int]  # points lost; cards used, packed; the actions, ACTION_BITS for each place and four
Node = tuple[float, int, int, State, Path]  # lower bound, next place, serial number

NEW = -1  # number of a four that is not on the table yet
TIGHTEN_AFTER = 256  # steps after which tighter bounds are worth their cost
NO_FOUR: Option = (0, 0, 0, ())


class SuitSearch:
    """The options of one suit with fours on the table, found in the order of points lost."""

    def __init__(
        self,
        ranks: Sequence[SuitRank],
        fours: Sequence[Start],
        runs: ParallelRuns,
        jokers: int,
        groups: int,
        saves_jokers: bool,
    ):
        self.budget = runs.budget
        self.ranks, self.fours, self.runs, self.groups, self.saves_jokers = ranks, fours, runs, groups, saves_jokers
        at_top: list[list[Outcome]] = [[(taken, 0, 0, 0)] for taken in range(ranks[0].held + 1)]  # aces above the king
        self.outcomes = [*(rank.outcomes() for rank in ranks), at_top]
        self.outcomes[0] += [[]] * ranks[0].held  # no ace is used twice
        self.found: list[Option] = []
        self.bounds = LowerBounds(ranks, self.outcomes, runs)
        self.fewest_lost: dict[State, int] = {}
        self.expanded: dict[tuple[JointState, int], list[tuple[int, int, int]]] = defaultdict(list)
        self.frontier: list[Node] = []
        self.number = count()
        self.steps = 0
        self.ceiling = inf
        left = jokers - sum(state.fewest_jokers for *_, state in self.fours)
        if left >= 0:
            self._push(TOP, (runs.start, 0, 0, int(left)), (0, 0, 0))
        self.own_bound = max(self.bound - sum(rank.others_cost for rank in ranks if not rank.held), 0)

    @property
    def bound(self) -> float:
        """Lower bound of the points lost by any option not yet found; infinite once all are found."""
        return self.frontier[0][0] if self.frontier else inf

    def search(self, steps: int, limit: float = inf, enough: float = inf, ceiling: float = inf) -> int:
        """Find options that lose at most the limit, until there are enough, and return the number of steps used.

        It uses at most `steps` steps. Options that lose as many points as the ceiling are dropped for good.
        """
        before, self.ceiling = self.steps, ceiling
        while self.frontier and self.bound <= limit and self.steps < before + steps and len(self.found) < enough:
            if self.steps >= TIGHTEN_AFTER and not self.bounds.flow_bound:
                self.tighten()
                continue
            _, place, _, state, path = heappop(self.frontier)
            if place < 0:
                self.found.append(self._option(path))
            elif not self._dominated(state, path):
                self.steps += 1
                self._expand(place, state, path)
        return self.steps - before

    def tighten(self) -> None:
        """Recompute the whole frontier with tighter bounds."""
        self.bounds.tighten()
        self.budget.spend(len(self.frontier))
        frontier, self.frontier = self.frontier, []
        for _, place, _, state, path in frontier:
            self._push(place, state, path)

    def _push(self, place: int, state: State, path: Path) -> None:
        """Push a node on the frontier; of nodes with the same bound the deepest comes first."""
        joint, open_cards, _, left = state
        bound = path[0] + self.bounds.lower_bound(place, self.runs.reachable(joint), joint, open_cards, left)
        if bound < self.ceiling:
            heappush(self.frontier, (bound, place, next(self.number), state, path))

    def _dominated(self, state: State, path: Path) -> bool:
        """Return whether an expanded node has the same future with no more points lost and no fewer threes or jokers.

        The order of the fours does not matter. If no jokers are saved, more of them are no advantage.
        """
        joint, open_cards, threes, left = state
        rivals = self.expanded[tuple(sorted(joint)), open_cards]
        for lost, more, jokers in rivals:
            if lost <= path[0] and more >= threes and (jokers == left or self.saves_jokers and jokers > left):
                return True
        rivals.append((path[0], threes, left))
        return False

    def _expand(self, place: int, state: State, path: Path) -> None:
        """Push the successors of a node: every transition of its fours, with every outcome for the cards left."""
        joint, opened, threes, left = state
        lost, used, actions = path
        card, enough = one_card(place), max(self.groups, 1)
        before = opened // card & COPIES  # aces above the king
        outcomes, bound_of, full = self.outcomes[place], self.bounds.lower_bound, threes >= enough
        actions <<= ACTION_BITS * len(joint)
        ceiling, fewest = self.ceiling, self.fewest_lost
        transitions = self.runs.transitions(joint)
        self.budget.spend(len(transitions))
        for taken, jokers, after, done, reach in transitions:
            for kept, three, joker, points in outcomes[before + taken] if jokers <= left else ():
                then = after, opened + (kept - before) * card, threes if full else threes + three, left - jokers - joker
                points += lost
                if jokers + joker <= left and points < fewest.get(then, inf):
                    fewest[then] = points
                    bound = points + bound_of(place - 1, reach, after, then[1], then[3])
                    if bound < ceiling:
                        longer = points, used + taken * card, actions | done
                        heappush(self.frontier, (bound, place - 1, next(self.number), then, longer))

    def _option(self, path: Path) -> Option:
        """Return the option at the end of a path, decoding its actions for each four."""
        _, used, actions = path
        fours = len(self.fours)
        parts: list[Part] = []
        jokers = 0
        for index, (number, on_table, _) in enumerate(reversed(self.fours)):
            taken = [actions >> (place * fours + index) * ACTION_BITS & 3 for place in range(TOP + 1)]
            if four := resulting_four(on_table, taken):
                parts.append((number, four))
                jokers += four.jokers.bit_count() - (on_table.jokers.bit_count() if on_table else 0)
        return used, sum(number == NEW for number, _ in parts), jokers, tuple(parts)


def laying(four: Four) -> Option:
    """Return the option of laying a new four."""
    return four.naturals, 1, four.jokers.bit_count(), ((NEW, four),)


def with_fewest_jokers(options: Iterable[Option]) -> list[Option]:
    """Return, of the options that use the same cards for as many fours, those with the fewest jokers."""
    return list({option[:2]: option for option in sorted(options, key=lambda option: option[2], reverse=True)}.values())

"""The fours of one suit going down the ladder in parallel: the product of their automata.

A joint state is a tuple of numbers, one for each four. A long search holds a great number of them, and Python's
garbage collector need not track tuples that hold only numbers.
"""

from collections.abc import Iterable, Iterator, Sequence

from companion.games.kalooki.search.flow_bound import RelaxedRuns, counts_of
from companion.games.kalooki.search.fours import TOP, Four
from companion.games.kalooki.search.run_states import NATURAL, RunState
from companion.rules.budget import Budget
from companion.rules.packed_cards import BITS

ACTION_BITS = 2  # bits for the action of each four at each place
REACHABLE_BITS = TOP * BITS  # bits for the packed cards that fours can reach

JointState = tuple[int, ...]  # number of the state of each four
Reachable = int  # packed cards that the fours can reach, and above REACHABLE_BITS the counts of the fours
Transition = tuple[int, int, JointState, int, Reachable]  # cards used, jokers, next state, actions, its reach


class ParallelRuns:
    """The joint transitions of several fours, memoised."""

    def __init__(self, fours: Iterable[tuple[Four | None, RunState]], held: Sequence[int], budget: Budget):
        fours = [*fours]
        self.held = held  # number of cards of each rank
        self.budget = budget
        self.on_table = [four for four, _ in fours]  # None for the new four, which is the first
        self.has_new_four = None in self.on_table
        self.relaxed = RelaxedRuns([four for four in self.on_table if four], held, budget)
        self.states: list[RunState] = []
        self.numbers: dict[RunState, int] = {}
        self.reach_memo: dict[tuple[int, int], Reachable] = {}
        self.memo: dict[tuple[int, JointState], list[Transition]] = {}
        self.start = tuple(self._number(state) for _, state in fours)

    def reachable(self, state: JointState) -> Reachable:
        """Return the cards that the fours can reach from a joint state."""
        return sum(self._reachable(*four) for four in enumerate(state))

    def transitions(self, state: JointState, first: int = 0) -> list[Transition]:
        """Return the transitions of the fours from `first` on at their place."""
        known = self.memo.get((first, state))
        if known is None:
            known = self._combined(first, state) if len(state) > 1 else [*self._single(first, self.states[state[0]])]
            self.memo[first, state] = known
        return known

    def _combined(self, first: int, state: JointState) -> list[Transition]:
        """Return the combined transitions of both halves of the fours."""
        half = len(state) // 2
        shift = ACTION_BITS * (len(state) - half)
        held = self.held[self.states[state[0]].place % TOP]
        some, others = self.transitions(state[:half], first), self.transitions(state[half:], first + half)
        self.budget.spend(len(some) * len(others))
        return [
            (taken + more, jokers + joker, after + then, actions << shift | action, reach + further)
            for taken, jokers, after, actions, reach in some
            for more, joker, then, action, further in others
            if taken + more <= held
        ]

    def _single(self, four: int, state: RunState) -> Iterator[Transition]:
        """Yield the transitions of one four."""
        for action, jokers, then in state.transitions:
            after = self._number(then)
            yield int(action == NATURAL), jokers, (after,), action, self._reachable(four, after)

    def _number(self, state: RunState) -> int:
        if state not in self.numbers:
            self.numbers[state] = len(self.states)
            self.states.append(state)
        return self.numbers[state]

    def _reachable(self, four: int, number: int) -> Reachable:
        if (four, number) not in self.reach_memo:
            state, on_table = self.states[number], self.on_table[four]
            counts = counts_of(state, on_table) if on_table else 0
            self.reach_memo[four, number] = state.reachable + (counts << REACHABLE_BITS)
        return self.reach_memo[four, number]

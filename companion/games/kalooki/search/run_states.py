"""The automaton of one four: its states on the way down the ladder, and the transitions between them.

A four is decided place by place, from the ace above the king down to the ace below the two. At each place it passes,
takes a natural from the hand, or takes a joker. A state holds everything that decides the options of the four from
there down. States are shared within one question but not between questions: the steps of a search must not depend on
earlier ones.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from math import inf
from typing import NamedTuple, TypeVar

from companion.games.kalooki.search.fours import TOP, Four, one_card

PASS, NATURAL, JOKER = range(3)  # the actions of a four at a place

Transitions = tuple[tuple[int, int, "RunState"], ...]  # action, jokers beyond the fewest, next state
Progress = TypeVar("Progress", bound=Hashable)  # data stored about a four while its states are made
Successors = Callable[[int, Progress], Iterable[tuple[int, int, Progress]]]  # action, jokers, next progress
Accepts = Callable[[Progress], bool | None]  # at the foot: whether the four was laid; None: it must not end in this way


class RunState:
    """A state of a four: its place, its transitions, the fewest jokers to come, and the packed cards it can reach."""

    def __init__(self, place: int, transitions: Transitions, fewest_jokers: float):
        self.place, self.transitions, self.fewest_jokers, self.reachable = place, transitions, fewest_jokers, 0
        for _, _, after in transitions:
            self.reachable |= after.reachable
        if any(action == NATURAL for action, *_ in transitions):
            self.reachable += one_card(place)  # a four can take an ace at either end


class NewFour(NamedTuple):
    """A four from the hand: its length (up to 4), its naturals (up to those needed), and if the last was a joker."""

    length: int = 0
    naturals: int = 0
    joker_last: bool = False
    over: bool = False


class TableFour(NamedTuple):
    """A four on the table: the jokers added beyond those freed, whether the last was one, and its progress."""

    added: int = 0
    joker_last: bool = False
    begun: bool = False
    aced: bool = False  # its top is an ace, so that it may grow downwards
    over: bool = False


class RunStates:
    """The automata of all fours in one question; fours in the same situation share a state."""

    def __init__(self) -> None:
        self.starts: dict[Hashable, RunState] = {}
        self.states: dict[tuple[int, Transitions, float], RunState] = {}

    def new_four(self, naturals: int, obliged: bool, present: int) -> RunState:
        """Return the first state of a four from the hand with this many naturals; unless obliged it may stay unlaid.

        `present` has a bit for each place of the ladder for which the hand has a card; the ace's is the lowest.
        """
        key = naturals, obliged, present
        if key not in self.starts:
            self.starts[key] = self._automaton(*_new_four(naturals, obliged), NewFour(), present)
        return self.starts[key]

    def table_four(self, on_table: Four, present: int) -> RunState:
        """Return the first state of a four on the table: it grows upwards until its top is an ace, then downwards.

        A natural may take the place of a joker, which then moves to the growing end.
        """
        key = on_table, present
        if key not in self.starts:
            self.starts[key] = self._automaton(*_table_four(on_table), TableFour(), present)
        return self.starts[key]

    def _state(self, place: int, transitions: Transitions, fewest_jokers: float) -> RunState:
        key = place, transitions, fewest_jokers
        if key not in self.states:
            self.states[key] = RunState(*key)
        return self.states[key]

    def _automaton(
        self, successors: Successors[Progress], accepts: Accepts[Progress], start: Progress, present: int
    ) -> RunState:
        """Return the state at the top of the ladder, without dead ends and with one final state of each kind."""

        def possible(place: int, four: Progress) -> Iterator[tuple[int, int, RunState]]:
            for action, jokers, then in successors(place, four):
                can = action != NATURAL or present >> place % TOP & 1
                if can and (after := state(place - 1, then)).fewest_jokers < inf:
                    yield action, jokers, after

        final = {True: self._state(-1, (), 0), False: self._state(-2, (), 0), None: self._state(-3, (), inf)}
        memo: dict[tuple[int, Progress], RunState] = {}

        def state(place: int, four: Progress) -> RunState:
            if place < 0:
                return final[accepts(four)]
            if (place, four) not in memo:
                after = [*possible(place, four)]
                fewest = min((jokers + then.fewest_jokers for _, jokers, then in after), default=inf)
                spare = [(action, int(jokers + then.fewest_jokers - fewest), then) for action, jokers, then in after]
                memo[place, four] = self._state(place, tuple(spare), fewest)
            return memo[place, four]

        return state(TOP, start)


def _new_four(naturals: int, obliged: bool) -> tuple[Successors[NewFour], Accepts[NewFour]]:
    """Return the transitions of a four from the hand, and the test of its end."""

    def is_legal(four: NewFour) -> bool:
        return four.over or four.length == 4 and four.naturals == naturals

    def successors(place: int, four: NewFour) -> Iterable[tuple[int, int, NewFour]]:
        if not four.length or is_legal(four):
            yield PASS, 0, NewFour(over=four.over or four.length > 0)
        if not four.over:
            length = min(four.length + 1, 4)
            yield NATURAL, 0, NewFour(length, min(four.naturals + 1, naturals))
            if not four.joker_last:
                yield JOKER, 1, NewFour(length, four.naturals, True)

    def accepts(four: NewFour) -> bool | None:
        laid = four.over or four.length > 0
        return laid if is_legal(four) or not (laid or obliged) else None

    return successors, accepts


def _table_four(on_table: Four) -> tuple[Successors[TableFour], Accepts[TableFour]]:
    """Return the transitions of a four on the table, and the test of its end."""
    most = on_table.jokers.bit_count()  # limit: no more of the jokers added can have been freed from the four itself

    def successors(place: int, four: TableFour) -> Iterable[tuple[int, int, TableFour]]:
        here = four._replace(joker_last=False, begun=True, aced=four.aced or place == TOP)
        if not on_table.low <= place <= on_table.high:
            yield from beyond(place, four, here)
        elif not on_table.jokers >> place & 1:
            yield PASS, 0, here
        else:
            yield NATURAL, -1, here._replace(added=four.added - 1)
            if not four.joker_last:
                yield PASS, 0, here._replace(joker_last=True)

    def beyond(place: int, four: TableFour, here: TableFour) -> Iterable[tuple[int, int, TableFour]]:
        below = place < on_table.low
        if below or not four.begun:
            yield PASS, 0, TableFour(four.added, over=True) if below else four
        if not four.over and (four.aced or not below):
            yield NATURAL, 0, here
            if not four.joker_last:
                yield JOKER, 1, here._replace(joker_last=True, added=min(four.added + 1, most))

    return successors, lambda four: True if four.added >= 0 else None


def resulting_four(on_table: Four | None, actions: Sequence[int]) -> Four | None:
    """Return the four after the actions at all places, the lowest first; None if no four is laid."""
    naturals = jokers = 0
    for at, done in enumerate(actions):
        naturals |= (done == NATURAL) << at
        jokers |= (done == JOKER) << at
    places = naturals | jokers
    if on_table:
        places |= (2 << on_table.high) - (1 << on_table.low)
        jokers |= on_table.jokers & ~naturals
    return Four((places & -places).bit_length() - 1, places.bit_length() - 1, jokers) if places else None

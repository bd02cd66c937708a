"""Ways to lay runs of one suit under any law, found place by place up the ladder.

Runs in the same state are interchangeable, so a way is known by the states of its open runs. Of several ways to the
same states only those are kept that no other dominates. A wild that is left over is free (`exact` false) if it can be
placed later; else the number of wilds is part of what a way is known by.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import accumulate
from typing import Any

from companion.rules.contracts.search import table_runs
from companion.rules.contracts.search.law import (
    CORE,
    MADE_BITS,
    POST,
    PRE,
    SIZES_MASK,
    Action,
    Law,
    Path,
    Single,
    State,
)
from companion.rules.contracts.search.runs import TOP
from companion.rules.search_state import BITS, Budget

Cost = tuple[int, int, Path]  # wilds, points lost, path
Transition = tuple[
    int, int, tuple[State, ...], int, int, tuple[Action, ...], int, int
]  # naturals, wilds, states, made, wilds of the contract if counted, actions, cards and naturals still needed
Key = tuple[tuple[State, ...], int, int, int, bool]  # states, made, used, aces used, whether one more fits below
Costs = dict[tuple[int, int], list[Cost]]  # by the runs made and the cards used of ranks of groups, both packed


class Automaton:
    """Automaton of a suit's runs: their joint transitions from place to place under a law."""

    def __init__(self, law: Law, wilds: int, exact: bool, phases: bool, least: bool, counts: bool):
        self.law, self.wilds, self.exact, self.least = law, wilds, exact, least
        self.counts = phases and counts  # the wilds of the contract, which are of the hand, beside those of the table
        self.apart = phases and law.alike == "apart"  # joined runs are kept apart
        self.phases = self.apart or self.counts
        self.lays_off = self.phases and law.lays_off and not least
        self.free = not exact and not self.phases
        self.sizes, self.budget = law.run_sizes, Budget()
        self.transitions = cache(self._transitions)
        self.single = cache(self._single)
        self.starts = cache(self._starts)
        self.owes = cache(self._owes)
        self.allowed, self.count, self.fewest_cards = map(cache, (self._allowed, self._count, self._fewest_cards))

    def _single(self, state: State, room: int) -> list[Single]:
        """Return the transitions of one run: taking a natural, a wild, the next state, top and bottom, the action."""
        if state.lying:
            return [*table_runs.transitions(state, room, self.law, self.wilds, self.exact, self.free)]
        found: list[Single] = []
        if self.closable(state):
            found.append((False, False, None, state.phase == CORE, False, None))
            if self.least and not self.phases:
                return found
        for before, top, bottom in self._phases(state):
            for natural in (True, False):
                after = self.step(before, natural)
                if after and after.owed <= room:
                    found.append((natural, not natural, after, top, bottom, (natural, after)))
        return found

    def _phases(self, state: State) -> Iterator[tuple[State, bool, bool]]:
        """Yield the state in each phase that the next card may have."""
        yield state, False, False
        if state.phase == PRE:
            yield state._replace(phase=CORE), False, True
        elif self.lays_off and state.phase == CORE and self.closable(state._replace(below=0)):
            yield state._replace(phase=POST, balance=state.balance + max(state.below, 0)), True, False

    def closable(self, state: State) -> bool:
        """Return whether a run may end here."""
        if state.lying:
            return table_runs.may_close(state, self.law, self.exact)
        if state.owed or state.naturals or state.wild == 2 or state.phase == PRE:
            return False
        return state.balance >= 0 and state.balance + state.below >= 0

    def step(self, state: State, natural: bool) -> State | None:
        """Return the state after one more card; None if it may not be added."""
        owed, naturals, balance, wild, phase, below, _ = state
        half = self.law.half
        if natural:
            if phase == PRE:
                return (
                    None if half and below < 0 and not self.counts else State(owed, naturals, 0, 0, PRE, below + half)
                )
            balance = min(balance + 1, self.wilds) if half else 0
            return State(max(owed - 1, 0), max(naturals - 1, 0), balance, 0, phase, below)
        if wild and self.law.wilds_apart:
            return None
        if phase == PRE:
            return None if half and below and not self.counts else State(owed, naturals, 0, 1, PRE, below - half)
        balance -= half
        if phase == POST and balance < 0:
            return None
        useless = not owed and self.free
        return State(max(owed - 1, 0), naturals, balance, 2 if useless else 1, phase, below)

    def _transitions(
        self, states: tuple[State, ...], room: int, made: int, most: int, copies: int, sparing: bool
    ) -> list[Transition]:
        """Return the transitions of all open runs together with those that start here; `most` in all.

        Sparing, none leaves one of the place's naturals (`copies`) where it could take the place of a wild, or make a
        run longer.
        """
        found: dict[Any, Transition] = {}
        singles, starts = [self.single(state, room) for state in states], self.starts(room) if most > 0 else ()
        first = [at and states[at] == states[at - 1] for at in range(len(states))]  # whether it has a twin before it

        def go_on(depth: int, number: int, left: int, wilds: int, closed: bool, tops: int, now: int) -> None:
            """Choose a transition of each open run in turn, then runs that start here."""
            if depth < len(singles):
                for at in range(number if first[depth] else 0, len(singles[depth])):
                    choose(singles[depth][at], depth, at, left, wilds, closed, tops, now)
                return
            self.budget.spend(1)
            if not (sparing and left and (wilds or closed and self.free and not self.least)):
                after = tuple(sorted([action[1] for action in chosen if action]))
                core = sum([self._of_contract(action) for action in chosen]) if self.counts else 0
                key = copies - left, wilds, after, now, core
                found.setdefault(key, (*key, tuple(chosen), *self.owes(after)))
            if depth - len(singles) < most:
                for at in range(number if depth > len(singles) else 0, len(starts)):
                    size, transition = starts[at]
                    if self.allowed(counted := now + (1 << MADE_BITS * size)):
                        choose(transition, depth, at, left, wilds, closed, tops, counted)

        def choose(each: Single, depth: int, at: int, left: int, wilds: int, closed: bool, tops: int, now: int) -> None:
            natural, wild, after, top, bottom, action = each
            tops |= top | bottom << 1
            if natural <= left and wilds + wild <= self.wilds and not (self.apart and tops == 3):
                chosen.append(action)
                go_on(depth + 1, at, left - natural, wilds + wild, closed or after is None, tops, now)
                chosen.pop()

        chosen: list[Action] = []
        go_on(0, 0, copies, 0, False, 0, made)
        return list(found.values())

    def _of_contract(self, action: Action) -> bool:
        """Return whether this lays a wild that is of the contract."""
        return action is not None and action[0] is False and action[1].phase == CORE and not action[1].lying

    def naturals(self, size: int) -> int:
        """Return the fewest naturals of a run of a size."""
        return max(self.law.run_naturals, (size + 1) // 2 if self.law.half else 1)

    def _owes(self, states: tuple[State, ...]) -> tuple[int, int]:
        """Return the fewest cards, and of these the fewest naturals, that these runs still need."""
        half = self.law.half
        new = [state for state in states if not state.lying]
        naturals = [max(state.naturals, (state.owed - state.balance + 1) // 2 if half else 0) for state in new]
        return sum([state.owed for state in states]), sum(naturals)

    def _allowed(self, made: int) -> bool:
        """Return whether the contract allows these numbers of runs."""
        if self.law.further:
            return True
        return all(
            made >> MADE_BITS * number & SIZES_MASK <= self.law.runs.count(size)
            for number, size in enumerate(self.sizes)
        )

    def _count(self, made: int) -> int:
        """Return the number of these runs."""
        return sum([made >> MADE_BITS * number & SIZES_MASK for number in range(len(self.sizes))])

    def _fewest_cards(self, made: int) -> int:
        """Return the fewest cards of these runs."""
        return sum([(made >> MADE_BITS * number & SIZES_MASK) * size for number, size in enumerate(self.sizes)])

    def _starts(self, room: int) -> list[tuple[int, Single]]:
        """Return the first cards of a run, with the number of its least size."""
        found: list[tuple[int, Single]] = []
        for number, size in enumerate(self.sizes):
            for phase in (PRE, CORE) if self.lays_off else (CORE,):
                for natural in (True, False):
                    if not natural and self.free and not self.law.wilds_apart and room + 1 != size:
                        continue  # one card higher, it would need no wild at its bottom
                    after = self.step(State(size, self.law.run_naturals, phase=phase), natural)
                    if after and after.owed <= room:
                        found.append((number, (natural, not natural, after, False, phase == CORE, (natural, after))))
        return found


def suit_costs(
    held: Sequence[int],
    prices: Sequence[int],
    automaton: Automaton,
    groups: frozenset[int],
    most: int,
    budget: Budget,
    lying: tuple[State, ...] = (),
) -> Costs:
    """Return the ways to lay up to `most` runs, beside those on the table, with the cards held at a suit's places.

    Cards at the places of `groups` lose no points, and those used of them are counted.
    """
    wilds, exact, free = automaton.wilds, automaton.exact, automaton.free
    cards, least, longest = sum(held) + wilds, min(automaton.sizes, default=TOP + 2), max(automaton.sizes, default=0)
    most = min(most, sum(held) // automaton.naturals(least))
    rest = [*accumulate([held[0], *held[:0:-1]])][::-1]  # naturals above each place
    present = [count > 0 for count in (*held, held[0])]
    if most <= 0 and not lying:
        lost = sum([count * prices[at] for at, count in enumerate(held) if at not in groups])
        return {(0, 0): [(0, lost, None)]}
    layer: dict[Key, list[Cost]] = {(lying, 0, 0, 0, False): [(0, 0, None)]}
    for place in range(TOP + 1):
        at, room, after = place % TOP, TOP - place, dict[Key, list[Cost]]()
        in_group, ace, above = at in groups, place == 0, rest[place] if room else 0
        matters = not (in_group or ace)
        starts = room + 1 >= least and sum(present[place : place + least]) >= least - wilds
        for (states, made, used, aces, leftover), found in layer.items():
            copies = held[at] - (0 if room else aces)
            fits = starts and min(most - automaton.count(made), (cards - automaton.fewest_cards(made)) // least)
            transitions = automaton.transitions(
                states,
                room if lying else min(room, longest),
                made,
                max(fits, 0),
                min(copies, len(states) + max(fits, 0) + 1),
                matters and not exact,
            )
            budget.spend(len(transitions) * len(found))
            for taken, wild, then, now, core, actions, owed, naturals in transitions:
                if naturals > above or now != made and (leftover or automaton.fewest_cards(now) > cards):
                    continue  # it will not be finished, could start one card lower, or takes too many cards
                spare = copies - taken
                lost = spare * prices[at] if matters else 0
                key = (
                    then,
                    now,
                    used + (taken << BITS * at if in_group else 0) + (core << BITS * TOP),
                    taken if ace else aces if room else 0,
                    free and matters and spare > 0,
                )
                most_spent = wilds - wild - (owed - above if owed > above else 0)
                rivals = after.get(key)
                for spent, points, path in found:
                    if spent <= most_spent:
                        cost = spent + wild, points + lost, (place, actions, path) if actions else path
                        if rivals is None:
                            rivals = after[key] = [cost]
                        else:
                            add_cost(rivals, cost, exact)
        layer = after
    done: Costs = {}
    for (states, made, used, _, _), found in layer.items():
        if all(automaton.closable(state) for state in states):
            rivals = done.setdefault((made, used), [])
            back = sum([table_runs.refund(state, automaton.law) for state in states])
            for wild, points, path in found:
                add_cost(rivals, (wild + back, points, path), exact)
    return done


def add_cost(rivals: list[Cost], cost: Cost, exact: bool) -> None:
    """Add a way unless a rival dominates it, and remove those that it dominates."""
    wilds, points, _ = cost
    for rival in rivals:
        if rival[1] <= points and (rival[0] == wilds if exact else rival[0] <= wilds):
            return
    rivals[:] = [
        rival for rival in rivals if not (points <= rival[1] and (rival[0] == wilds if exact else wilds <= rival[0]))
    ]
    rivals.append(cost)

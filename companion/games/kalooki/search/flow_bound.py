"""Lower bound on the points that the fours of a suit lose because they compete for single cards.

It comes from a relaxed problem that only counts the fours, as a flow down the ladder: how many must continue at a
place, how many of these with a natural, how many have an ace on top and may grow below. The fours are not told apart,
a joker freed in one serves any other, and jokers have a price instead of a number. Only the new four keeps its
states. Every real play of the fours is possible in the relaxed problem too, so the bound never exceeds their true
loss.
"""

from collections.abc import Iterator, Sequence
from itertools import product
from math import inf

from companion.games.kalooki.search.fours import TOP, Four, one_card
from companion.games.kalooki.search.outcomes import Outcome, SuitRank
from companion.games.kalooki.search.run_states import JOKER, NATURAL, PASS, RunState
from companion.rules.budget import Budget
from companion.rules.packed_cards import BITS, COPIES

JOKER_PRICE = 7  # points for a joker in the relaxed problem
EITHER, STRICT, ACED, BELOW, STRICTLY, NEEDED = range(0, 6 * BITS, BITS)
ALL_COUNTS = (1 << NEEDED) - 1
NO_NEW_FOUR: tuple[tuple[int, int, None]] = ((PASS, 0, None),)
END = 0  # number of the final state

# Numbers of fours that must continue above their tops, with either card or only a natural; that have an ace on top;
# that may continue below, with either card or only with a natural; from NEEDED on, the least number of jokers needed.
Counts = int
RelaxedState = tuple[int, RunState | None, Counts, int]  # place, new four, other fours, aces used at the top
Transition = tuple[int, int, int]  # cards used, points for jokers, number of the next state


def counts_of(state: RunState, on_table: Four) -> Counts:
    """Return the counts to which a four on the table in this state contributes."""
    place, actions = state.place, {action for action, *_ in state.transitions}
    counts = int(state.fewest_jokers) << NEEDED
    if place > on_table.high and PASS not in actions:
        counts += 1 << (EITHER if JOKER in actions else STRICT)
    if on_table.low <= place < TOP and state.reachable & one_card(on_table.low) - 1:
        counts += 1 << ACED
    if place < on_table.low and actions != {PASS}:
        counts += 1 << (BELOW if JOKER in actions else STRICTLY)
    return counts


class RelaxedRuns:
    """The states and transitions of the relaxed problem, memoised."""

    def __init__(self, fours: Sequence[Four], held: Sequence[int], budget: Budget):
        places = range(TOP + 1)
        self.held, self.budget = held, budget
        self.above = [sum(four.high < place for four in fours) for place in places]
        self.tops = [sum(four.high == place for four in fours) for place in places]
        self.lows = [sum(four.low == place for four in fours) for place in places]
        self.lower = [sum(four.low < place for four in fours) for place in places]
        self.jokers = [sum(four.jokers >> place & 1 for four in fours) for place in places]
        self.states: list[RelaxedState] = [(-1, None, 0, 0)]
        self.numbers: dict[RelaxedState, int] = {}
        self.memo: dict[int, list[Transition]] = {}

    def number(self, state: RelaxedState) -> int:
        """Return the number of a state."""
        if state[0] < 0:
            return END
        if state not in self.numbers:
            self.numbers[state] = len(self.states)
            self.states.append(state)
        return self.numbers[state]

    def transitions(self, number: int) -> list[Transition]:
        """Return the transitions of a state; aces used above the king cost nothing yet."""
        if number not in self.memo:
            place, new, counts, aces = self.states[number]
            found = self._transitions(place, new, counts, aces) if place < TOP else self._at_top(new)
            self.memo[number] = [(taken, price, self.number(after)) for taken, price, after in found]
            self.budget.spend(1 + len(self.memo[number]))
        return self.memo[number]

    def _at_top(self, new: RunState | None) -> Iterator[tuple[int, int, RelaxedState]]:
        """Yield the transitions above the king: cards used, points for jokers, and the next state."""
        below, most = self.above[TOP] + 1, self.held[0]
        for action, jokers, then in new.transitions if new else NO_NEW_FOUR:
            for naturals, spent, freed in product(range(below), range(below), range(self.jokers[TOP] + 1)):
                aces = naturals + freed + (action == NATURAL)
                if naturals + spent < below and aces <= most:
                    counts = self._counts_below(TOP, naturals, spent, naturals + spent + self.tops[TOP])
                    yield 0, (jokers + spent - freed) * JOKER_PRICE, (TOP - 1, then, counts, aces)

    def _transitions(
        self, place: int, new: RunState | None, counts: Counts, aces: int
    ) -> Iterator[tuple[int, int, RelaxedState]]:
        """Yield the transitions at a place: cards used, points for jokers, and the next state."""
        held = self.held[place] - (0 if place else aces)
        either, strict, aced, below, strictly = (counts >> field & COPIES for field in range(0, NEEDED, BITS))
        for action, jokers, then in new.transitions if new else NO_NEW_FOUR:
            room = held - (action == NATURAL)
            for naturals, spent in self._upwards(place, either, strict, room):
                left, taken = self._counts_below(place, naturals, spent, aced), naturals + (action == NATURAL)
                for more in range(min(room - naturals, below + strictly) + 1):
                    for joker in range(min(below, below + strictly - more) + 1):
                        after = place - 1, then, left + (more << BELOW) + (joker << STRICTLY), aces
                        yield taken + more, (jokers + spent + joker) * JOKER_PRICE, after

    def _upwards(self, place: int, either: int, strict: int, room: int) -> Iterator[tuple[int, int]]:
        """Yield the naturals and jokers with which fours grow above their tops; starting with a joker never helps."""
        most = self.above[place]
        for naturals in range(strict, min(room, most) + 1):
            for jokers in range(max(either + strict - naturals, 0), min(either, most - naturals) + 1):
                yield naturals, jokers

    def _counts_below(self, place: int, naturals: int, jokers: int, aced: int) -> Counts:
        """Return the counts one place down: a four whose top lies there need not continue, one that grows below may."""
        ended = self.tops[place - 1] if place else 0
        either, strict = max(naturals - max(ended - jokers, 0), 0), max(jokers - ended, 0)
        waiting, begun = min(aced, self.lower[place]), min(aced, self.lows[place])
        return either << EITHER | strict << STRICT | waiting << ACED | begun << BELOW


class FlowBound:
    """The fewest points that the fours lose in the relaxed problem, from any state."""

    def __init__(
        self, relaxed: RelaxedRuns, ranks: Sequence[SuitRank], outcomes: Sequence[Sequence[Sequence[Outcome]]]
    ):
        self.relaxed, self.ranks = relaxed, ranks
        self.costs = [*(self._costs(place, outcomes[place]) for place in range(TOP)), [[0]]]
        self.open_memo: dict[int, int] = {}
        self.memo: dict[int, float] = {END: 0}

    def lower_bound(self, place: int, new: RunState | None, counts: Counts, aces: int, jokers: int) -> float:
        """Return a lower bound of the points lost from a place on, with this number of jokers left."""
        least = self._least(self.relaxed.number((place, new, counts & ALL_COUNTS, aces)))
        return least - JOKER_PRICE * (jokers + (counts >> NEEDED))

    def open_cost(self, open_cards: int) -> int:
        """Return a lower bound of the points that open cards (packed) cost, whether lost or paid in jokers."""
        if open_cards not in self.open_memo:
            left = [(rank, open_cards >> place * BITS & COPIES) for place, rank in enumerate(self.ranks) if place]
            self.open_memo[open_cards] = sum(min(rank.pair_cost(kept), JOKER_PRICE) for rank, kept in left if kept)
        return self.open_memo[open_cards]

    def _least(self, number: int) -> float:
        if number not in (memo := self.memo):
            place, _, _, aces = self.relaxed.states[number]
            costs, least = self.costs[place][0 if place else aces], inf
            for taken, price, after in self.relaxed.transitions(number):
                cost = costs[taken] + price + (memo[after] if after in memo else self._least(after))
                if cost < least:
                    least = cost
            memo[number] = least
        return memo[number]

    def _costs(self, place: int, outcomes: Sequence[Sequence[Outcome]]) -> list[list[int]]:
        """Return the points lost, by aces used above the king and cards used; further cards may free jokers."""
        held, jokers = self.ranks[place].held, self.relaxed.jokers[place]
        costs = [min(self._cost(place, outcome) for outcome in some) for some in outcomes[: held + 1]]
        least = [
            min(cost - JOKER_PRICE * freed for freed, cost in enumerate(costs[taken : taken + jokers + 1]))
            for taken in range(held + 1)
        ]
        return [least[aces:] for aces in range(1 if place else held + 1)]

    def _cost(self, place: int, outcome: Outcome) -> int:
        kept, _, joker, lost = outcome
        return lost + joker * JOKER_PRICE + (min(self.ranks[place].pair_cost(kept), JOKER_PRICE) if kept else 0)

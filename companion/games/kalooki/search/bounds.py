"""Lower bounds on the points a suit still loses, from a joint state of its fours to the foot of the ladder.

One bound counts the cards that no four can reach any more. A long search adds a tighter one, for the points that
fours lose because they compete for single cards.
"""

from collections.abc import Sequence

from companion.games.kalooki.search.flow_bound import FlowBound
from companion.games.kalooki.search.fours import TOP
from companion.games.kalooki.search.outcomes import Outcome, SuitRank
from companion.games.kalooki.search.parallel_runs import REACHABLE_BITS, JointState, ParallelRuns, Reachable
from companion.rules.packed_cards import BITS, COPIES

ALL_CARDS = (1 << REACHABLE_BITS) - 1


class LowerBounds:
    """The lower bounds of one suit, memoised."""

    def __init__(self, ranks: Sequence[SuitRank], outcomes: Sequence[Sequence[Sequence[Outcome]]], runs: ParallelRuns):
        self.ranks, self.outcomes, self.runs = ranks, outcomes, runs
        self.flow_bound: FlowBound | None = None
        self.reach_memo: dict[tuple[int, int, int], int] = {}
        self.memo: dict[tuple[int, Reachable, int, int, int], tuple[int, float]] = {}

    def tighten(self) -> None:
        """From now on, also count the cards for which fours compete."""
        self.flow_bound = FlowBound(self.runs.relaxed, self.ranks, self.outcomes)
        self.memo = {}

    def lower_bound(self, place: int, reach: Reachable, state: JointState, open_cards: int, jokers: int) -> float:
        """Return a lower bound of the points lost from a place on, given open cards (packed) and jokers left."""
        key = place, reach, state[0] if self.runs.has_new_four else 0, open_cards & COPIES, jokers
        known = self.memo.get(key)
        if known is None:
            cards, aces = reach & ALL_CARDS, open_cards & COPIES  # the aces above the king
            known = self._by_reach(place, cards + aces, jokers), self._by_flow(place, reach, state, aces, jokers)
            self.memo[key] = known
        by_reach, by_flow = known
        if self.flow_bound:
            by_flow += self.flow_bound.open_cost(open_cards)
        return by_flow if by_flow > by_reach else by_reach

    def _by_flow(self, place: int, reach: Reachable, state: JointState, aces: int, jokers: int) -> float:
        """Return a lower bound of the points that fours lose because they compete for cards."""
        if not self.flow_bound:
            return 0
        new = self.runs.states[state[0]] if self.runs.has_new_four else None
        return self.flow_bound.lower_bound(place, new, reach >> REACHABLE_BITS, aces if place < TOP else 0, jokers)

    def _by_reach(self, place: int, reachable: int, jokers: int) -> int:
        """Return a lower bound of the points lost from a place down, even if fours take every card they can reach."""
        key = place, reachable, jokers
        if key in self.reach_memo:
            return self.reach_memo[key]
        lost, pairs = 0, []
        for rank in self.ranks[: place + 1]:
            points = max(rank.held - (reachable & COPIES), 0) * rank.price + rank.others_cost
            reachable >>= BITS
            if not rank.can_be_three or rank.held + rank.others < 2:
                lost += points
            elif rank.held + rank.others == 2:
                pairs.append(points)
        self.reach_memo[key] = lost + sum(sorted(pairs, reverse=True)[jokers:])
        return self.reach_memo[key]

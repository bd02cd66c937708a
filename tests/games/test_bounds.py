"""Lower bounds of a suit, compared with the fewest points that its fours really lose."""

from math import inf
from random import Random

import pytest

from companion.games.kalooki.search.flow_bound import JOKER_PRICE
from companion.games.kalooki.search.fours import TOP, Four
from companion.games.kalooki.search.outcomes import SuitRank
from companion.games.kalooki.search.parallel_runs import ParallelRuns
from companion.games.kalooki.search.run_states import RunStates
from companion.games.kalooki.search.suit_search import SuitSearch
from companion.rules.budget import Budget
from companion.rules.packed_cards import COPIES
from tests.games.test_run_states import a_four, places, some_cards

PRICES = (15, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10)


def some_ranks(random, cards):
    """Return a suit's data of its ranks with these cards, where other suits have a few."""
    ranks = []
    for place, price in enumerate(PRICES):
        others = random.choice((0, 1, 1, 1, 2, 3))
        certain = random.choice((0, 0, others))
        cost = others * price if certain == others else 0
        held = cards >> 5 * place & COPIES
        ranks.append(SuitRank(held, price, others, cost, certain, random.random() < 0.7))
    return ranks


def search_of(ranks, on_table, jokers, new=None):
    """Return the search over a suit's effect on the fours on the table, and on a new four that starts in that state."""
    present = sum(1 << place for place, rank in enumerate(ranks) if rank.held)
    fours = [
        *([(-1, None, new)] if new else ()),
        *((number, four, RunStates().table_four(four, present)) for number, four in enumerate(on_table)),
    ]
    runs = ParallelRuns(((four, state) for _, four, state in fours), [rank.held for rank in ranks], Budget())
    return SuitSearch(ranks, fours, runs, jokers, 1, True)


class Exactly:
    """Fewest points lost, found by trying all moves of the fours; an open pair costs its points or a joker."""

    def __init__(self, search):
        self.search, self.memo = search, {}

    def least(self, place, state, aces, left):
        key = place, state, aces, left
        if place < 0:
            return 0
        if key not in self.memo:
            self.memo[key] = min(self._all(*key), default=inf)
        return self.memo[key]

    def _all(self, place, state, aces, left):
        rank = self.search.ranks[place % TOP]
        for taken, jokers, after, _, _ in self.search.runs.transitions(state):
            for kept, _, joker, lost in self.search.outcomes[place][(aces if not place else 0) + taken]:
                rest, owed = left - jokers - joker, rank.pair_cost(kept) if place < TOP and kept else 0
                above = taken if place == TOP else aces
                if rest >= 0:
                    yield lost + owed + self.least(place - 1, after, above, rest)
                if owed and rest > 0:
                    yield lost + self.least(place - 1, after, above, rest - 1)


def lost_from_each_state(search, jokers):
    """Yield every state of the fours for which a lower bound is asked, and the points lost from it."""
    exactly = Exactly(search)
    exactly.least(TOP, search.runs.start, 0, jokers)
    for (place, state, aces, left), points in exactly.memo.items():
        yield (place, search.runs.reachable(state), state, aces if place < TOP else 0, left), points


@pytest.mark.parametrize("seed", range(60))
def test_a_lower_bound_is_never_above_what_is_lost(seed):
    random = Random(seed)
    cards = some_cards(random)
    on_table = [a_four(random) for _ in range(random.choice((1, 2, 2, 3)))]
    new = random.choice((None, RunStates().new_four(random.choice((0, 3)), random.random() < 0.3, places(cards))))
    ranks, jokers = some_ranks(random, cards), random.randint(0, 4)
    search = search_of(ranks, on_table, jokers, new)
    lost = [*lost_from_each_state(search, jokers)]
    assert all(search.bounds.lower_bound(*state) <= points for state, points in lost)
    search.bounds.tighten()
    assert all(search.bounds.lower_bound(*state) <= points for state, points in lost)


def ranks_of(*places):
    """Return one rank for each place of the ladder, whose cards only a four can take."""
    return [SuitRank(places.count(place), price, 0, 0, 0, False) for place, price in enumerate(PRICES)]


@pytest.mark.parametrize(
    "cards, on_table, jokers, lost",
    [
        ((7, 8, 8), [Four(3, 6), Four(3, 6)], 0, JOKER_PRICE),  # both end with a 7, and of two nines one lacks an eight
        ((7, 8, 8), [Four(3, 6), Four(3, 6)], 1, 0),
        ((7, 8, 8), [Four(3, 6), Four(4, 7)], 0, 0),  # the other ends with an 8
        # above the 8 a joker, 10, J; above the 5 a 6, 7, joker, 9, 10, J
        ((10, 10, 9, 9, 8, 6, 5), [Four(1, 4), Four(4, 7)], 2, 0),
    ],
    ids=["an eight is lacking", "a joker can be the eight", "none is lacking", "a joker each"],
)
def test_fours_that_compete_for_a_card_lose_what_it_would_let_them_take(cards, on_table, jokers, lost):
    search = search_of(ranks_of(*cards), on_table, jokers)
    start = TOP, search.runs.reachable(search.runs.start), search.runs.start, 0, jokers
    assert search.bounds.lower_bound(*start) == 0
    search.bounds.tighten()
    assert search.bounds.lower_bound(*start) == lost

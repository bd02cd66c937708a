"""What fours lose at least on their way down the ladder, against all that they can do."""

from math import inf
from random import Random

import pytest

from companion.games.kalooki.laydown.flow_bound import WORTH
from companion.games.kalooki.laydown.fours import TOP, Row
from companion.games.kalooki.laydown.outcomes import Rank
from companion.games.kalooki.laydown.parallel_runs import Abreast
from companion.games.kalooki.laydown.run_states import Descents
from companion.games.kalooki.laydown.suit_search import Ways
from companion.rules.budget import Budget
from companion.rules.groups_and_runs.suit_runs import COPIES
from tests.test_run_states import a_row, places, some_cards

PRICES = (15, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10)


def some_ranks(random, cards):
    """What a suit with these cards knows of its ranks, where other suits have a few."""
    ranks = []
    for place, price in enumerate(PRICES):
        others = random.choice((0, 1, 1, 1, 2, 3))
        firm = random.choice((0, 0, others))
        cost = others * price if firm == others else 0
        held = cards >> 5 * place & COPIES
        ranks.append(Rank(held, price, others, cost, firm, random.random() < 0.7))
    return ranks


def ways_of(ranks, lying, jokers, start=None):
    """The search for what a suit can do to the fours that lie, and to a four of its own that starts there."""
    present = sum(1 << place for place, rank in enumerate(ranks) if rank.held)
    fours = [
        *([(-1, None, start)] if start else ()),
        *((number, row, Descents().grown(row, present)) for number, row in enumerate(lying)),
    ]
    abreast = Abreast(((row, node) for _, row, node in fours), [rank.held for rank in ranks], Budget())
    return Ways(ranks, fours, abreast, jokers, 1, True)


class Exactly:
    """The points that are lost, found by trying all that fours can do; an open pair costs its points or a joker."""

    def __init__(self, ways):
        self.ways, self.known = ways, {}

    def least(self, place, stand, aces, left):
        key = place, stand, aces, left
        if place < 0:
            return 0
        if key not in self.known:
            self.known[key] = min(self._all(*key), default=inf)
        return self.known[key]

    def _all(self, place, stand, aces, left):
        rank = self.ways.ranks[place % TOP]
        for taken, jokers, after, _, _ in self.ways.abreast.moves(stand):
            for kept, _, joker, lost in self.ways.fates[place][(aces if not place else 0) + taken]:
                rest, owed = left - jokers - joker, rank.owed(kept) if place < TOP and kept else 0
                above = taken if place == TOP else aces
                if rest >= 0:
                    yield lost + owed + self.least(place - 1, after, above, rest)
                if owed and rest > 0:
                    yield lost + self.least(place - 1, after, above, rest - 1)


def compared(ways, jokers):
    """What is said to be lost at least, from everywhere that the fours come, and what is."""
    exactly = Exactly(ways)
    exactly.least(TOP, ways.abreast.start, 0, jokers)
    for (place, stand, aces, left), lost in exactly.known.items():
        yield ways.ahead.least(place, ways.abreast.hope(stand), stand, aces if place < TOP else 0, left), lost


@pytest.mark.parametrize("seed", range(60))
def test_no_more_is_said_to_be_lost_than_is(seed):
    random = Random(seed)
    cards = some_cards(random)
    lying = [a_row(random) for _ in range(random.choice((1, 2, 2, 3)))]
    start = random.choice((None, Descents().own(random.choice((0, 3)), random.random() < 0.3, places(cards))))
    ranks, jokers = some_ranks(random, cards), random.randint(0, 4)
    ways = ways_of(ranks, lying, jokers, start)
    assert all(said <= lost for said, lost in compared(ways, jokers))
    ways.ahead.look_closer()
    assert all(said <= lost for said, lost in compared(ways, jokers))


def ranks_of(*places):
    """A rank a place of the ladder, each card of which only a four can take."""
    return [Rank(places.count(place), price, 0, 0, 0, False) for place, price in enumerate(PRICES)]


@pytest.mark.parametrize(
    "cards, lying, jokers, lost",
    [
        ((7, 8, 8), [Row(3, 6), Row(3, 6)], 0, WORTH),  # both end with a 7, and of two nines one lacks an eight
        ((7, 8, 8), [Row(3, 6), Row(3, 6)], 1, 0),
        ((7, 8, 8), [Row(3, 6), Row(4, 7)], 0, 0),  # the other ends with an 8
        # above the 8 a joker, 10, J; above the 5 a 6, 7, joker, 9, 10, J
        ((10, 10, 9, 9, 8, 6, 5), [Row(1, 4), Row(4, 7)], 2, 0),
    ],
    ids=["an eight is lacking", "a joker can be the eight", "none is lacking", "a joker each"],
)
def test_fours_that_contend_for_a_card_lose_what_it_would_let_them_take(cards, lying, jokers, lost):
    ways = ways_of(ranks_of(*cards), lying, jokers)
    start = TOP, ways.abreast.hope(ways.abreast.start), ways.abreast.start, 0, jokers
    assert ways.ahead.least(*start) == 0
    ways.ahead.look_closer()
    assert ways.ahead.least(*start) == lost

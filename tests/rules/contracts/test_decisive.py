"""Open points that decide about a lay-down: nothing that a stopped search says is contradicted by a longer one."""

from collections import Counter
from itertools import islice
from random import Random

import pytest

from companion.rules.cards import Pack
from companion.rules.contracts.search import Contract, Growth, best_lay_down, decisive
from tests.bench.solvers import hands_at_tables
from tests.rules.contracts.test_search import price

READINGS = {"more melds": {"bare": True}, "below a joker": {"growth": Growth(below_wilds=False)}}


def needed(hand, contract, table, steps, used=(*READINGS,)):
    """Return the open points that decide, with this step limit; none at all if the contract cannot be met."""
    found = best_lay_down(hand, contract, price, table, steps=steps)
    return found and decisive(hand, contract, price, table, found, READINGS, used, steps)


@pytest.mark.parametrize("seed", range(3))
def test_a_stopped_search_claims_nothing_that_a_longer_one_contradicts(seed):
    said = Counter()
    for hand, contract, table in islice(hands_at_tables(Random(seed)), 60):
        exact = needed(hand, Contract(*contract), table, None)
        for steps in (0, 30, 300) if exact is not None else ():
            given = needed(hand, Contract(*contract), table, steps)
            said[given is None or bool(given)] += 1
            assert given is None or bool(given) == bool(exact), (hand, contract, table, steps)
    assert len(said) > 1


def test_the_open_points_come_in_the_order_of_their_readings():
    read = Pack(2, 4).read_all
    hand, table = read("9S 9H 9D 10S 10H 10D 10C"), [read("JS QS KS JK")]
    assert needed(hand, Contract(1, 0), table, None) == ["more melds"]
    assert needed(read("9S 9H 9D 10S"), Contract(1, 0), table, None) == ["below a joker"]
    both = read("9S 9H 9D 10S 8H 8D 8C")
    assert needed(both, Contract(1, 0), table, None) == [*READINGS]
    assert needed(both, Contract(1, 0), table, None, used=["below a joker", "more melds"]) == [*READINGS]
    assert needed(read("9S 9H 9D"), Contract(1, 0), table, None) == []

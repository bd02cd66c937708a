"""Open points that decide about a lay-down: nothing that a stopped search says is contradicted by a longer one."""

from collections import Counter
from functools import partial
from itertools import islice
from random import Random

from companion.rules.cards import Pack
from companion.rules.contracts.any_prices import decisive
from companion.rules.search_state import Spent
from tests.rules.contracts.kalooki_law import best_lay_down, kalooki
from tests.rules.hands import hands_at_tables

READINGS = {"more melds": {"further": None}, "below a joker": {"below_wilds": False}}


def needed(hand, law, table, steps, used=(*READINGS,)):
    """Return the open points that decide, with this step limit; none at all if the contract cannot be met."""
    others = {point: law._replace(**reading) for point, reading in READINGS.items()}
    both = law._replace(further=None, below_wilds=False)
    found = best_lay_down(hand, law, table, steps)
    return found and decisive(others, used, both, found, partial(best_lay_down, hand, table=table, steps=steps))


def test_a_stopped_search_claims_nothing_that_a_longer_one_contradicts():
    said = Counter()
    for hand, contract, table in islice(hands_at_tables(Random(1)), 60):
        exact = needed(hand, kalooki(*contract), table, None)
        for steps in (200, 500, 1_000, 3_000) if exact is not None else ():
            try:
                given = needed(hand, kalooki(*contract), table, steps)
            except Spent:
                continue
            said[given is None or bool(given)] += 1
            assert given is None or bool(given) == bool(exact), (hand, contract, table, steps)
    assert len(said) > 1


def test_the_open_points_come_in_the_order_of_their_readings():
    read = Pack(2, 4).read_all
    hand, table = read("9S 9H 9D 10S 10H 10D 10C"), [read("JS QS KS JK")]
    assert needed(hand, kalooki(1, 0), table, None) == ["more melds"]
    assert needed(read("9S 9H 9D 10S"), kalooki(1, 0), table, None) == ["below a joker"]
    both = read("9S 9H 9D 10S 8H 8D 8C")
    assert needed(both, kalooki(1, 0), table, None) == [*READINGS]
    assert needed(both, kalooki(1, 0), table, None, used=["below a joker", "more melds"]) == [*READINGS]
    assert needed(read("9S 9H 9D"), kalooki(1, 0), table, None) == []

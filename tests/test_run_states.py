"""How a four can come to lie: the graphs against every row that single steps lead to, and every row a suit can make."""

from random import Random

import pytest

from companion.games.kalooki.laydown.fours import TOP, Row, growths, held, one, stuffed_rows
from companion.games.kalooki.laydown.run_states import NOTHING, Descents, become
from companion.rules.groups_and_runs.suit_runs import COPIES


def a_row(random):
    """A four that lies somewhere, often at an end of the ladder, often with jokers."""
    size = random.choice((4, 4, 4, 5, 6, 9, 14))
    low = random.choice((0, TOP + 1 - size, random.randint(0, TOP + 1 - size)))
    jokers = 0
    for place in range(low, low + size):
        if random.random() < 0.4 and not jokers << 1 >> place & 1:
            jokers |= 1 << place
    return Row(low, low + size - 1, jokers)


def some_cards(random):
    """No, one or two cards of each rank of a suit; or of all ranks enough."""
    counts = random.choice(((0, 1, 2), (5,)))
    return sum(random.choice(counts) * one(place) for place in range(TOP))


def places(cards):
    """The places of the ladder that there is a card for, one bit each."""
    return sum(1 << place for place in range(TOP) if held(cards, place))


def reached(node, cards, most, lying=None):
    """All rows that the graph leads to with these cards and at most so many jokers, and the jokers each spends."""
    found = set()

    def walk(node, done, spent):
        if spent <= most and node.moves:
            for move, jokers, after in node.moves:
                walk(after, [move, *done], spent + jokers)
        elif spent <= most and (row := become(lying, done)):
            taken = row.naturals - (lying.naturals if lying else 0)
            if all((taken >> shift & COPIES) <= (cards >> shift & COPIES) for shift in range(0, 5 * TOP, 5)):
                found.add((row, spent))

    walk(node, [], node.least)
    return found


@pytest.mark.parametrize("seed", range(60))
def test_a_four_on_the_table_becomes_what_single_steps_make_of_it(seed):
    random = Random(seed)
    for _ in range(3):
        lying, cards, jokers = a_row(random), some_cards(random), random.randint(0, 6)
        steps = growths(lying, cards, jokers)
        expected = {(row, row.jokers.bit_count() - lying.jokers.bit_count()) for row in steps}
        assert reached(Descents().grown(lying, places(cards)), cards, jokers, lying) == expected


@pytest.mark.parametrize("naturals", [0, 3])
@pytest.mark.parametrize("jokers", range(7))
def test_a_four_of_ones_own_is_any_row_the_cards_make(naturals, jokers):
    random = Random(jokers)
    for _ in range(5):
        cards = some_cards(random)
        expected = {(row, row.jokers.bit_count()) for row in stuffed_rows(cards, jokers, naturals)}
        assert reached(Descents().own(naturals, True, places(cards)), cards, jokers) == expected
        assert reached(Descents().own(naturals, False, places(cards)), cards, jokers) == expected


@pytest.mark.parametrize("obliged", [False, True])
def test_unless_obliged_a_four_need_not_be_laid(obliged):
    nodes = {Descents().own(0, obliged, present=-1)}
    for _ in range(TOP + 1):
        nodes = {after for node in nodes for move, _, after in node.moves if move == NOTHING}
    assert bool(nodes) == (not obliged)
    assert become(None, [NOTHING] * (TOP + 1)) is None


def test_jokers_freed_from_a_four_stay_in_it():
    lying = Row(3, 6, 1 << 4)
    cards = one(4)
    assert reached(Descents().grown(lying, places(cards)), cards, 0, lying) == {(lying, 0), (Row(3, 7, 1 << 7), 0)}

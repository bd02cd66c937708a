"""The automaton of a four, compared with every four reached by single extensions, and every four of a suit."""

from random import Random

import pytest

from companion.games.kalooki.search.fours import TOP, Four, all_fours, has_card, one_card, reachable_fours
from companion.games.kalooki.search.run_states import NATURAL, PASS, RunStates, resulting_four


def a_four(random):
    """Return a four in a random place, often at an end of the ladder, often with jokers."""
    size = random.choice((4, 4, 4, 5, 6, 9, 14))
    low = random.choice((0, TOP + 1 - size, random.randint(0, TOP + 1 - size)))
    jokers = 0
    for place in range(low, low + size):
        if random.random() < 0.4 and not jokers << 1 >> place & 1:
            jokers |= 1 << place
    return Four(low, low + size - 1, jokers)


def some_cards(random):
    """Return none, one or two cards of each rank of a suit, or enough of all ranks."""
    counts = random.choice(((0, 1, 2), (5,)))
    return sum(random.choice(counts) * one_card(place) for place in range(TOP))


def places(cards):
    """Return the places of the ladder with a card, one bit each."""
    return sum(1 << place for place in range(TOP) if has_card(cards, place))


def reached(state, cards, most, on_table=None):
    """Return all fours reachable from a state with these cards and at most this many jokers, and the jokers spent."""
    found = set()

    def walk(state, actions, spent, left):
        if spent <= most and state.transitions:
            for action, jokers, after in state.transitions:
                if action != NATURAL:
                    walk(after, [action, *actions], spent + jokers, left)
                elif has_card(left, state.place):
                    walk(after, [action, *actions], spent + jokers, left - one_card(state.place))
        elif spent <= most and (four := resulting_four(on_table, actions)):
            found.add((four, spent))

    walk(state, [], state.fewest_jokers, cards)
    return found


@pytest.mark.parametrize("seed", range(60))
def test_a_four_on_the_table_becomes_what_single_extensions_make_of_it(seed):
    random = Random(seed)
    for _ in range(3):
        on_table, cards, jokers = a_four(random), some_cards(random), random.randint(0, 6)
        fours = reachable_fours(on_table, cards, jokers)
        expected = {(four, four.jokers.bit_count() - on_table.jokers.bit_count()) for four in fours}
        assert reached(RunStates().table_four(on_table, places(cards)), cards, jokers, on_table) == expected


@pytest.mark.parametrize("naturals", [0, 3])
@pytest.mark.parametrize("jokers", range(7))
def test_a_new_four_is_any_that_the_cards_make(naturals, jokers):
    random = Random(jokers)
    for _ in range(5):
        cards = some_cards(random)
        expected = {(four, four.jokers.bit_count()) for four in all_fours(cards, jokers, naturals)}
        assert reached(RunStates().new_four(naturals, True, places(cards)), cards, jokers) == expected
        assert reached(RunStates().new_four(naturals, False, places(cards)), cards, jokers) == expected


@pytest.mark.parametrize("obliged", [False, True])
def test_unless_obliged_a_new_four_need_not_be_laid(obliged):
    states = {RunStates().new_four(0, obliged, present=-1)}
    for _ in range(TOP + 1):
        states = {after for state in states for action, _, after in state.transitions if action == PASS}
    assert bool(states) == (not obliged)
    assert resulting_four(None, [PASS] * (TOP + 1)) is None


def test_jokers_freed_from_a_four_stay_in_it():
    on_table = Four(3, 6, 1 << 4)
    cards = one_card(4)
    found = reached(RunStates().table_four(on_table, places(cards)), cards, 0, on_table)
    assert found == {(on_table, 0), (Four(3, 7, 1 << 7), 0)}

"""The ladder of a suit's runs, compared with every combination of what each run becomes."""

from itertools import product
from math import inf
from random import Random

import pytest

from companion.rules.contracts.search.contract import Contract
from companion.rules.contracts.search.ladder import Ladder, Rank
from companion.rules.contracts.search.options import form_of
from companion.rules.contracts.search.runs import TOP, Run, growth, new_runs, one_card, pack
from companion.rules.search_state import BITS, COPIES

PRICES = (15, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10)


def a_run(random):
    """Return a run in a random place, often at an end of the ladder, often with wilds."""
    size = random.choice((4, 4, 4, 5, 6, 9, 14))
    low = random.choice((0, TOP + 1 - size, random.randint(0, TOP + 1 - size)))
    wilds = 0
    for place in range(low, low + size):
        if random.random() < 0.4 and not wilds << 1 >> place & 1:
            wilds |= 1 << place
    return Run(low, low + size - 1, wilds)


def some_cards(random):
    """Return none, one or two cards of each rank of a suit, or more of a few."""
    counts = random.choice(((0, 1, 2), (0, 0, 0, 1), (0, 0, 3)))
    return sum(random.choice(counts) * one_card(place) for place in range(TOP))


def some_suit(random, most=60):
    """Return the cards of a suit, wilds, and the forms of a new run and of a few on the table, not too many."""
    while True:
        cards, wilds = some_cards(random), random.randint(0, 4)
        laid = [(run.naturals, run.wilds.bit_count(), 1) for run in new_runs(cards, wilds, 4, 0, 0, True)]
        parts = [{(0, 0, 0), *laid}]
        for run in (a_run(random) for _ in range(random.choice((1, 1, 2)))):
            parts.append({form_of(run, longer) for longer in [run, *(each for each, _ in growth(run, cards, wilds))]})
        if all(len(part) <= most for part in parts):
            return cards, wilds, parts


def fits(cards, used):
    return all((used >> place * BITS & COPIES) <= (cards >> place * BITS & COPIES) for place in range(TOP))


def combined(parts, cards, wilds):
    """Yield what every combination of forms uses, if the cards and wilds are enough."""
    for forms in product(*parts):
        used, spent = sum(pack(form[0]) for form in forms), sum(form[1] for form in forms)
        if fits(cards, used) and spent <= wilds:
            yield used, spent, sum(form[2] for form in forms)


@pytest.mark.parametrize("seed", range(60))
def test_where_all_cards_stay_open_every_use_of_them_is_an_option(seed):
    random = Random(seed)
    cards, wilds, parts = some_suit(random)
    ranks = [Rank(cards >> place * BITS & COPIES, price, 0, 0, True, False) for place, price in enumerate(PRICES)]
    expected = {*combined(parts, cards, wilds)}
    exactly = Ladder(parts, ranks, Contract(0, 0), wilds, keeps_wilds=False)
    assert {*exactly.climb(inf, inf)} == expected
    keeping = Ladder(parts, ranks, Contract(0, 0), wilds, keeps_wilds=True)
    assert fewest_wilds(keeping.climb(inf, inf)) == fewest_wilds(expected)
    for option, path in exactly.climb(inf, inf).items():
        forms = exactly.forms(path)
        assert all(form in part for form, part in zip(forms, parts, strict=True))
        assert option == (sum(pack(form[0]) for form in forms), *(sum(form[at] for form in forms) for at in (1, 2)))


def fewest_wilds(options):
    """Return the fewest wilds of the options that use the same cards for as many new runs."""
    return {(used, new): spent for used, spent, new in sorted(options, key=lambda option: -option[1])}


@pytest.mark.parametrize("seed", range(60))
def test_a_stopped_climb_names_a_bound_that_nothing_missed_is_below(seed):
    random = Random(seed)
    cards, wilds, parts = some_suit(random)
    ranks = [Rank(cards >> place * BITS & COPIES, price, 0, 0, False, True) for place, price in enumerate(PRICES)]
    every = {*combined(parts, cards, wilds)}
    for steps, ceiling in product((0, 5, 20, 100, inf), (20, 100, inf)):
        ladder = Ladder(parts, ranks, Contract(0, 0), wilds, keeps_wilds=True)
        found = {*ladder.climb(steps, ceiling)}
        assert found <= every
        for new in (0, 1):
            least, reached = (lost(cards, options, new) for options in (every, found))
            assert ladder.least <= least
            assert reached == least or least >= min(ladder.unsearched, ceiling)
        assert ladder.unsearched == inf or steps < inf


def lost(cards, options, new):
    """Return the fewest points that an option with this number of new runs loses."""
    left = (cards - used for used, _, laid in options if laid == new)
    return min(
        (sum(price * (rest >> place * BITS & COPIES) for place, price in enumerate(PRICES)) for rest in left),
        default=inf,
    )

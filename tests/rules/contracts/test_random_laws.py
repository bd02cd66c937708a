"""The best lay-down under random laws: brute force finds none that leaves less, and the referee allows each step."""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from itertools import islice
from random import Random
from typing import Any

import pytest

from companion.rules.contracts.hand_advice import can_lay_down
from companion.rules.contracts.joker_moves import move_joker
from companion.rules.contracts.lay_down import lay_down
from companion.rules.contracts.lay_off import lay_off
from companion.rules.contracts.search import join, ways
from companion.rules.contracts.search.law import Law
from companion.rules.rulings import Ruling
from tests.rules.contracts.random_laws import Case, cases, joined

MANY = 60  # cases of each part


@cache
def known(part: int) -> list[tuple[Case, float | None]]:
    """Return cases, each with the fewest points that a lay-down leaves, by brute force."""
    return [(case, case.fewest()) for case in islice(cases(part, 7), MANY)]


@pytest.mark.parametrize("part", [*range(4), *(pytest.param(part, marks=pytest.mark.slow) for part in range(4, 20))])
def test_no_lay_down_leaves_less_under_any_law_and_each_step_is_legal(part: int) -> None:
    for case, fewest in known(part):
        check(case, fewest)
    assert sum(fewest is not None for _, fewest in known(part)) > MANY // 2


def check(case: Case, fewest: float | None) -> None:
    """Check that the search finds a lay-down that leaves this many points, and that each of its steps is legal."""
    ruling = can_lay_down(case.game, case.deal, case.hand, case.table)
    assert ruling.answer.get("left_points") == fewest and ruling.at_least is None, (case, ruling, fewest)
    if fewest is not None:
        replay(case, ruling)


def test_runs_that_would_be_joined_are_parted_by_the_fewest_wilds(monkeypatch: pytest.MonkeyPatch) -> None:
    every = [(case, case.fewest()) for case in islice(joined(1), MANY // 2)]
    for case, fewest in every:
        check(case, fewest)
    monkeypatch.setattr(Law, "parted", lambda *_: [])
    with pytest.raises(AssertionError):
        for case, fewest in every:
            check(case, fewest)


def test_no_lay_down_leaves_less_where_cards_cost_0_or_less() -> None:
    random, proved = Random(5), 0
    for case in islice(cases(0, 7), MANY):
        prices = {key: random.choice((-20, -5, 0, 1, 5, 10, 30)) for key in case.game.prices}
        case = replace(case, game=replace(case.game, prices=prices))
        fewest, ruling = case.fewest(), can_lay_down(case.game, case.deal, case.hand, case.table)
        found = ruling.answer.get("left_points")
        if ruling.at_least is None:
            assert found == fewest, (case, prices, ruling, fewest)
            proved += 1
        else:
            assert fewest is not None and ruling.at_least <= fewest <= found, (case, prices, ruling, fewest)
        if fewest is not None:
            replay(case, ruling)
    assert proved > MANY * 2 // 3


extensions, ungroupable = Law.extensions, join.Search._ungroupable
MUTANTS: dict[str, tuple[object, str, Any]] = {
    "a run has no room for a wild": (Law, "room", lambda law, run: 0),
    "a run has as many wilds as one likes": (Law, "allows", lambda law, run: True),
    "a run grows below any card": (Law, "grows_down", lambda law, high, wilds: True),
    "nothing is laid off at the bottom": (
        Law,
        "extensions",
        lambda law, run, held: [each for each in extensions(law, run, held) if each[1].end != "bottom"],
    ),
    "no wild is exchanged": (
        Law,
        "extensions",
        lambda law, run, held: [each for each in extensions(law, run, held) if "joker" not in each[1].end],
    ),
    "a group has any number of wilds": (Law, "naturals", lambda law, size, fewest: 1),
    "a rank is one group": (Law, "same_rank", property(lambda law: False)),
    "a rank may be two groups": (Law, "same_rank", property(lambda law: True)),
    "a further group is no smaller than the contract's": (
        Law,
        "least_group",
        property(lambda law: min(law.groups, default=0)),
    ),
    "a suit lays one run": (Law, "most_runs", property(lambda law: 1)),
    "no card is kept for a later run": (ways.Suit, "_lost", lambda suit, cards, *_: suit.points(cards)),
    "the first way found is the only one": (ways, "undominated", lambda every: [*every][:1]),
    "cards that nothing takes cost nothing": (ways.Suit, "_points", lambda suit, cards: 0),
    "any number of runs meets the contract": (join.Search, "_is_whole", lambda search, made: True),
    "cards to come are in no group": (
        join.Search,
        "_ungroupable",
        lambda search, both, spare: ungroupable(search, both - search.coming[0], spare),
    ),
}


@pytest.fixture
def changed(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[object, str, Any], None]]:
    """Return a function that changes the search, which forgets what it learnt of the laws before and afterwards."""

    def change(owner: object, name: str, value: Any) -> None:
        monkeypatch.setattr(owner, name, value)
        join.groups_of_rank.cache_clear()

    yield change
    monkeypatch.undo()
    join.groups_of_rank.cache_clear()


@pytest.mark.parametrize("mutant", MUTANTS)
def test_a_search_with_an_error_is_caught(changed: Callable[[object, str, Any], None], mutant: str) -> None:
    changed(*MUTANTS[mutant])
    with pytest.raises((AssertionError, LookupError)):
        for part in range(4):
            for case, fewest in known(part):
                check(case, fewest)


def replay(case: Case, ruling: Ruling) -> None:
    """Take the steps of a lay-down one by one, and ask the referee for each."""
    game, answer, hand = case.game, ruling.answer, Counter(case.hand)
    melds, left = [tuple(meld) for meld in answer["melds"]], answer["left"]
    laid = sum(melds, ())
    assert not Counter(laid) - hand
    hand -= Counter(laid)
    ruled = lay_down(game, case.deal, tuple(melds), (), hand.total())
    assert ruled.legal, (case, answer, ruled)
    rows = [*case.table, *melds]
    for step in answer.get("tracked_on", ()):
        row, card, end = rows[step["meld"]], step["card"], step["end"]
        assert hand[card], (case, answer, step)
        hand -= Counter([card])
        if end.startswith("joker"):
            ruled = move_joker(game, row, card, True, "bottom" if end == "joker-below" else None)
        else:
            ruled = lay_off(game, row, (card,), None if end == "group" else end, True, True, None)
        assert ruled.legal, (case, answer, step, ruled)
        rows[step["meld"]] = tuple(ruled.answer["meld"])
        hand += Counter([*row, card]) - Counter(rows[step["meld"]])
    assert hand == Counter(left), (case, answer)
    assert answer["left_points"] == sum(map(case.price, left))
    assert left or not case.law.keeps_one

"""Rulebooks: numbered paragraphs, and examples on which the referee agrees."""

import re
from collections import Counter
from typing import Any

import pytest

from companion.games import GAMES
from companion.referee import answer
from companion.rules import clauses
from companion.rules.cards import Unreadable
from companion.rules.rulings import Example, Rule

OF_ALL = {"B1", "B2", "B3", "B4", "B5", "B6", "B7"}
UNASKED = {"B4", "B5", "B6", "B7"}  # about whole matches, which no question judges


def named(value: Any) -> str:
    """Return the id of a case: the game or the number of the paragraph."""
    return value.id if hasattr(value, "id") else str(value)


def asked(game: str, example: Example) -> dict[str, Any]:
    """Return the ruling on an example."""
    given = answer({"game": game, "ask": example.ask, **example.inputs})
    assert "error" not in given, given.get("error")
    return given


def agrees(given: dict[str, Any], claim: dict[str, Any]) -> bool:
    """True if the ruling agrees with the claim."""
    missing = set(claim) - set(given)
    assert missing <= {"meld", "stands_for", "discard", "melds"}, f"the ruling says nothing about {missing}"
    return all(given.get(name) == value for name, value in claim.items())


def judged(game: Any) -> list[Rule]:
    """Return the rules of a game that the referee is asked about."""
    return [rule for rule in game.rulebook.values() if rule.id not in UNASKED]


@pytest.mark.parametrize("game", GAMES.values(), ids=named)
def test_the_example_that_keeps_a_rule_is_answered_under_it(game: Any, subtests: pytest.Subtests) -> None:
    for rule in judged(game):
        with subtests.test(rule.id):
            assert rule.kept is not None
            given = asked(game.id, rule.kept)
            assert agrees(given, dict(rule.kept.claim)), given
            assert rule.id in given["rules"]


@pytest.mark.parametrize("game", GAMES.values(), ids=named)
def test_the_example_that_breaks_a_rule_is_refused_or_contradicted_under_it(
    game: Any, subtests: pytest.Subtests
) -> None:
    for rule in judged(game):
        with subtests.test(rule.id):
            assert rule.broken is not None
            given = asked(game.id, rule.broken)
            assert rule.id in given["rules"]
            if agrees(given, dict(rule.broken.claim)):
                refused = {found["rule"] for found in given["findings"]}
                assert rule.id in refused, "agreed with, and not refused under this rule"


@pytest.mark.parametrize("game", GAMES.values(), ids=named)
def test_a_rulebook_says_one_thing_under_each_number_and_names_its_source(game: Any) -> None:
    texts = [rule.text for rule in game.rulebook.values()]
    assert len(texts) == len(set(texts))
    for number, rule in game.rulebook.items():
        assert number == rule.id
        assert rule.source, number
        assert rule.text.endswith("."), number
        assert not re.search(r"[*`|]", rule.text), number


@pytest.mark.parametrize("game", GAMES.values(), ids=named)
def test_a_rulebook_has_all_its_numbers(game: Any) -> None:
    """No number of its own is left out; the casebook has the last one."""
    (own, _), *_ = Counter(number[0] for number in game.rulebook).most_common(1)
    numbers = {int(re.sub(r"\D", "", number)) for number in game.rulebook if number[0] == own}
    assert numbers == set(range(1, len(numbers) + 1))
    assert set(game.rulebook) >= OF_ALL


@pytest.mark.parametrize("game", GAMES.values(), ids=named)
def test_every_picture_shows_cards_of_the_pack(game: Any) -> None:
    for step in game.rulebook.how_to_play:
        assert game.pack.too_many(game.pack.read_all(step.cards)) == [], step.cards


@pytest.mark.parametrize("game", GAMES.values(), ids=named)
def test_a_card_is_asked_for_as_the_pack_has_them(game: Any) -> None:
    with pytest.raises(Unreadable) as refused:
        game.pack.read("1X")
    first, second = re.findall(r"(?<=like )\S+(?=,)|(?<=, )\S+(?= or)", str(refused.value))
    assert game.pack.read(first) and game.pack.read(second)


@pytest.mark.parametrize("game", GAMES.values(), ids=named)
def test_every_house_rule_and_every_ask_names_paragraphs_there_are(game: Any) -> None:
    cited = [rule.rule for rule in game.house_rules] + [name for ask in game.questions.values() for name in ask.law]
    not_stated = {name for name in cited if name not in game.rulebook}
    assert not_stated <= {clauses.WILDS_APART, clauses.RUN_NATURALS, clauses.ONE_OF_EACH}  # where they do not hold


@pytest.mark.parametrize("game", GAMES.values(), ids=named)
def test_an_open_point_is_one_or_more_whole_sentences(game: Any) -> None:
    assert not [rule.id for rule in game.rulebook.values() if rule.open and not rule.open.endswith(".")]


@pytest.mark.parametrize("game", GAMES)
def test_a_bonus_or_a_fine_may_be_asked_of_every_game(game: str) -> None:
    asked = {"game": game, "ask": "adjustment", "points": -50, "reason_given": True}
    given, refused = answer(asked), answer(asked | {"reason_given": False})
    assert (given["legal"], refused["legal"]) == (True, False)
    assert given["rules"] == refused["rules"] and given["rules"][0] in ("K37", "C37", "B8")

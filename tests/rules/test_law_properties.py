"""Invariances of rulings, in every line of the casebooks: the order of a hand or a group, the names of the suits."""

import re
from collections import Counter
from random import Random
from typing import Any

import pytest

from companion.games import GAMES
from companion.referee import answer
from companion.rules.fields import Cards
from tests.support.casebook import casebook

Question = dict[str, Any]
GROUPS = {"three", "group"}  # questions about cards of one rank
CARD = re.compile(r"\b([A2-9JQKTX]|10)([SHDC♠♥♦♣])(?!\w)", re.IGNORECASE)
OTHER = str.maketrans("SCHDschd♠♣♥♦", "CSDHcsdh♣♠♦♥")  # the suit of the same colour: prices may follow colours


def shuffled(random: Random, question: Question) -> Question:
    """Return the same question with its cards in another order, where they do not lie in one."""
    game, changed = GAMES[question["game"]], dict(question)
    for field in game.questions[question["ask"]].fields:
        free = question["ask"] in GROUPS or game.arranges and question["ask"] == "meld"
        if isinstance(field, Cards) and (field.together or free) and field.name in question:
            cards = question[field.name].split()
            changed[field.name] = " ".join(random.sample(cards, len(cards)))
    return changed


def renamed(value: Any) -> Any:
    """Return the same plain data with the suits of a colour exchanged."""
    if isinstance(value, dict):
        return {name: renamed(part) for name, part in value.items()}
    if isinstance(value, list):
        return [renamed(part) for part in value]
    return CARD.sub(lambda card: card[1] + card[2].translate(OTHER), value) if isinstance(value, str) else value


def gist(given: dict[str, Any]) -> dict[str, Any]:
    """Return the content of an answer, independent of the order in which the cards were given."""
    said = {name: given.get(name) for name in ("legal", "possible", "settled", "points", "left_points", "kind")}
    said |= {name: Counter(held) for name in ("meld", "discards") if isinstance(held := given.get(name), list)}
    broken = {found["rule"] for found in given.get("findings", ())}
    return {**said, "broken": broken, "rules": set(given.get("rules", ())), "unreadable": "error" in given}


@pytest.mark.parametrize("game", GAMES)
def test_the_order_of_cards_that_do_not_lie_in_one_changes_no_ruling(game: str) -> None:
    random, changed = Random(game), 0
    for case in casebook(game):
        other = shuffled(random, case.question)
        changed += other != case.question
        assert gist(answer(other)) == gist(answer(case.question)), case.place
    assert changed > 30


@pytest.mark.parametrize("game", GAMES)
def test_the_names_of_the_suits_of_a_colour_change_no_ruling(game: str) -> None:
    for case in casebook(game):
        assert gist(answer(renamed(case.question))) == gist(renamed(answer(case.question))), case.place

"""Invariances of rulings: the order of a three, of a hand or of a shown meld, and the names of the suits."""

import re
from collections import Counter
from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any

import pytest

from companion.games import GAMES
from companion.referee import answer
from companion.rules.cards import JOKER, RANKS, SUITS, Pack
from companion.rules.melds.row_objections import kind_of, naturals_in

MANY = 150  # questions of a kind
LADDER = (*RANKS, "A")
PACK = Pack(copies=2, jokers=4)
KALOOKI = GAMES["kalooki"]
EVERY_CARD = [str(card) for card in (*PACK.cards, JOKER)]
CARD = re.compile(r"(?:A|[2-9]|10|[JQK])[SHDC]")
Meld = list[str]
Question = dict[str, Any]


def some_group(random: Random) -> Meld:
    """Return three to five cards of one rank or jokers."""
    rank = random.choice(RANKS)
    return [random.choice((rank + "S", rank + "H", rank + "D", rank + "C", "JK")) for _ in range(random.randint(3, 5))]


def some_run(random: Random) -> Meld:
    """Return three to six cards of one suit in sequence or jokers, in either direction."""
    size, suit = random.randint(3, 6), random.choice(SUITS)
    low = random.randint(0, len(LADDER) - size)
    row = [random.choice((rank + suit,) * 4 + ("JK",)) for rank in LADDER[low : low + size]]
    return row if random.random() < 0.5 else row[::-1]


def some_meld(random: Random) -> Meld:
    """Return a group or a run with a card replaced now and then; never jokers alone."""
    meld = random.choice((some_group, some_run))(random)
    if random.random() < 0.3:
        meld[random.randrange(len(meld))] = random.choice(EVERY_CARD)
    return meld if set(meld) != {"JK"} else some_meld(random)


def near(random: Random, meld: Meld) -> str:
    """Return a card often related to the meld: of its suit, of its rank, or a joker."""
    like = random.choice(meld)
    return random.choice(
        [card for card in EVERY_CARD if card == "JK" or card[-1] == like[-1] or card[:-1] == like[:-1]]
    )


def kalooki(random: Random) -> Question:
    """Return a question about melds in Kalooki."""
    meld, yes = some_meld(random), random.random() < 0.8
    melds, lying = ([some_meld(random) for _ in range(random.randint(0, 4))] for _ in range(2))
    end = random.choice(({}, {}, {"end": "top"}, {"end": "bottom"}))
    added = [near(random, meld) for _ in range(random.randint(1, 2))]
    asked: Question = random.choice(
        (
            {"ask": "three", "cards": meld},
            {"ask": "four", "cards": meld},
            {"ask": "meld", "cards": meld},
            {"ask": "lay-down", "deal": random.randint(1, 9), "melds": melds, "on_table": random.choice(([], lying))},
            {"ask": "track-on", "meld": meld, "cards": added, "laid_down": yes, **end},
            {"ask": "move-joker", "meld": meld, "card": added[0], "laid_down": yes},
        )
    )
    return {"game": "kalooki", "house": random.choice(({}, {"four_naturals": 3}, {"packs": 3})), **asked}


def three_thirteen(random: Random) -> Question:
    """Return a question about melds in Three Thirteen with jokers."""
    melds = [some_meld(random) for _ in range(random.randint(1, 3))]
    hand = sum(melds, random.sample(EVERY_CARD, random.randint(0, 2)))[random.choice((0, 0, 0, 1)) :]
    asked: Question = random.choice(
        (
            {"ask": "meld", "cards": melds[0]},
            {"ask": "arrangement", "hand": hand, "melds": melds},
        )
    )
    house = {"jokers": 2, "packs": 4, "ace_high": random.random() < 0.5}
    return {"game": "three-thirteen", "round": random.randint(1, 11), "house": house, **asked}


def solved(random: Random) -> Question:
    """Return a question that searches a whole hand, one that nearly fits the contract."""
    number = random.randint(1, 9)
    hand = sum((random.choice((some_group, some_run))(random) for _ in range(8)), [])
    kalooki = {"game": "kalooki", "house": {"packs": 4, "jokers": 10}}
    three_thirteen = {"game": "three-thirteen", "house": {"packs": 4, "jokers": 2}, "round": number}
    return random.choice(
        (
            {**kalooki, "ask": "can-lay-down", "deal": number, "hand": hand[: number + 10]},
            {**kalooki, "ask": "penalty", "cards": hand[: number + 8]},
            {**three_thirteen, "ask": "best-arrangement", "hand": hand[: number + 2]},
            {**three_thirteen, "ask": "go-out", "hand": hand[: number + 3]},
            {**three_thirteen, "ask": "penalty", "cards": hand[: number + 2]},
        )
    )


def shuffled(random: Random, question: Question) -> Question:
    """Return the same question with its cards in another order, where order does not matter."""
    changed = dict(question)
    for name in ("cards", "meld", "hand", "melds", "on_table"):
        if name not in question or (question["ask"], name) == ("track-on", "cards"):
            continue
        if name in ("melds", "on_table"):
            changed[name] = [another_order(random, question, meld) for meld in question[name]]
        else:
            changed[name] = another_order(random, question, question[name])
    return changed


def another_order(random: Random, question: Question, cards: Meld) -> Meld:
    """Return the cards in another order; a possible four is only reversed."""
    row = tuple(map(PACK.read, cards))
    lies = question["game"] == "kalooki" and question["ask"] in ("meld", "lay-down", "track-on", "move-joker")
    if question["ask"] == "four" or lies and (kind_of(KALOOKI, row) == "run" or len(naturals_in(KALOOKI, row)) < 2):
        return cards[::-1]
    return random.sample(cards, len(cards))


def renamed(value: Any, names: dict[str, str]) -> Any:
    """Return the same plain data with other names for the suits of its cards."""
    if isinstance(value, dict):
        return {name: renamed(part, names) for name, part in value.items()}
    if isinstance(value, list):
        return [renamed(part, names) for part in value]
    return value[:-1] + names[value[-1]] if isinstance(value, str) and CARD.fullmatch(value) else value


@cache
def answered(some: Callable[[Random], Question]) -> list[tuple[Question, dict[str, Any]]]:
    """Return questions of a kind, each with its answer, for asking again in other forms."""
    random = Random(0)
    return [(question, answer(question)) for question in [some(random) for _ in range(MANY)]]


def gist(given: dict[str, Any]) -> dict[str, Any]:
    """Return the content of an answer, independent of the order in which the cards were given."""
    said = {name: given.get(name) for name in ("legal", "possible", "settled", "points", "left_points", "kind")}
    said |= {name: Counter(given.get(name, ())) for name in ("meld", "discards")}
    broken = {found["rule"] for found in given.get("findings", ())}
    return {**said, "broken": broken, "rules": set(given.get("rules", ())), "unreadable": "error" in given}


def told(given: dict[str, Any]) -> dict[str, Any]:
    """Return an answer without its sentences."""
    said = {name: value for name, value in given.items() if name not in ("error", "findings", "fix")}
    findings = [(found["rule"], found["cards"]) for found in given.get("findings", ())]
    return {**said, "findings": findings, "unreadable": "error" in given}


@pytest.mark.parametrize("some", [kalooki, three_thirteen, solved])
def test_the_order_of_cards_changes_no_ruling(some: Callable[[Random], Question]) -> None:
    random = Random("other words")
    for question, given in answered(some):
        other = shuffled(random, question)
        assert gist(answer(other)) == gist(given), other


@pytest.mark.parametrize("some", [kalooki, three_thirteen])
def test_the_names_of_the_suits_change_no_ruling(some: Callable[[Random], Question]) -> None:
    random = Random("other words")
    for question, given in answered(some):
        names = dict(zip(SUITS, random.sample(SUITS, 4), strict=True))
        other = renamed(question, names)
        assert told(answer(other)) == renamed(told(given), names), other


def test_the_names_of_the_suits_of_a_colour_change_no_hand() -> None:
    random = Random("other words")
    for question, given in answered(solved):
        names = dict(zip("SCHD", random.choice(("CSHD", "SCDH", "CSDH")), strict=True))
        other = renamed(question, names)
        assert gist(answer(other)) == gist(renamed(given, names)), other


@pytest.mark.parametrize(("some", "word"), [(kalooki, "legal"), (three_thirteen, "legal"), (solved, "possible")])
def test_the_questions_are_often_answered_yes_and_often_no(some: Callable[[Random], Question], word: str) -> None:
    given = Counter(told.get(word) for _, told in answered(some))
    assert min(given[True], given[False]) > MANY / 20, given

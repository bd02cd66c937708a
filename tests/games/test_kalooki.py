"""Kalooki by exhaustive counts, by its texts, and by invariances under order and suit names."""

from dataclasses import replace
from itertools import combinations_with_replacement, product
from random import Random
from typing import Any

import pytest

from companion.games.kalooki import GAME
from companion.referee import answer, judge
from companion.rules import clauses
from companion.rules.cards import JOKER, RANKS, SUITS, Card
from companion.rules.melds.row_objections import check, kind_of
from companion.rules.melds.row_reading import pattern

SEED = 20260
FIFTEEN = "AS 2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS AS 2S"
WHOLE = "AS 2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS AS"
FIVE_JOKERS = "JK 2S JK JK 4S 5S 6S 7S 8S JK 10S JK QS KS"
GAP = "3C 4C 5C 6C / 9H JK JK QH / AS 2S 3S 4S"
TWO_CLUB_FOURS = "3C 4C 5C 6C / 7C 8C 9C 10C / 9S 10S JS QS"
CALL = {"laid_down": False, "calls_made": 0, "next_in_turn": False, "first_card": False}


def ask(name: str, **inputs: Any) -> dict[str, Any]:
    """Return the answer to a question about Kalooki."""
    return answer({"game": "kalooki", "ask": name, **inputs})


def test_there_are_352_fours_of_four_cards() -> None:
    """Counted in one suit: tests/rules/test_law_properties.py has that the names of the suits change no ruling."""
    cards = [card for card in GAME.pack.cards if card.suit == SUITS[0]] + [JOKER]
    legal = {row for row in product(cards, repeat=4) if not check(GAME, "run", row)}
    assert {row[::-1] for row in legal} == legal
    # A row and its reverse are one four, except where the ranks of the jokers tell them apart.
    assert len(legal) // 2 * len(SUITS) == 352


def test_there_are_338_threes_of_three_cards_from_two_packs_and_a_joker() -> None:
    cards = [*GAME.pack.cards, JOKER]
    threes = [row for row in combinations_with_replacement(cards, 3) if not check(GAME, "group", row)]
    assert len([row for row in threes if row.count(JOKER) <= 1]) == 338
    assert len(threes) == 338


def rows(random: Random, count: int) -> list[tuple[Card, ...]]:
    """Return rows that are almost threes or fours: few ranks, few suits, some jokers."""
    found = []
    for _ in range(count):
        low = random.randrange(10)
        ranks = [GAME.ladder[low + step] for step in range(random.choice((1, 2, 5)))]
        suits = random.sample(SUITS, random.choice((1, 2, 4)))
        cards = [Card(rank, suit) for rank in ranks for suit in suits] + [JOKER]
        found.append(tuple(random.choice(cards) for _ in range(random.randint(1, 6))))
    return found


def cited(kind: str, row: tuple[Card, ...]) -> set[str]:
    """Return the rules these cards break."""
    return {finding.rule.id for finding in check(GAME, kind, row)}


def test_a_four_is_fixed_the_same_way_from_whichever_side_it_is_given() -> None:
    assert after_fix("8S JK AS JK") == after_fix("JK AS JK 8S")
    fixed = 0
    for row in rows(Random(SEED), 500):
        there, back = (GAME.questions["four"].judge(GAME, each) for each in (row, row[::-1]))
        assert (there.fix is None) == (back.fix is None), row
        if there.fix and not is_mirrored(row):
            fixed += 1
            assert there.fixed in (back.fixed, back.fixed[::-1]), row
    assert fixed > 60


def after_fix(cards: str) -> list[str]:
    """Return the cards of the corrected four, sorted."""
    return sorted(map(str, judge({"game": "kalooki", "ask": "four", "cards": cards}).ruling.fixed))


@pytest.mark.parametrize(
    ("ladder", "legal"),
    [(RANKS, [True, False, False]), ((*RANKS[1:], "A"), [False, True, False]), ((*RANKS, "A"), [True, True, False])],
)
def test_an_ace_is_high_or_low_as_the_ladder_of_the_game_says(ladder: tuple[str, ...], legal: list[bool]) -> None:
    game = replace(GAME, ladder=ladder)
    for cards, may in zip(("AS 2S 3S 4S", "JS QS KS AS", "QS KS AS 2S"), legal, strict=True):
        row = tuple(game.pack.read_all(cards))
        for found in (check(game, "run", row), check(game, "run", row[::-1])):
            assert [finding.rule for finding in found] == ([] if may else [game.rulebook[clauses.LADDER]]), cards


def is_mirrored(row: tuple[Card, ...]) -> bool:
    """True if the row equals its reverse apart from the names of the suits, so that its ends cannot be told apart."""
    return pattern(row) == pattern(row[::-1])


def test_a_fix_that_is_offered_is_legal_and_one_step_away() -> None:
    fixed = 0
    for row in rows(Random(SEED), 400):
        for kind in ("group", "run"):
            ruling = GAME.questions[GAME.words.kind_names[kind]].judge(GAME, row)
            if ruling.fix:
                fixed += 1
                assert not ruling.legal
                meant = kind if ruling.fixed != row else kind_of(GAME, row)  # the same cards: legal as the other kind
                assert not check(GAME, meant, ruling.fixed), row
                assert abs(len(ruling.fixed) - len(row)) <= 1
    assert fixed > 100


def test_what_tracking_on_leaves_is_a_legal_meld() -> None:
    random, grown = Random(SEED), 0
    for row in rows(random, 400):
        kind = "group" if not check(GAME, "group", row) else "run"
        given = ask("track-on", meld=[str(card) for card in row], cards=[str(random.choice((*row, JOKER)))])
        if given["legal"]:
            grown += 1
            assert not check(GAME, kind, tuple(map(GAME.pack.read, given["meld"])))
    assert grown > 20


@pytest.mark.parametrize(
    ("meld", "cards", "cited"),
    [
        ("JK 5H JK 7H JK 9H JK", "JK", [("K23", [7]), ("K12", [7])]),
        ("JK 5H JK 7H JK 9H JK", "JK KH", [("K23", [7]), ("K12", [7])]),
        ("JK 5H JK 7H JK 9H JK", "JK JK", [("K23", [7]), ("K12", [7]), ("K12", [8])]),
        (WHOLE, "AS", [("K22", [14]), ("K12", [14])]),
        (WHOLE, "2S AS", [("K22", [14]), ("K12", [15])]),
    ],
)
def test_a_card_too_many_is_cited_once_in_its_place(meld: str, cards: str, cited: list[tuple[str, list[int]]]) -> None:
    given = ask("track-on", meld=meld, cards=cards, end="top")
    assert [(found["rule"], found["cards"]) for found in given["findings"]] == cited


@pytest.mark.parametrize(
    ("cards", "fix"),
    [
        ("5H JK JK 8H", "Yes, with the 6♥︎ instead of the joker (2nd card)"),
        ("9S JS 10S QS", "Yes, in this order: 9♠︎, 10♠︎, J♠︎ and Q♠︎"),
        ("9S 10S JS", "Yes, with the Q♠︎ added"),
        ("5S 5S 6S 7S 8S", "Yes, without the 5♠︎"),
        ("6S 3S 4S 5S 6S", "Yes, without the 6♠︎ (1st card)"),
        ("6S 5S 4S 3S 6S", "Yes, without the 6♠︎ (5th card)"),
        (FIVE_JOKERS, "Yes, without the joker (3rd card)"),
        ("2S 3S 4H 5S", "Yes, with the 4♠︎ instead of the 4♥︎"),
    ],
)
def test_a_four_that_fails_by_one_card_is_told_so(cards: str, fix: str) -> None:
    assert ask("four", cards=cards)["fix"] == fix


@pytest.mark.parametrize(
    ("question", "fix"),
    [
        (("three", {"cards": "5H 6H 7H 8H"}), "Yes, as a four"),
        (("four", {"cards": "8S 8H 8D 8C"}), "Yes, as a three"),
        (("three", {"cards": "8S JK JK"}), "Yes, with the 8♠︎ instead of the joker (2nd card)"),
        (("three", {"cards": "8S 8H 9D"}), None),
        (("lay-down", {"deal": 4, "melds": GAP}), "Yes, with the 10♥︎ instead of the joker (2nd card) in meld 2"),
        (("lay-down", {"deal": 9, "melds": GAP}), None),
        (("track-on", {"meld": "9S 10S JS QS", "cards": "KS", "end": "bottom"}), "Yes, at the other end"),
        (("track-on", {"meld": "9S 10S JS QS", "cards": "8S", "end": "bottom"}), None),
        (("track-on", {"meld": "9S 10S JS QS", "cards": "KS", "end": "bottom", "laid_down": False}), None),
        (
            ("track-on", {"meld": "KH QH JH 10H", "cards": "AH 9H 8H", "end": "top"}),
            "Yes, with A♥︎ on top and 9♥︎ and 8♥︎ below",
        ),
        (("move-joker", {"meld": "5H JK 7H 8H JK", "card": "7H", "laid_down": False}), None),
        (("move-joker", {"meld": "5H JK 7H 8H", "card": "9H"}), "Yes, with the 6♥︎, which a joker stands for"),
        (("move-joker", {"meld": "5H JK 7H 8H JK", "card": "6H"}), "Yes, with the 9♥︎, which a joker stands for"),
        (("move-joker", {"meld": "5H JK 7H 8H", "card": "6H", "laid_down": False}), None),
        (("can-lay-down", {"deal": 1, "hand": "8S 8H KS KH KD 4C 4D 4H"}), "Yes, with any one of these: {eights}"),
    ],
)
def test_a_change_that_would_help_is_offered_where_there_is_one(
    question: tuple[str, dict[str, Any]], fix: str | None
) -> None:
    name, inputs = question
    eights = "8♠︎, 8♥︎, 8♦︎, 8♣︎ and joker"
    assert ask(name, **inputs).get("fix") == (fix and fix.format(eights=eights))


@pytest.mark.parametrize("cards", ["5S JK 7H 8S", "5S JK 7S JK 10S", "JK JK JK JK"])
def test_a_joker_is_not_named_where_the_four_cannot_be_read(cards: str) -> None:
    assert "stands_for" not in ask("four", cards=cards)


@pytest.mark.parametrize(
    ("question", "reason"),
    [
        (("four", {"cards": "5H JK JK 8H"}), "two jokers lie side by side (2nd and 3rd card)"),
        (("four", {"cards": "5H JK JK JK 9H"}), "jokers lie side by side (2nd, 3rd and 4th card)"),
        (("four", {"cards": "QS KS AS JK"}), "no card goes beyond the ace (4th card)"),
        (("four", {"cards": "KS AS 2S 3S"}), "it cannot wrap around the ace (2nd card)"),
        (("four", {"cards": "4S 3S 2S AS KS"}), "it cannot wrap around the ace (4th card)"),
        (("four", {"cards": FIFTEEN}), "15 cards are too many; the longest four has fourteen, from ace to ace"),
        (("four", {"cards": "9S 10S JS"}), "3 cards are not a four; it needs four or more"),
        (("four", {"cards": "9S 10S JH QS"}), "the cards are not all of one suit (3rd card)"),
        (("four", {"cards": ""}), "there are no cards"),
        (("three", {"cards": "8S 8H 9S JS"}), "8, 9 and J are different ranks"),
        (("three", {"cards": "8S 8H 8S 8S"}), "only 2 copies of 8♠︎ are in play"),
        (("three", {"cards": "8S 8H JK JK JK JK JK"}), "only 4 jokers are in play"),
        (
            ("lay-down", {"deal": 6, "melds": "8S 8H 8D"}),
            "this is 2 threes and 1 four short of the contract, three threes and a four",
        ),
        (("lay-down", {"deal": 1, "melds": "8S 8H 9D / KS KH KD / 4C 4D 4H"}), "meld 1: 8 and 9 are different ranks"),
        (("lay-down", {"deal": 4, "melds": TWO_CLUB_FOURS}), "that makes more than one four in clubs"),
        (("track-on", {"meld": "9S 10S JS QS", "cards": "AS"}), "A♠︎ does not fit; the next card is the K♠︎"),
        (("track-on", {"meld": WHOLE, "cards": "2S", "end": "top"}), "this four is complete, from ace to ace"),
        (("track-on", {"meld": WHOLE, "cards": "KS", "end": "bottom"}), "this four is complete, from ace to ace"),
        (("track-on", {"meld": "AS 2S 3S 4S", "cards": "KS", "end": "bottom"}), "no card goes below the low ace"),
        (("move-joker", {"meld": "5H 6H 7H 8H", "card": "9H"}), "there is no joker in this four"),
        (
            ("move-joker", {"meld": "5H JK 7H 8H", "card": "6H", "laid_down": False}),
            "only a player who has laid down may move a joker",
        ),
        (("move-joker", {"meld": "5H JK 7H 8H", "card": "9H"}), "no joker in this four stands for 9♥︎"),
        (("may-call", {**CALL, "calls_made": 3}), "3 calls made, but this table allows only 3"),
        (("move-joker", {"meld": "8S 8H 8D", "card": "8C"}), "there is no joker in this three"),
        (("move-joker", {"meld": "8S 8H JK", "card": "8C"}), "a joker in a three cannot be moved"),
        (("may-call", {**CALL, "called": True}), "the card above it was called, so it is dead; nobody may call it"),
        (("count", {"deal": 4, "cards_held": 5, "calls": 1}), "14 cards, or at most 2 if laid down"),
        (("count", {"deal": 4, "cards_held": 7}), "12 cards, plus 2 per call; at most 6 if laid down"),
        (("count", {"deal": 4, "cards_held": 5, "calls": 0}), "12 cards or none"),
    ],
)
def test_a_reason_names_the_cards_and_the_numbers(question: tuple[str, dict[str, Any]], reason: str) -> None:
    name, inputs = question
    assert [found["reason"] for found in ask(name, **inputs)["findings"]] == [reason]


def test_a_match_that_does_not_fit_is_told_how_many_packs_would_do() -> None:
    reasons = [found["reason"] for found in ask("set-up", players=8, house={"packs": 2})["findings"]]
    assert (
        reasons[-1] == "8 players need 129 cards in the largest deal, and only 110 are in play; 3 packs would be enough"
    )

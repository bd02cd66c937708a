"""Three Thirteen: its numbers, and invariants."""

import random
from dataclasses import replace
from itertools import combinations
from typing import Any

import pytest

from companion.games.three_thirteen import GAME
from companion.referee import answer
from companion.rules.arranging.table_questions import schedule
from companion.rules.cards import JOKER, Card, Unreadable
from companion.rules.melds.unordered_meld import meld
from companion.rules.melds.unordered_reading import is_wild, kind
from companion.rules.rulings import Ruling
from companion.rules.text import Text
from tests.support.casebook import casebook

NO_WILDS = replace(GAME.deals[0], wild=frozenset())


def asked(ask: str, **inputs: Any) -> dict[str, Any]:
    """Return the answer to a question about Three Thirteen."""
    return answer({"game": GAME.id, "ask": ask, **inputs})


def shown(number: int, cards: tuple[Card, ...]) -> Ruling:
    """Return the ruling on a meld laid out in that round."""
    return meld(GAME, GAME.deals[number - 1], cards)


def test_of_all_hands_of_the_first_round_964_are_melds() -> None:
    assert sum(bool(kind(GAME, GAME.deals[0], cards)) for cards in combinations(GAME.pack.cards, 3)) == 964


def some_cards(random_cards: random.Random) -> tuple[Card, ...]:
    """Return three to six cards that are often a meld: one suit or one rank, and a few others."""
    suit, rank = random_cards.choice(GAME.pack.suits), random_cards.choice(GAME.pack.ranks)
    near = [card for card in GAME.pack.cards if card.rank == rank or card.suit == suit]
    pool = [*near, *GAME.pack.cards] if random_cards.random() < 0.3 else near
    return tuple(random_cards.choices(pool, k=random_cards.randint(3, 6)))


@pytest.mark.parametrize("seed", range(4))
def test_what_wild_cards_stand_for_makes_a_run_without_wild_cards(seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(40):
        cards = some_cards(chance)
        ruling = shown(chance.randint(1, 11), cards)
        if ruling.stands_for:
            named = tuple(ruling.stands_for.get(place, card) for place, card in enumerate(cards))
            assert meld(GAME, NO_WILDS, named).answer["kind"] == "run"


@pytest.mark.parametrize("seed", range(4))
def test_a_fix_makes_the_meld_legal_by_one_card(seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(40):
        number, cards = chance.randint(1, 11), some_cards(chance)
        ruling = shown(number, cards)
        assert bool(ruling.fix) == bool(ruling.fixed)
        if ruling.fixed:
            assert not ruling.legal
            assert shown(number, ruling.fixed).legal
            assert abs(len(ruling.fixed) - len(cards)) <= 1


def test_no_fix_leaves_cards_that_are_not_in_play() -> None:
    one_pack = GAME.with_house_rules({}, 2)
    for game, cards in ((one_pack, "8S 8S 8S 9D"), (GAME, "JK 8S 8H 9D")):
        assert meld(game, NO_WILDS, game.pack.read_all(cards)).fix is None


def test_a_hand_of_the_wrong_size_cannot_go_out_and_one_too_large_is_not_arranged() -> None:
    assert asked("go-out", round=1, hand="KS KH KD")["field"] == "hand"
    assert asked("best-arrangement", round=11, hand=["KS"] * 17)["field"] == "hand"


def test_the_same_house_rules_make_the_same_game_in_any_order() -> None:
    house = {"jokers": 2, "packs": 3, "tie_round": True, "ace_high": True}
    backwards = dict(reversed(house.items()))
    assert GAME.with_house_rules(house, 4).pack == GAME.with_house_rules(backwards, 4).pack
    assert GAME.with_house_rules(house, 4).pack.jokers == 6
    assert GAME.with_house_rules(house, 4).bonus == GAME.with_house_rules(backwards, 4).bonus


def test_jokers_are_wild_in_every_round_and_in_the_bonus_round() -> None:
    game = GAME.with_house_rules({"jokers": 1, "tie_round": True})
    assert game.bonus is not None
    assert all(is_wild(deal, JOKER) for deal in (*game.deals, game.bonus))
    assert (game.bonus.number, game.bonus.cards, game.bonus.label, game.bonus.bonus) == (12, 13, "K", True)
    assert GAME.with_house_rules({"jokers": 0}).pack.jokers == 0


def test_house_rules_beside_a_preset_override_it() -> None:
    game = GAME.with_house_rules({"preset": "deuces", "jokers": 0, "tie_round": False}, 2)
    assert (game.pack.jokers, game.bonus, len(game.deals)) == (0, None, 12)


def test_deuces_is_for_two_or_three_from_one_pack_with_a_bonus_round() -> None:
    game = GAME.with_house_rules({"preset": "deuces"}, 3)
    assert (game.pack.copies, game.pack.jokers, game.bonus and game.bonus.number) == (1, 2, 13)
    with pytest.raises(Unreadable):
        GAME.with_house_rules({"preset": "deuces"}, 4)


@pytest.mark.parametrize("house", [{}, {"jokers": 2}, {"preset": "deuces"}])
def test_the_pad_has_a_joker_only_where_jokers_are_in_play(house: dict[str, Any]) -> None:
    assert any(key.code == "JK" for key in GAME.with_house_rules(house, 2).price_list) == bool(house)


@pytest.mark.parametrize("number", range(1, 12))
def test_a_count_is_doubted_exactly_where_no_arrangement_leaves_so_many(number: int) -> None:
    deal = GAME.deals[number - 1]
    possible = {0, deal.cards, *range(deal.cards - 2)}
    assert {count for count in range(20) if GAME.count_warning(deal, count) is None} == possible
    assert all(isinstance(GAME.count_warning(deal, count), Text) for count in range(20) if count not in possible)


def test_jokers_are_cited_only_where_there_is_one() -> None:
    for case in casebook("three-thirteen"):
        assert "T12" not in answer(case.question).get("rules", ()) or "JK" in str(case.question).upper(), case.place


def test_the_schedule_names_a_wild_rank_only_where_there_is_one() -> None:
    assert schedule(GAME, GAME.deals[0], 3, 0).answer["wild"] == "3"
    assert "wild" not in schedule(GAME, NO_WILDS, 3, 0).answer


@pytest.mark.parametrize(
    ("said", "ask", "inputs"),
    [
        ("a run needs 10♠ in between", "meld", {"round": 7, "cards": "8S 9S JS"}),
        ("a run cannot hold 9♠ more than once", "meld", {"round": 5, "cards": "9S 9S 9S 10S 2S"}),
        ("9♠ is used 3 times, but the hand has only 2", "arrangement", {"melds": "9S 9S 9H / 9S 10S JS"}),
        ("10♠ is used twice, but the hand has only one", "arrangement", {"melds": "9S 10S JS / 9S 10S"}),
    ],
)
def test_what_is_missing_or_used_too_often_is_told_as_it_lies(said: str, ask: str, inputs: dict[str, Any]) -> None:
    hand = {"round": 4, "hand": "9S 9S 9H 9D 10S JS"} if ask == "arrangement" else {}
    reasons = [
        found["reason"].replace("\N{VARIATION SELECTOR-15}", "") for found in asked(ask, **hand, **inputs)["findings"]
    ]
    assert said in reasons


@pytest.mark.parametrize(
    ("preset", "players", "said"),
    [
        ("book", 9, "Three Thirteen needs 2 to 8 players, not 9"),
        ("deuces", 4, "Deuces Aren’t Wild needs 2 to 3 players, not 4"),
    ],
)
def test_a_preset_for_fewer_players_is_named_where_too_many_are_refused(preset: str, players: int, said: str) -> None:
    house = {"preset": preset}
    assert asked("set-up", players=players, house=house)["findings"][0]["reason"] == said
    assert asked("meld", round=1, cards="8S 8D 8H", players=players, house=house)["error"] == f"players: {said}"

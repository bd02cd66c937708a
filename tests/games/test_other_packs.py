"""Hypothetical games: packs with other suits and ranks, and unusual prices on the pad."""

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields

import pytest
from flask import Flask

from companion.games import GAMES, amended
from companion.games.three_thirteen import GAME, ThreeThirteen
from companion.rules.cards import SUIT_OF, Card, Pack
from companion.rules.counting_pad import Key, Keys
from companion.rules.deals import Deal
from companion.web.view.language import key_name
from tests.support.phone import Phone

Opened = Callable[..., str]
STARS = "SHDC*"


@dataclass(frozen=True, kw_only=True)
class DearQueen(ThreeThirteen):
    """A game in which the queen of spades is expensive."""

    def price(self, deal: Deal, card: Card) -> int:
        return hearts_and_queen(card)


def hearts_and_queen(card: Card) -> int:
    """Return 5 points for two to nine, 25 for the queen of spades, 10 for all others."""
    if card == Card("Q", "S"):
        return 25
    return 5 if card.rank in "23456789" else 10


def test_a_card_is_read_by_any_sign_of_its_suit_and_by_no_suit_of_another_pack() -> None:
    assert Pack(suits=STARS).read_all("5* 5★ 5☆") == (Card("5", "*"),) * 3
    assert str(Card("5", "*").say()) == "5★\ufe0e"
    with pytest.raises(ValueError, match="not a card"):
        Pack().read("5*")


@pytest.mark.parametrize("pack", [Pack(), Pack(suits=STARS), Pack(ranks=("7", "8", "J"))], ids=str)
def test_the_pattern_of_a_pack_fits_just_what_it_reads(pack: Pack) -> None:
    json.dumps(pack.pattern)
    for rank in [*"A23456789TJQKX1", "10"]:
        for suit in [*"SHDC*X", *(suit.sign for suit in SUIT_OF.values()), ""]:
            for text in (rank + suit, (rank + suit).lower()):
                assert bool(re.match(pack.pattern, text)) == reads(pack, text), text
    for text in ("JK", "jk", "Joker", "🃏", "J1", "J3", "J4", "⭐", "ジョーカー"):
        assert bool(re.match(pack.pattern, text)) == reads(pack, text), text


def reads(pack: Pack, text: str) -> bool:
    """True if the pack reads this as a card."""
    try:
        return bool(pack.read(text))
    except ValueError:
        return False


@pytest.fixture
def keys() -> dict[str, Key]:
    """The keys of a game with an expensive queen of spades, by their codes."""
    game = GAMES["three-thirteen"]
    priced = Keys(game.pack, game.ladder, hearts_and_queen)
    return {key.code: key for key in priced}


def test_a_key_shows_the_ranks_and_suits_that_are_on_it(keys: dict[str, Key]) -> None:
    assert {code: key.label for code, key in keys.items()} == {"2": "2–9", "A": "A 10 J Q♥♦♣ K", "QS": "Q♠"}


def test_a_key_is_named_by_the_ranks_and_suits_that_are_on_it(keys: dict[str, Key], app: Flask) -> None:
    with app.test_request_context():
        assert {code: key_name(key) for code, key in keys.items()} == {
            "2": "2 to 9",
            "A": "ace, 10, jack, queen of hearts, diamonds and clubs and king",
            "QS": "queen of spades",
        }


def test_the_keys_of_the_games_are_named_as_a_table_names_them(app: Flask) -> None:
    with app.test_request_context():
        kalooki = {key.label: key_name(key) for key in GAMES["kalooki"].price_list}
    assert (kalooki["A♥♦"], kalooki["A♠♣"], kalooki["10 J Q K"]) == ("red ace", "black ace", "ten or court card")


def test_a_rank_of_which_one_suit_costs_more_is_not_read_without_a_suit(keys: dict[str, Key]) -> None:
    assert "Q" not in keys["A"].reads and "QS" in keys["QS"].reads
    assert {"QH", "K", "A"} <= set(keys["A"].reads)


@pytest.fixture
def no_cached_games() -> Iterator[None]:
    """An empty cache of games under house rules, for this test and the next."""
    amended.cache_clear()
    yield
    amended.cache_clear()


@pytest.mark.usefixtures("no_cached_games")
def test_the_pad_draws_such_keys(client: Phone, match: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(
        GAMES, "three-thirteen", DearQueen(**{part.name: getattr(GAME, part.name) for part in fields(GAME)})
    )
    code = match("three-thirteen")
    client.post(f"/m/{code}/deals/1/end", out=0)
    page = client.get(f"/m/{code}/deals/1/count?seat=1&cards=QS+5")
    names = {found["value"]: found["data-name"] for _, found in page.elements if "data-name" in found}
    assert (names["2"], names["QS"]) == ("2 to 9", "queen of spades")
    assert "red ace" not in page.html and "black ace" not in page.html

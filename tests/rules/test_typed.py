"""Typed numbers and cards: the same from every keyboard, and never an internal error of the referee."""

import io
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.commands import ask
from companion.games import GAMES
from companion.referee import answer
from companion.rules.cards import JOKER, LONGEST_CARD, Card, Pack, Unreadable
from companion.rules.fields import Melds
from companion.rules.game import Game
from companion.rules.text import ENGLISH, LONGEST_TEXT, natural_number, normalised, sign_and_figure, whole_number

WINNER = {"game": "kalooki", "ask": "winner", "totals": "5 3 4"}
QUESTIONS = [(game, question) for game in GAMES.values() for question in game.questions.values()]
TYPED = st.text("0123456789 -−ー,、/.+²①２ＫＪSHDJKA♠*\0\ud83d=x", max_size=12)
DASHES = "-－‐‑‒–—―−⁃˗ーｰ─﹣➖"


@pytest.mark.parametrize("dash", DASHES)
def test_every_dash_is_a_minus(dash: str) -> None:
    for typed in ("{}50", " {}５０　", "{} 50", "{}\u2009５０", "\u200e{}\u00a050\u202f", "\u2066{}50\u2069"):
        assert whole_number(typed.format(dash)) == -50, ascii(typed)
    assert natural_number(f"{dash}50") is None


NONE = "|-|--5|5-|- - 5|5 0|1 000|1,000|(50)|1.5|x|٣|²|1_0|+-5|1234567|\0".split("|")


@pytest.mark.parametrize("text", NONE)
def test_what_is_no_number_is_none(text: str) -> None:
    assert whole_number(text) is None


@pytest.mark.parametrize(
    "text", ["+50", "＋５０", "+ 50", "﹢50", "➕50", " 50 ", "５０", "050", "\u2068+50\u2069", "50\ufe0f"]
)
def test_a_positive_number_is_read_with_or_without_its_sign(text: str) -> None:
    assert whole_number(text) == 50
    assert natural_number(text) == (None if sign_and_figure(text) == ("+", 50) else 50)


def test_full_width_signs_are_read_as_plain_ones() -> None:
    assert normalised("７　Ｋ、ＪＫ，１０＊／ａ") == "7 K,JK,10*/a"
    assert Pack(suits="SHDC*").read_all("８Ｓ、１０＊　ｊｋ　Ａ♤") == Pack(suits="SHDC*").read_all("8S 10* JK AS")


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.id)
@pytest.mark.parametrize(
    "melds",
    [
        "8S 8H 8D / 9S 9H 9D",
        "8S 8H 8D | 9S 9H 9D",
        "8S 8H 8D;9S 9H 9D",
        "8S 8H 8D\n9S 9H 9D",
        "8S 8H 8D, 9S 9H 9D",
        "8S,8H,8D 9S,9H,9D",
        "８Ｓ ８Ｈ ８Ｄ、９Ｓ ９Ｈ ９Ｄ",
        ["8S 8H 8D", "9S 9H 9D"],
        ["8S 8H 8D / 9S 9H 9D"],
        [["8S", "8H", "8D"], "9S, 9H, 9D"],
    ],
    ids=repr,
)
def test_melds_are_the_same_whatever_separates_them(game: Game, melds: Any) -> None:
    eights, nines = Melds("melds").read(game, melds)
    assert (eights, nines) == (game.pack.read_all("8S 8H 8D"), game.pack.read_all("9S 9H 9D"))


JOKERS = ["JK", "jk", "Joker", "joker", "JOKER", "ｊｏｋｅｒ", "🃏", "🃏\ufe0f", "J1", "j2", "J3", "ジョーカー"]


@pytest.mark.parametrize("text", JOKERS)
@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.id)
def test_a_joker_is_read_in_every_spelling_wherever_cards_are(game: Game, text: str) -> None:
    assert game.pack.read(text) == JOKER
    if any(key.code == "JK" for key in game.price_list):
        assert game.price_list.read(f"{text}, K♠") == game.price_list.read("JK KS")


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.id)
def test_a_ten_is_read_in_every_spelling_wherever_cards_are(game: Game) -> None:
    for text in ("10H", "TH", "XH", "x♥", "ｔ♡", "10♥\ufe0f"):
        assert game.pack.read(text) == Card("10", "H")
        assert game.price_list.read(text) == ("10H",)
    if len({game.price(game.deals[0], Card("10", suit)) for suit in game.pack.suits}) == 1:  # read without a suit too
        assert game.price_list.read("X T 10") == ("10", "10", "10")


def test_the_script_of_the_pad_knows_every_spelling_of_its_keys() -> None:
    reads = {key.code: key.reads for key in GAMES["kalooki"].price_list}
    assert {"JK", "JOKER", "J1"} <= {*reads["JK"]} and {"10", "T", "X", "10S", "TS", "XS"} <= {*reads["10"]}


def test_a_star_is_a_joker_only_where_no_suit_has_stars() -> None:
    for game in GAMES.values():
        if "*" in game.pack.suits:
            assert game.pack.read("8⭐") == Card("8", "*")
            with pytest.raises(Unreadable, match="“⭐” could be JK, 3\\*; write which"):
                game.pack.read("⭐")
        else:
            assert game.pack.read("⭐") == JOKER
            with pytest.raises(Unreadable, match="is not a card"):
                game.pack.read("8⭐")


@pytest.mark.parametrize(
    ("text", "meant"),
    [("J", "JS, JH, JD, JC, JK"), ("K", "KS, KH, KD, KC"), ("x", "10S, 10H, 10D, 10C"), ("1s", "AS, 10S")],
)
def test_a_rank_without_its_suit_is_not_guessed(text: str, meant: str) -> None:
    with pytest.raises(Unreadable, match=f"“{text}” could be {meant}; write which"):
        GAMES["kalooki"].pack.read(text)


def test_a_question_is_read_from_every_keyboard() -> None:
    assert answer(WINNER | {"totals": "５　３、４"}) == answer(WINNER)
    assert ask.asked_in(["kalooki", "lay-down", "１", "８Ｓ ８Ｈ ８Ｄ ／ ９Ｓ ９Ｈ ９Ｄ"], ["jokers=６"]) == {
        "game": "kalooki",
        "ask": "lay-down",
        "deal": 1,
        "melds": "8S 8H 8D / 9S 9H 9D",
        "house": {"jokers": 6},
    }
    assert ask.asked_in(["kalooki", "may-take-discard", "ｎｏ", "ＹＥＳ"], [])["called"] is True


def test_two_minus_signs_are_no_number() -> None:
    assert answer(WINNER | {"totals": "--5 3 4"})["error"] == "totals: “--5” is not a whole number"


@given(st.sampled_from(QUESTIONS), st.data())
def test_whatever_is_typed_into_a_question_is_ruled_on_or_refused(asked: Any, data: st.DataObject) -> None:
    game, question = asked
    texts = {field.name: data.draw(TYPED) for field in question.fields}
    for given_texts in (texts, {field.name: field.from_text(texts[field.name]) for field in question.fields}):
        told = answer({"game": game.id, "ask": question.name, **given_texts})
        assert told.get("error", "ruled on")


def test_a_stream_goes_on_after_a_question_that_the_referee_fails_at(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(asked: Any, *more: Any) -> dict[str, Any]:
        return {"id": "b"} if asked["id"] == "b" else 1 // 0

    monkeypatch.setattr("companion.interfaces.replies.answer", fail)
    out = io.StringIO()
    assert ask.stream([b'{"id": "a"}', b'{"id": "b"}'], out, ENGLISH) == 1
    first, second = map(json.loads, out.getvalue().splitlines())
    assert (first["id"], first["error"]) == ("a", "not judged: the referee failed at this question")
    assert second == {"id": "b"}
    assert "ZeroDivisionError" in caplog.text


@pytest.mark.parametrize("field", ["totals", "id", "game", "ask", "house", "players"])
def test_no_refusal_grows_with_what_was_asked(field: str) -> None:
    for value in ("x" * 100_000, " " * 100_000 + "5", {"x" * 100_000: 1}, [" " * 100_000 + "5"]):
        told = answer(WINNER | {field: value})
        assert "error" in told and len(json.dumps(told)) < 1000


def test_fields_that_a_question_does_not_have_are_named_shortly() -> None:
    told = answer(WINNER | {f"{number}{'x' * 1000}": 1 for number in range(100)})
    assert len(told["unread"]) == 20 and len(json.dumps(told)) < 2000


def test_a_text_longer_than_anybody_means_is_not_read() -> None:
    with pytest.raises(Unreadable, match="2001 characters are too many: the limit is 2000"):
        Pack().read_all("8S".ljust(LONGEST_TEXT + 1))
    with pytest.raises(Unreadable):
        Pack().read_all(["8S".ljust(LONGEST_CARD + 1)])

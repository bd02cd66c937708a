"""Words of a table come from its game: no shared screen has a word of one game."""

import re
from collections.abc import Callable
from dataclasses import replace

import pytest

from companion.games import GAMES
from companion.rules.text import ENGLISH, ordinal
from companion.sheet.scoresheet import Sheet
from tests.support.phone import Phone


def test_ordinals_end_as_they_are_spoken() -> None:
    said = "1st 2nd 3rd 4th 11th 12th 13th 21st 22nd 103rd 111th".split()
    assert [ordinal(int(one[:-2]), ENGLISH) for one in said] == said


@pytest.mark.parametrize(("name", "others"), [("kalooki", "round"), ("three-thirteen", "deal")])
def test_no_question_to_the_referee_has_another_games_word(name: str, others: str) -> None:
    asks = GAMES[name].questions.values()
    said = [str(words) for ask in asks for words in (ask.title, *(field.label for field in ask.fields))]
    assert said and [words for words in said if re.search(rf"\b{others}\b", words, re.IGNORECASE)] == []


def test_a_deal_has_the_title_that_its_table_gives_it() -> None:
    titles = {name: str(game.title(game.deals[4])) for name, game in GAMES.items()}
    assert titles.items() >= {"kalooki": "Deal 5", "three-thirteen": "Round 5", "five-crowns": "Round 5"}.items()
    tied = replace(GAMES["three-thirteen"].deals[-1], number=12, bonus=True)
    assert str(GAMES["three-thirteen"].title(tied)) == "Bonus round"


def test_a_sheet_titles_a_deal_by_its_number_whether_it_is_to_come_or_not() -> None:
    sheet = Sheet(GAMES["three-thirteen"], ("Aki", "Ben"), 0)
    assert (str(sheet.title(2)), str(sheet.title(12))) == ("Round 2", "Round 12")


@pytest.mark.parametrize(("name", "column"), [("kalooki", "Deal"), ("three-thirteen", "Round")])
def test_the_column_of_deals_is_headed_as_the_table_calls_them(
    client: Phone, match: Callable[..., str], name: str, column: str
) -> None:
    if any(rule.table == "deals" for rule in GAMES[name].rulebook.values()):
        assert f'<th scope="col">{column}</th>' in client.get(f"/rules/{name}").html
    assert f'<span class="hear">{column}</span>' in client.get(f"/m/{match(name)}/sheet").html


def test_what_is_done_to_a_round_is_not_said_of_a_deal(client: Phone, match: Callable[..., str]) -> None:
    code = match("three-thirteen")
    client.deal(code, 1, 0, {1: "12", 2: "0", 3: "0"})
    page = client.get(f"/m/{code}/sheet?deal=1&seat=1")
    for words in ("Reopen round 1", "Void round 1", "Voiding leaves it without points."):
        assert words in page.said

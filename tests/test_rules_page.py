"""The rules of a game on a page: every paragraph, its examples, and what this table changed."""

from collections.abc import Callable

import pytest

from companion.games import GAMES
from companion.language import translations
from tests.phones import Phone

Opened = Callable[..., str]


def folded(text: str) -> str:
    """The text with its spaces folded."""
    return " ".join(text.split())


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("game", list(GAMES))
def test_every_paragraph_stands_there_in_the_readers_language_with_two_examples(
    client: Phone, game: str, language: str
) -> None:
    page, words = client.get(f"/rules/{game}", **{"Accept-Language": language}), translations(language)
    for rule in GAMES[game].rulebook.values():
        assert page.all("section", id=rule.id), rule.id
        assert folded(words.gettext(rule.text)) in page.said, rule.id
        if rule.open:
            assert folded(words.gettext(rule.open)) in page.said, rule.id
    examples = [found["class"].split() for found in page.all("div") if "example" in found.get("class", "").split()]
    count = len(GAMES[game].rulebook)
    assert (len(examples), sum("good" in one for one in examples)) == (2 * count, count)


@pytest.mark.parametrize("game", list(GAMES))
def test_every_paragraph_has_japanese_of_its_own(game: str) -> None:
    words = translations("ja")
    for rule in GAMES[game].rulebook.values():
        assert words.gettext(rule.text) != rule.text, rule.id


def test_the_deals_and_the_prices_are_shown_from_the_game_itself(client: Phone) -> None:
    said = client.get("/rules/kalooki").said
    for deal in GAMES["kalooki"].deals:
        assert f"{deal.number} {deal.cards} {deal.short} {deal.spoken}" in said


def test_house_rules_of_a_table_are_marked_and_change_its_tables(client: Phone, match: Opened) -> None:
    code = match(twelve_early=True, calls=5)
    page = client.get(f"/rules/kalooki?code={code}")
    marked = [found["id"] for found in page.all("section") if "in-force" in found.get("class", "").split()]
    assert marked == ["K4", "K32"]
    assert "1 12 3-3-3 three threes" in page.said
    assert "1 9 3-3-3 three threes" in client.get("/rules/kalooki").said


def test_the_rules_of_the_other_game_are_not_marked_by_a_table(client: Phone, match: Opened) -> None:
    page = client.get(f"/rules/three-thirteen?code={match(calls=5)}")
    assert not [found for found in page.all("section") if "in-force" in found.get("class", "").split()]


def test_rules_of_no_game_and_for_no_match_are_nowhere(client: Phone) -> None:
    assert client.get("/rules/canasta").status == 404
    assert client.get("/rules/kalooki?code=ZZZZZZ").status == 404

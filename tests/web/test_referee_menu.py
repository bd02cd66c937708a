"""May I, right now? Answers from the facts of the current match, which the player can change."""

import re
from itertools import product

import pytest

from companion.games import GAMES
from companion.interfaces.ruling_format import verdict
from companion.referee import rule
from companion.rules.fields import DealNumber
from companion.rules.game import Game
from companion.web.view.ruling_text import sample
from tests.support.phone import Opened, Page, Phone

pytestmark = [pytest.mark.file, pytest.mark.usefixtures("shared_app")]

OF_ONE_ACT = re.compile(r"<li>(.*?)</li>", re.DOTALL)


def plainly(html: str) -> str:
    """Return the text of some HTML, whitespace collapsed."""
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


def told(page: Page) -> dict[str, tuple[str, str]]:
    """Return for each act the page's answer (yes, no with reason, or not yet) and its rule number."""
    found = {}
    for row in OF_ONE_ACT.findall(page.html.partition("<dialog")[0].partition('class="may-do"')[2]):
        act, answer = re.search(r"<b>(.*?)</b>", row, re.DOTALL), re.search(r"<p>(.*?)</p>", row, re.DOTALL)
        law = re.search(r'class="law-no"[^>]*>(.*?)</a>', row)
        assert act and answer and law, row
        found[plainly(act[1])] = (plainly(answer[1]), law[1])
    return found


def ticked(page: Page) -> list[str]:
    """Return the names of the ticked facts."""
    return [found["name"] for found in page.all("input", type="checkbox") if "checked" in found]


def calls(page: Page) -> str:
    """Return the selected number of calls."""
    chosen = re.findall(r"<option selected>(\d+)<", page.html)
    return chosen[0] if len(chosen) == 1 else ""


def marks(page: Page) -> list[str]:
    """Return the marks offered on the page."""
    return [found["value"] for found in page.all("button", name="act")]


YES = "Yes. You get it and the top card of the stock."


def test_a_player_who_asks_is_answered_at_once_by_the_marks_of_the_table(client: Phone, match: Opened) -> None:
    code = match()
    assert told(client.get(f"/m/{code}/may-i?seat=1")) == {
        "Call": (YES, "K27"),
        "Take the discard": ("Only in your own turn.", "K13"),
        "Track on, once drawn": ("Only in your own turn.", "K14"),
        "Discard a joker": ("No. A joker may never be discarded.", "K15"),
    }
    client.post(f"/m/{code}/deals/1/calls/2", act="lay-down")
    for _ in range(3):
        client.post(f"/m/{code}/deals/1/calls/1", act="call")
    ben, cy = (client.get(f"/m/{code}/may-i?seat={seat}") for seat in (1, 2))
    assert (calls(ben), ticked(ben)) == ("3", []) and told(ben)["Call"][1] == "K32"
    assert (calls(cy), ticked(cy)) == ("0", ["laid_down"])
    assert told(cy)["Call"] == ("No. A player who has laid down may not call.", "K19")


def test_in_ones_turn_the_discard_is_taken_and_cards_are_tracked_on(client: Phone, match: Opened) -> None:
    said = told(client.get(f"/m/{match()}/may-i?asked=1&calls_made=0&next_in_turn=yes"))
    assert (said["Call"][1], said["Take the discard"], said["Track on, once drawn"][1]) == (
        "K27",
        ("Yes. You take it instead of a card from the stock.", "K13"),
        "K20",
    )
    said = told(client.get(f"/m/{match()}/may-i?asked=1&calls_made=0&next_in_turn=yes&laid_down=yes&called=yes"))
    assert (said["Call"][1], said["Take the discard"][1], said["Track on, once drawn"][0]) == (
        *("K19", "K19"),
        "Yes. You have laid down and drawn a card.",
    )


def test_what_the_table_has_wrong_is_changed_on_the_page_alone(client: Phone, match: Opened) -> None:
    code = match()
    client.post(f"/m/{code}/deals/1/calls/2", act="lay-down")
    page = client.get(f"/m/{code}/may-i?seat=2&asked=1&calls_made=1")
    assert (ticked(page), calls(page), told(page)["Call"]) == ([], "1", (YES, "K27"))
    assert ticked(client.get(f"/m/{code}/may-i?seat=2")) == ["laid_down"], "nothing was written"


def test_each_act_leads_to_its_question_with_the_same_facts_and_answer(client: Phone, match: Opened) -> None:
    page = client.get(f"/m/{match()}/may-i?seat=1&asked=1&calls_made=2&next_in_turn=yes&called=yes")
    links = [found["href"] for found in page.all("a") if "judge=1" in found.get("href", "")]
    assert len(links) == len(told(page)) and all("seat=1" in link for link in links)
    for link, (answer, law) in zip(links, told(page).values(), strict=True):
        ruling = client.get(link)
        assert ruling.all("form", id="keep") and f"#{law}" in ruling.html
        assert answer.removeprefix("No. ").removesuffix(".") in ruling.said


def test_a_call_that_is_allowed_is_marked_from_there(client: Phone, match: Opened) -> None:
    code = match()
    page = client.get(f"/m/{code}/may-i?seat=1")
    assert marks(page) == ["call"]
    form = next(form for form in page.forms if form.method == "post")
    assert "Ben called the discard." in client.submit(form, form.buttons[0]).said
    assert calls(client.get(f"/m/{code}/may-i?seat=1")) == "1"


def test_what_the_table_forbids_is_not_marked_whatever_is_changed(client: Phone, match: Opened) -> None:
    code = match()
    client.post(f"/m/{code}/deals/1/calls/1", act="lay-down")
    page = client.get(f"/m/{code}/may-i?seat=1&asked=1&calls_made=0")
    assert (told(page)["Call"][0], marks(page)) == (YES, [])


@pytest.mark.parametrize("made", ["-1", "101"])
def test_calls_that_cannot_be_are_said(client: Phone, match: Opened, made: str) -> None:
    page = client.get(f"/m/{match()}/may-i?seat=1&asked=1&calls_made={made}")
    assert (page.status, "I cannot read this" in page.said) == (422, True)
    assert page.html.count("<option") == 4, "no more are offered than there are"


def test_the_house_rules_of_the_table_decide(client: Phone, match: Opened) -> None:
    first = "asked=1&calls_made=0&first_card=yes"
    assert told(client.get(f"/m/{match(call_first_card=True)}/may-i?{first}"))["Call"][0].startswith("Yes.")
    assert told(client.get(f"/m/{match()}/may-i?{first}"))["Call"][1] == "K33"


def test_without_a_match_the_rules_answer_and_nobody_is_marked(client: Phone) -> None:
    page = client.get("/rules/kalooki/referee?house.calls=1")
    here = next(found["href"] for found in page.all("a") if "/may-i" in found.get("href", ""))
    page = client.get(f"{here}&asked=1&calls_made=1")
    assert told(page)["Call"][1] == "K32" and marks(page) == []
    assert page.all("input", name="house.calls", value="1") and page.all(
        "a", href="/rules/kalooki/referee?house.calls=1"
    )
    assert client.get("/rules/kalooki/may-i?house.calls=x").status == 200


@pytest.mark.parametrize("game", list(GAMES))
def test_a_game_with_nothing_to_answer_at_once_has_no_such_page(client: Phone, match: Opened, game: str) -> None:
    here = any(question.act for question in GAMES[game].questions.values())
    for path in (f"/m/{match(game)}/may-i", f"/rules/{game}/may-i"):
        assert client.get(path).status == (200 if here else 404)


NEVER = {
    "contract-rummy": [("calls", 0, "May I, right now?"), ("joker_exchange", "none", "Move a wild card")],
    "kalooki": [("calls", 0, "May I, right now?")],
}


@pytest.mark.parametrize(("game", "rule", "value", "tile"), [(game, *one) for game in NEVER for one in NEVER[game]])
def test_no_question_is_offered_that_the_rules_of_the_table_always_answer_with_no(
    client: Phone, match: Opened, game: str, rule: str, value: object, tile: str
) -> None:
    plain, amended = match(game), match(game, **{rule: value})
    for usual, here in ((f"/m/{plain}", f"/m/{amended}"), (f"/rules/{game}", f"/rules/{game}")):
        query = f"?house.{rule}={value}" if here == usual else ""
        assert tile in client.get(f"{usual}/referee").said
        assert tile not in client.get(f"{here}/referee{query}").said


# Tiles and examples


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.id)
def test_every_tile_and_every_example_in_an_empty_field_is_right_in_each_deal_it_is_shown_in(game: Game) -> None:
    """Under every preset too, unless its rules exclude that play altogether."""
    for preset in ({}, *({"preset": one.name} for one in game.presets)):
        played = game.with_house_rules(preset)
        for deal in played.deals:
            keys = played.keys(deal)
            assert keys.points(keys.read(" ".join(keys.examples))) > 0
        for ask, deal in product(played.questions.values(), played.deals):
            cards = [part for part in ask.fields if part.widget in ("cards", "onecard")]
            greyed = {part.name: shown for part in cards if (shown := sample(played, ask, part, deal))}
            whole = [ask.tile.sample] if ask.tile else []
            whole += [law.kept.inputs for law in played.rulebook.values() if law.kept and law.kept.ask == ask.name]
            for shown in filter(None, (ask.tile.sample if ask.tile else {}, greyed)):
                example = next(each for each in whole if shown.items() <= each.items())  # all of one example
                deals = {part.name: deal.number for part in ask.fields if isinstance(part, DealNumber)}
                if any(example.get(name, number) != number for name, number in deals.items()):
                    continue
                ruling = rule(played, ask, deals | example)[1]
                never = any("not exchanged" in str(found.reason) for found in ruling.findings)
                assert never or verdict(ask, ruling) is not False, (preset, ask.name, deal.number, shown)


@pytest.mark.parametrize("game", [game for game in GAMES if GAMES[game].calls])
def test_without_calls_no_question_about_them_is_left(game: str) -> None:
    amended = GAMES[game].with_house_rules({"calls": 0})
    calling = {
        name
        for name, one in amended.questions.items()
        if one.topic and one.topic == amended.questions["calls-left"].topic
    }
    assert len(calling) > 3
    assert not any(amended.questions[name].asked_if(amended) for name in {*calling, "may-call"})

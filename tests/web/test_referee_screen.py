"""Referee screen: rulings under the table's house rules, in words, with the rules cited."""

import re
from typing import Any
from urllib.parse import urlencode

import pytest

from companion.games import GAMES
from companion.referee import rule
from companion.rules.fields import DealNumber
from companion.rules.game import Game
from companion.storage.store import Store
from companion.web.screens import referee
from companion.web.screens.referee_menu import open_questions
from companion.web.view.ruling_text import CARD_WIDGETS
from tests.support.evenings import ONE_OF_EACH_KIND
from tests.support.phone import Opened, Page, Phone, fresh_key

pytestmark = [pytest.mark.file, pytest.mark.usefixtures("shared_app")]


def asked(client: Phone, code: str, ask: str, query: str) -> Page:
    """Ask one question and return the ruling's page."""
    return client.get(f"/m/{code}/referee/{ask}?judge=1&{query}")


def verdict(page: Page) -> str:
    """Return the page's yes or no."""
    at = page.html.index('class="verdict-word"')
    return "Yes" if "Yes" in page.html[at : page.html.index("</h2>", at)] else "No"


def cited(page: Page) -> list[str]:
    """Return the rule numbers on the page."""
    return [found["href"].split("#")[1] for found in page.all("a") if found.get("class") == "law-no"]


def lying(page: Page) -> list[tuple[str, str, str]]:
    """Return the cards of a ruling in order: mark, name, and caption of each."""
    at = page.html.index('class="laid"')
    pattern = r'<li(?: class="(\w+)")?><svg class="card".*?aria-label="([^"]+)".*?<small>(.*?)</small>'
    found = re.findall(pattern, page.html[at : page.html.index('class="law"', at)], re.DOTALL)
    return [
        (mark, " ".join(name.split()), " ".join(re.sub(r"<[^>]+>", "", under).split())) for mark, name, under in found
    ]


def test_a_bad_four_names_all_that_is_wrong_and_marks_the_cards(client: Phone, match: Opened) -> None:
    page = asked(client, match(), "four", "cards=5H+JK+JK+9S")
    assert verdict(page) == "No"
    assert {"K7", "K11"} & set(cited(page)) and "K11" in cited(page)
    marks = [found.get("class") for found in page.all("li") if found.get("class") == "off"]
    assert len(marks) >= 2
    for number in cited(page):
        assert " ".join(GAMES["kalooki"].rulebook[number].text.split()) in page.said


def test_the_house_rules_in_force_decide(client: Phone, match: Opened) -> None:
    strict, book = match(four_naturals=3), match()
    page = asked(client, strict, "four", "cards=5H+JK+7H+JK")
    assert (verdict(page), "K11a" in cited(page)) == ("No", True)
    assert verdict(asked(client, book, "four", "cards=5H+JK+7H+JK")) == "Yes"


def test_the_deal_on_the_table_is_filled_in(client: Phone, match: Opened) -> None:
    code = match()
    client.post(f"/m/{code}/deals/1/abandon")
    page = client.get(f"/m/{code}/referee/lay-down")
    assert "Which deal? It decides what must lie on the table." in page.said
    assert page.all("input", type="radio", name="deal", value="2", checked="")


@pytest.mark.parametrize("cards", ["8S 9X", "<script>alert(1)</script>"])
def test_cards_that_cannot_be_read_are_said_and_stay_in_the_field(client: Phone, match: Opened, cards: str) -> None:
    page = client.get(f"/m/{match()}/referee/four?judge=1&cards={cards.replace(' ', '+')}")
    assert (page.status, page.value("cards"), page.inline) == (422, cards, [])
    assert f"Cards, as they lie: “{cards.split()[-1]}” is not a card" in page.said


def test_only_the_ruling_is_answered_to_htmx(client: Phone, match: Opened) -> None:
    page = client.get(f"/m/{match()}/referee/four?judge=1&cards=5H+6H+7H+8H", **{"HX-Request": "true"})
    assert (page.all("html"), page.all("section", id="ruling"), verdict(page)) == ([], [], "Yes")


def test_a_question_there_is_none_of_is_nowhere(client: Phone, match: Opened) -> None:
    assert client.get(f"/m/{match()}/referee/poker").status == 404
    assert client.get("/m/ZZZZZZ/referee").status == 404


def test_may_ben_call_needs_no_ticks(client: Phone, match: Opened) -> None:
    code = match()
    for act in ("call", "call"):
        client.post(f"/m/{code}/deals/1/calls/1", act=act)
    client.post(f"/m/{code}/deals/1/calls/2", act="lay-down")
    page = client.get(f"/m/{code}/referee/may-call")
    links = [found["href"] for found in page.all("a") if "seat=" in found.get("href", "")]
    answers = [client.get(link) for link in links]
    assert [verdict(answer) for answer in answers] == ["Yes", "Yes", "No", "Yes"]
    assert [answer.value("calls_made") for answer in answers] == ["0", "2", "0", "0"]
    assert "Ben: May I call?" in answers[1].said and cited(answers[2]) == ["K19"]
    client.post(f"/m/{code}/deals/1/calls/1", act="call")
    link = client.get(f"/m/{code}/referee/may-call").all("a")
    answer = client.get(next(found["href"] for found in link if "seat=1" in found.get("href", "")))
    assert (verdict(answer), cited(answer)) == ("No", ["K32"])


def test_a_question_with_cards_is_filled_in_as_far_as_the_sheet_knows(client: Phone, match: Opened) -> None:
    code = match()
    tick = client.get(f"/m/{code}/referee/track-on").all("input", name="laid_down")[0]
    assert "checked" in tick, "nothing is marked: a player who tracks on has laid down"
    client.post(f"/m/{code}/deals/1/calls/2", act="lay-down")
    for seat, down in ((1, False), (2, True)):  # without any lay-down marked, the default applies
        page = client.get(f"/m/{code}/referee/may-take-discard?seat={seat}")
        assert ("checked" in page.all("input", name="laid_down")[0]) == down
        assert page.value("seat") == str(seat)


def test_a_ruling_is_kept_with_the_name_of_who_asked(client: Phone, store: Store, match: Opened) -> None:
    code = match()
    page = client.get(f"/m/{code}/referee/may-call?seat=1&judge=1&calls_made=0")
    client.submit(next(form for form in page.forms if form.method == "post"))
    assert store.match(code).sheet.entries[-1].body["seat"] == 1
    assert "Ben: May I call?" in client.get(f"/m/{code}/sheet").said


@pytest.mark.parametrize("seat", ["4", "x"])
def test_a_player_there_is_none_of_asks_nothing(client: Phone, match: Opened, seat: str) -> None:
    page = client.get(f"/m/{match()}/referee/may-call?seat={seat}")
    assert (page.status, page.all("input", name="seat")) == (200, [])


def test_the_cards_blamed_in_a_meld_are_the_ones_outlined(client: Phone, match: Opened) -> None:
    page = asked(client, match("three-thirteen"), "arrangement", "round=2&hand=8S+8H+8D+9C&melds=8S+8H+9C")
    cards = lying(page)
    assert [name for mark, name, _ in cards if mark == "off"] == ["8 of hearts", "9 of clubs"]
    assert [name for _, name, _ in cards] == [
        *("8 of spades", "8 of hearts", "9 of clubs"),
        *("8 of spades", "8 of hearts", "8 of diamonds", "9 of clubs"),
    ]


def test_what_a_wild_card_stands_for_is_written_under_that_card(client: Phone, match: Opened) -> None:
    page = asked(client, match("three-thirteen"), "arrangement", "round=1&hand=KS+QS+3H&melds=3H+QS+KS")
    assert [(name, under) for _, name, under in lying(page) if under] == [("3 of hearts, wild", "as J")]


def test_the_cards_of_a_lay_down_lie_a_row_a_meld_numbered_as_the_words_number_them(
    client: Phone, match: Opened
) -> None:
    melds = "&melds=8S+8H+9D&melds=KS+KH+KD&melds=3C+JK+JK+6C&on_table=5D+5C+5S"
    page = asked(client, match(), "lay-down", "deal=2" + melds)
    assert "Meld 3: two jokers lie side by side" in page.said
    labels = re.findall(r'<li class="laid-left"><p class="small soft">([^<]+)</p>', page.html)
    assert labels == ["1", "2", "3", "Already on the table 1"]
    assert [name for mark, name, _ in lying(page) if mark == "off"] == ["9 of diamonds", "joker", "joker"]


def test_what_was_typed_stands_there_again_for_another_deal_and_nothing_is_judged_yet(
    client: Phone, match: Opened
) -> None:
    page = client.get(f"/m/{match()}/referee/lay-down?deal=9&melds=8S+8H+8D&melds=nonsense&on_table=&melds=")
    form = page.form("/referee/lay-down")
    typed = [value for name, value in form.fields if name == "melds"]
    assert (page.status, dict(form.fields)["deal"], typed) == (200, "9", ["8S 8H 8D", "nonsense", "", ""])
    assert "verdict" not in page.html and "fault" not in page.html


def test_who_gets_the_card_is_asked_with_names_and_answered_with_one(client: Phone, match: Opened) -> None:
    code = match()
    page = client.get(f"/m/{code}/referee/who-gets-card")
    assert not page.all("select") and not page.all("input", **{"class": "cards-input"})
    for name in ("callers", "callers.2", "callers.3", "next_takes"):
        assert [one["value"] for one in page.all("input", type="radio", name=name)] == ["0", "1", "2", "3", ""]
    for query in ("callers=1&callers.2=&callers.3=3&next_takes=", "callers=1+3", "callers=1&callers=3"):
        page = asked(client, code, "who-gets-card", query)
        assert (page.status, "Ben gets the card." in page.said) == (200, True)
        chosen = [(one["name"], one["value"]) for one in page.all("input", type="radio", checked="")]
        assert chosen == [("callers", "1"), ("callers.2", "3"), ("callers.3", ""), ("next_takes", "")]


def test_whose_turn_it_is_is_not_chosen_for_the_player(client: Phone, match: Opened) -> None:
    code = match(game="contract-rummy")
    seats = client.get(f"/m/{code}/referee/who-gets-card").all("input", type="radio", name="turn")
    assert len(seats) == 4 and not any("checked" in found for found in seats)


def test_who_has_won_has_a_field_for_everybody(client: Phone, match: Opened) -> None:
    code = match()
    page = client.get(f"/m/{code}/referee/winner")
    assert [found["value"] for found in page.all("input", name="totals")] == ["0"] * 4
    page = asked(client, code, "winner", "totals=40&totals=12&totals=30&totals=31")
    assert (page.status, "Ben wins." in page.said) == (200, True)
    assert [found["value"] for found in page.all("input", name="totals", inputmode="text")] == ["40", "12", "30", "31"]


@pytest.mark.parametrize(("ask", "query"), [("four", "cards="), ("lay-down", "deal=1&melds="), ("discard", "card=")])
def test_a_player_who_judges_no_cards_is_told_to_tap_them(client: Phone, match: Opened, ask: str, query: str) -> None:
    page = asked(client, match(), ask, query)
    assert (page.status, "Tap the cards first." in page.said) == (422, True)
    assert "I cannot read this" not in page.said and "this is missing" not in page.said


def test_a_hand_that_cannot_be_laid_down_is_told_what_it_makes(client: Phone, match: Opened) -> None:
    page = asked(client, match(), "can-lay-down", "deal=1&hand=8S+8H+8D+KS+KH+2D+4C+5D+7H")
    assert (verdict(page), "This hand makes only 1 three; the contract is three threes." in page.said) == ("No", True)
    assert "No single card would make the contract." in page.said


def test_a_player_who_kept_a_ruling_is_told_and_not_asked_again(client: Phone, match: Opened) -> None:
    page = asked(client, match(), "four", "cards=5H+6H+7H+8H")
    answered = client.submit(next(form for form in page.forms if form.method == "post"))
    assert "Saved to the scoresheet" in answered.said
    assert not [form for form in answered.forms if form.method == "post"]


@pytest.mark.parametrize("game", list(GAMES))
def test_what_players_ask_most_are_pictures_and_the_rest_lies_below_them(
    client: Phone, match: Opened, game: str
) -> None:
    asks = [ask for ask in GAMES[game].questions.values() if ask.on_screen]
    often = [ask for ask in asks if ask.tile]
    assert 0 < len(often) < len(asks) and asks[: len(often)] == often
    page = client.get(f"/m/{match(game)}/referee")
    tiles, more = page.html.split('id="others"')
    beside = [ask for ask in often if ask.act]  # these lead to answers from the match
    assert [ask.name for ask in asks if f"/referee/{ask.name}" in tiles] == [a.name for a in often if a not in beside]
    assert {ask.name for ask in asks if f"/referee/{ask.name}" in more} == {ask.name for ask in asks if not ask.tile}
    assert (tiles.count("/may-i"), more.count("/may-i")) == (len(beside), 0)
    assert all(f"<h2>{ask.topic}</h2>" in more for ask in asks if ask.topic)


def test_the_asker_is_taken_along_to_each_question(client: Phone, match: Opened) -> None:
    code = match()
    page = client.get(f"/m/{code}/referee?seat=1")
    assert [link["href"] for link in page.all("a", **{"aria-current": "true"})] == [f"/m/{code}/referee?seat=1"]
    assert page.all("a", href=f"/m/{code}/referee/meld?seat=1")
    call = next(link["href"] for link in page.all("a") if "/may-i" in link["href"])
    assert "seat=1" in call and "Ben: May I, right now?" in client.get(call).said
    assert client.get(call).all("a", href=f"/m/{code}/referee?seat=1"), "the way back"
    assert not client.get(f"/m/{code}/referee?seat=9").all("a", **{"aria-current": "true"})
    assert not client.get(f"/m/{code}/referee").all("a", **{"aria-current": "true"})


def amended(game: Game) -> list[Game]:
    """Return a game by the book, under each of its presets, and under each setting of each house rule alone."""
    houses: list[dict[str, Any]] = [{}, *(dict(preset.house) for preset in game.presets)]
    for house in game.house_rules:
        if house.widget in ("switch", "stepper", "choice"):
            houses += [{house.name: value} for value in house.values or (not house.default,)]
    return [game.with_house_rules(house) for house in houses]


@pytest.mark.parametrize("name", list(GAMES))
def test_every_tile_and_quick_answer_is_what_it_claims_under_the_house_rules_of_the_table(name: str) -> None:
    for game in amended(GAMES[name]):
        for question in open_questions(game):
            sample = question.tile.sample if question.tile else {}
            cards = [
                sample[part.name] for part in question.fields if part.widget in CARD_WIDGETS and part.name in sample
            ]
            over = [game.pack.too_many(game.pack.read_all(row)) for row in cards]
            assert not any(over), (game.chosen_rules, question.name)
            if cards and question.name in ("meld", "three", "four", "track-on", "lay-off", "move-joker"):
                facts = {part.name: True for part in question.fields if part.name == "laid_down"}
                numbered = [part.name for part in question.fields if isinstance(part, DealNumber)]
                for deal in game.deals if numbered else game.deals[:1]:
                    ruling = rule(game, question, {**facts, **dict.fromkeys(numbered, deal.number), **sample})[1]
                    assert ruling.legal, (game.chosen_rules, question.name, sample)
            given = question.act.given.get("card") if question.act else None
            assert not given or not game.pack.too_many(game.pack.read_all(given)), (game.chosen_rules, question.name)


def test_a_game_without_jokers_draws_none(client: Phone, match: Opened) -> None:
    plain, twos = match("contract-rummy", jokers=0), match("contract-rummy", jokers=0, twos_wild=True)
    jester = 'class="pc joker"'
    assert jester in client.get(f"/m/{match('contract-rummy')}/referee").html
    for code in (plain, twos):
        assert jester not in client.get(f"/m/{code}/referee").html
        held = client.get(f"/m/{code}/referee/group").all("input")
        assert not [one for one in held if "JK" in one.get("placeholder", "")]
    assert "/referee/move-joker" not in client.get(f"/m/{plain}/referee").html
    assert "/referee/move-joker" in client.get(f"/m/{twos}/referee").html


def test_a_refused_lay_down_that_would_do_in_another_deal_is_judged_for_it(client: Phone, match: Opened) -> None:
    code = match()
    page = asked(client, code, "lay-down", "deal=2&melds=9S+9H+9D&melds=KS+KH+KD&melds=4S+4H+4D")
    assert verdict(page) == "No"
    button, other = next(
        (one, form) for form in page.forms for one in form.buttons if one.attributes.get("name") == "deal"
    )
    answer = client.submit(other, button)
    assert verdict(answer) == "Yes" and str(GAMES["kalooki"].deals[0].label) in answer.said
    nowhere = asked(client, code, "lay-down", "deal=2&melds=9S+9H+8D")
    assert verdict(nowhere) == "No" and "other-deal" not in nowhere.html


@pytest.mark.parametrize(
    ("ask", "query", "said"),
    [
        ("lay-down", "deal=2&melds=8S+8H+8D&melds=KS+KH+KD&melds=3C+4C+5C+6C", "Two threes and a four."),
        ("lay-down", "deal=2&melds=3C+4C+5C+6C&melds=8S+8H+8D&on_table=KS+KH+KD", "1 three and 1 four."),
        ("can-lay-down", "deal=2&hand=8S+8H+8D+KS+KH+KD+3C+4C+5C+6C", "Two threes and a four."),
    ],
)
def test_a_lay_down_that_stands_is_told_in_the_words_of_the_game(
    client: Phone, match: Opened, ask: str, query: str, said: str
) -> None:
    page = asked(client, match(), ask, query)
    assert (verdict(page), said in page.said) == ("Yes", True)


# Referee without a match


@pytest.mark.parametrize("game", ONE_OF_EACH_KIND)
def test_questions_are_asked_without_a_match_too(client: Phone, game: str) -> None:
    assert client.get("/referee").all("a", href=f"/rules/{game}/referee?back=/referee")
    for ask in [*GAMES[game].questions.values()][::4]:
        page = client.get(f"/rules/{game}/referee/{ask.name}")
        assert (page.status, str(ask.title) in page.said) == (200, True), ask.name
        assert not [found for found in page.all("a") if "/m/" in found.get("href", "")]
    assert client.get(f"/rules/{game}/referee/poker").status == 404
    assert client.get("/rules/canasta/referee").status == 404


@pytest.mark.parametrize("name", ONE_OF_EACH_KIND)
def test_without_a_match_no_deal_is_chosen_for_the_player_and_the_verdict_names_the_one_judged(
    client: Phone, name: str
) -> None:
    game = GAMES[name]
    asks = [ask for ask in game.questions.values() if {part.widget for part in ask.fields} & set(CARD_WIDGETS)]
    asked = [(ask, deals) for ask in asks if (deals := [part for part in ask.fields if isinstance(part, DealNumber)])]
    for ask, deals in asked[:2]:
        address = f"/rules/{game.id}/referee/{ask.name}"
        page = client.get(address)
        assert str(deals[0].asks) in page.said and not page.all("input", name=deals[0].name, checked="")
        hand = "&".join(f"{part.name}=3S" for part in ask.fields if part.widget in CARD_WIDGETS)
        unsaid = client.get(f"{address}?judge=1&{hand}")
        assert unsaid.status == 422 and not unsaid.all("h2", **{"class": "verdict-word"}), ask.name
        page = client.get(f"{address}?{deals[0].name}=2&{hand}")
        assert page.all("input", name=deals[0].name, value="2", checked="") and str(deals[0].asks) not in page.said
        judged = client.get(f"{address}?judge=1&{deals[0].name}=2&{hand}")
        wanted = game.deals[1].description if game.deals[1].wild else game.deals[1].label
        assert f"{game.title(game.deals[1])} · {wanted}" in judged.said or judged.status == 422, ask.name


def test_a_ruling_without_a_match_is_by_the_book_for_the_deal_that_was_chosen(client: Phone) -> None:
    page = client.get("/rules/three-thirteen/referee/meld?judge=1&round=4&cards=6S+8H+8C")
    assert (verdict(page), cited(page)[0]) == ("Yes", "T6")
    assert page.all("input", type="radio", name="round", value="4", checked="")
    assert "Yes Round 4 · sixes are wild" in page.said
    page = client.get("/rules/kalooki/referee/four?judge=1&cards=5H+JK+JK+8H")
    assert (verdict(page), cited(page)) == ("No", ["K11"])
    assert any(link["href"].startswith("/rules/kalooki?") and link["href"].endswith("#K11") for link in page.all("a"))


def test_without_a_match_a_table_says_its_house_rules_and_is_judged_under_them(client: Phone) -> None:
    four = "/rules/kalooki/referee/four?judge=1&cards=5H+JK+7H+JK"
    assert verdict(client.get(four)) == "Yes"
    page = client.get(four + "&house.four_naturals=3&house.calls=")
    assert (verdict(page), "this table asks for 3" in page.said) == ("No", True)
    assert "1 changed" in page.said and page.all("option", value="3", selected="")


@pytest.mark.parametrize("query", ["house.calls=10", "preset=nonsense"])
@pytest.mark.parametrize("judge", ["", "judge=1&"])
def test_house_rules_that_cannot_be_are_said_at_their_field_and_nothing_is_judged(
    client: Phone, judge: str, query: str
) -> None:
    page = client.get(f"/rules/kalooki/referee/four?{judge}cards=5H+JK+7H+JK&{query}")
    assert (page.status, "verdict" in page.html) == (422, False)
    assert page.all("p", id=f"fault-{query.partition('=')[0].replace('preset', 'house.preset')}")
    assert page.all("details", open="") and "5H JK 7H JK" in page.html


@pytest.mark.parametrize("game", ONE_OF_EACH_KIND)
def test_every_question_has_a_page_and_judged_as_it_opens_none_is_refused_for_a_fact_that_nobody_stated(
    client: Phone, match: Opened, game: str
) -> None:
    code = match(game=game)
    refused = []
    for question in GAMES[game].questions.values():
        page = client.get(f"/m/{code}/referee/{question.name}")
        assert (page.status, str(question.title) in page.said) == (200, True), question.name
        assert page.form(f"/referee/{question.name}").method == "get"
        assert not page.all("input", type="number"), "a mouse wheel would change it"
        if not question.on_screen:
            continue
        form = next(form for form in page.forms if ("judge" in dict(form.filled()) or form.buttons) and form.filled())
        ruled = asked(client, code, question.name, urlencode([*form.filled(), ("judge", "1")]))
        if 'class="verdict-word"' in ruled.html and verdict(ruled) == "No":
            refused.append(question.name)
    assert refused == []


@pytest.mark.parametrize(
    ("game", "players", "rule", "said"),
    [
        ("kalooki", 2, "K1", "3 to 8 players"),
        ("three-thirteen", 9, "T1", "2 to 8 players"),
        ("five-crowns", 8, "F1", "there are enough with “Packs in play” set to 3"),
    ],
)
def test_a_number_of_players_that_cannot_play_is_a_ruling_under_its_rule(
    client: Phone, game: str, players: int, rule: str, said: str
) -> None:
    page = client.get(f"/rules/{game}/referee/set-up?judge=1&players={players}")
    assert (page.status, verdict(page), cited(page)[:1]) == (200, "No", [rule])
    assert said in page.said


@pytest.mark.parametrize(
    ("game", "ask", "query", "rule"),
    [
        ("five-crowns", "meld", "round=5&cards=7S+7H+7D", "F10"),  # wild cards alone
        ("three-thirteen", "meld", "round=4&cards=5S+6S+7S", "T11"),  # a wild card as itself
        ("kalooki", "may-call", "calls_made=0&first_card=1", "K33"),
    ],
)
def test_an_answer_that_rests_on_an_open_point_says_so_beside_it_and_under_the_rule_itself(
    client: Phone, game: str, ask: str, query: str, rule: str
) -> None:
    page = client.get(f"/rules/{game}/referee/{ask}?judge=1&{query}")
    head = page.html[page.html.index('class="verdict-head"') :]
    assert "our reading; the rules are silent" in head[: head.index("</div>")]
    note = page.html.index('class="open-note"')
    assert f'#{rule}"' in page.html[page.html.rindex('class="law-no"', 0, note) : note]


def test_a_settled_answer_says_nothing_of_open_points(client: Phone) -> None:
    settled = client.get("/rules/kalooki/referee/meld?judge=1&cards=KS+KH+KD")
    assert "open-note" not in settled.html and "silent-tag" not in settled.html


def test_an_end_is_asked_for_only_where_it_decides(client: Phone) -> None:
    place = "/rules/kalooki/referee/track-on"
    assert not client.get(place).all("select", name="end"), "a run grows upwards only"
    assert client.get(f"{place}?end=bottom").all("select", name="end"), "a tapped end is seen"
    assert client.get("/rules/contract-rummy/referee/track-on").all("select", name="end")
    moved = "/rules/contract-rummy/referee/move-joker"
    assert len(client.get(f"{moved}?house.joker_exchange=end").all("select", name="end")) == 1
    assert not client.get(f"{moved}?house.joker_exchange=hand").all("select", name="end")


def test_right_cards_in_another_order_are_right_in_that_order_and_a_tap_puts_them_so(client: Phone) -> None:
    address = "/rules/kalooki/referee/four"
    page = client.get(f"{address}?judge=1&cards=8H+5H+JK+7H")
    assert "Yes, in this order" in page.said and "You had it as" in page.said and "out of sequence" not in page.said
    form = next(form for form in page.forms if form.buttons and form.default.attributes.get("name") == "cards")
    again = client.submit(form, form.button("cards", "5H JK 7H 8H"))
    assert "Yes These are 4 cards of one suit in sequence." in again.said and "in this order" not in again.said
    wrong = client.get(f"{address}?judge=1&cards=8H+5S+JK+7H")
    assert "No The cards are not all of one suit" in wrong.said and "You had it as" not in wrong.said


def test_a_ruling_on_cards_in_another_order_is_saved_as_it_is_said(client: Phone, match: Opened) -> None:
    page = client.get(f"/m/{match()}/referee/four?judge=1&cards=8H+5H+JK+7H")
    saved = client.submit(next(form for form in page.forms if form.attributes.get("id") == "keep"))
    assert "Yes These are 4 cards of one suit in sequence." in saved.said and "Saved to the scoresheet." in saved.said


def test_a_lay_down_is_refused_where_the_deal_was_closed_while_it_was_judged(
    client: Phone, match: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    code, judged = match(), referee.judged

    def closed_meanwhile(*asked: Any) -> referee.Asked:
        client.cancel(code, [1])
        return judged(*asked)

    monkeypatch.setattr(referee, "judged", closed_meanwhile)
    melds = [("melds", cards) for cards in ("5H 5S 5D", "9C 9D 9H", "KS KH KD")]
    fields = [("key", fresh_key()), ("deal", "1"), *melds, ("mark", "1")]
    page = client.send(f"/m/{code}/referee/lay-down", fields)
    assert page.status == 409 and "Deal 1 was cancelled." in page.said


@pytest.mark.parametrize("calls", [0, 3])
def test_a_lay_down_is_marked_by_its_ruling_only_where_there_are_marks(
    client: Phone, match: Opened, calls: int
) -> None:
    page = asked(client, match(calls=calls), "lay-down", "seat=1&deal=1&melds=5H+5S+5D+/+9C+9D+9H+/+KS+KH+KD")
    assert verdict(page) == "Yes" and bool(page.all("form", id="mark-down")) == bool(calls)


@pytest.mark.parametrize("game", GAMES)
def test_an_empty_stock_is_asked_of_a_usual_pile_of_discards_not_of_none(
    client: Phone, match: Opened, game: str
) -> None:
    code = match(game, names=("Aki", "Ben", "Cy"))
    pile = client.get(f"/m/{code}/referee/stock-empty").value("discards")
    assert int(pile) > 1
    assert "19 cards" in asked(client, code, "stock-empty", f"discards={pile}").said

"""The referee in a real browser: a ruling is shown only with the question it answers."""

from typing import Any

import pytest

from companion.games import GAMES
from companion.rules.game import Game
from companion.web.view.ruling_text import CARD_WIDGETS
from tests.support.table import LAPTOP, PHONE, Player

NAMES = ("Aki", "Ben", "Cy", "Dee")
VERDICT = "#ruling .verdict"


@pytest.fixture(autouse=True)
def seated(player: Player) -> None:
    """Set up a table of Kalooki."""
    player.seat("kalooki", NAMES)


def ask(player: Player, name: str, query: str = "") -> None:
    """Open a question at the table."""
    player.open(f"{player.table}/referee/{name}{query}")


def tap_cards(player: Player, *cards: str) -> None:
    """Tap cards on the pad one by one: 5H, JK."""
    for card in cards:
        player.tap(f".cardgrid [data-card='{card}']")


def judge(player: Player) -> None:
    """Submit the filled-in question for a ruling."""
    player.tap(".thumb .btn.primary:visible", VERDICT)


def row(player: Player) -> list[str]:
    """Return the cards in the first row, in notation."""
    return str(player.page.locator(".cards-input").first.input_value()).split()


def ruled(player: Player) -> bool:
    """True if the page shows a ruling."""
    return bool(player.page.locator(VERDICT).count())


def test_a_card_taken_out_takes_the_ruling_with_it(player: Player) -> None:
    ask(player, "meld")
    tap_cards(player, "5H", "JK", "JK", "8H")
    judge(player)
    assert player.text(".verdict-word") == "No"
    player.tap(".cards-row .held-card >> nth=1")
    assert (row(player), ruled(player)) == (["5H", "JK", "8H"], False)
    assert player.page.locator(".cardgrid").is_visible()


def test_a_ruling_still_on_its_way_does_not_come_over_changed_cards(player: Player) -> None:
    held: list[Any] = []
    ask(player, "meld")
    tap_cards(player, "5H", "6H", "7H", "8H")
    player.page.route("**/referee/meld?judge=1*", lambda route: held.append(route))
    player.tap(".thumb .btn.primary:visible")
    player.page.wait_for_timeout(100)
    tap_cards(player, "9C")
    for route in held:
        route.continue_()
    player.page.wait_for_timeout(500)
    assert (len(held), row(player)[-1], ruled(player)) == (1, "9C", False)


def test_a_ruling_is_there_again_after_a_reload_and_for_anyone_with_its_address(player: Player) -> None:
    ask(player, "meld")
    tap_cards(player, "5H", "JK", "JK", "8H")
    judge(player)
    for _ in range(2):
        assert (row(player), player.text(".verdict-word")) == (["5H", "JK", "JK", "8H"], "No")
        player.page.reload()
    player.tap(".cards-row .held-card >> nth=1")
    judge(player)
    assert player.text(".verdict-word") == "No"
    player.back(".cards-row .held-card >> nth=3")
    assert ruled(player)
    player.page.go_back()
    player.page.locator(VERDICT).wait_for(state="detached")
    assert row(player) == ["5H", "JK", "JK", "8H"], "back from the first ruling its cards are still in"


def test_another_deal_has_other_slots_and_the_cards_stay(player: Player) -> None:
    ask(player, "lay-down", "?seat=1")
    tap_cards(player, "8S", "8H", "8D")
    slots = player.page.locator(".ask-melds >> nth=0 >> .slot")
    assert slots.count() == 3
    with player.page.expect_navigation():
        player.tap(".cond-deal summary")
        player.tap(".cond-deal [value='9']")
    assert (slots.count(), row(player)) == (4, ["8S", "8H", "8D"])
    assert player.text(".cond-deal b >> nth=0") == "9 · 4-4-4-4"
    assert player.page.locator("[name=seat][type=hidden]").input_value() == "1", "who asks"
    assert not ruled(player) and not player.page.locator(".fault").count()


def test_one_four_is_judged_within_seven_taps_from_the_table(player: Player) -> None:
    player.open(player.table)
    before = player.taps
    player.tap(".thumb a >> text=Referee")
    player.tap(".ask-tile >> text=One meld")
    tap_cards(player, "5H", "JK", "7H", "8H")
    judge(player)
    assert player.text(".verdict-word") == "Yes" and player.taps - before <= 7


def test_the_verdict_is_said_in_a_region_that_stays(player: Player) -> None:
    ask(player, "meld")
    region = player.page.locator("#ruling").element_handle()
    tap_cards(player, "5H", "JK", "7H", "8H")
    judge(player)
    assert region.evaluate("region => region.isConnected && region.ariaLive") == "polite"


def in_sight(player: Player, selector: str) -> bool:
    """True if the element is on the screen and not behind the thumb bar."""
    return bool(
        player.page.evaluate(
            """selector => { const box = document.querySelector(selector).getBoundingClientRect();
               return box.top >= -1 && box.bottom <= document.querySelector('.thumb').getBoundingClientRect().top }""",
            selector,
        )
    )


def test_a_player_who_judges_nothing_still_sees_the_row_and_is_told(player: Player) -> None:
    for name in ("meld", "lay-down", "track-on"):
        ask(player, name)
        player.tap(".thumb .btn.primary:visible", "#ruling .fault")
        assert in_sight(player, "#ruling .fault") and in_sight(player, ".cards-row.filling"), name
    assert all("422" in line for line in player.complaints)
    player.complaints.clear()


def test_after_a_ruling_the_thumb_changes_the_cards_or_goes_to_another_question(player: Player) -> None:
    ask(player, "meld")
    tap_cards(player, "5H", "JK", "JK", "8H")
    judge(player)
    shown = [text.strip() for text in player.page.locator(".thumb .btn:visible").all_inner_texts()]
    assert shown == ["Save ruling", "Change cards"]
    player.tap(".thumb .btn.primary:visible")
    assert (row(player), ruled(player)) == (["5H", "JK", "JK", "8H"], False)
    assert player.page.locator(".cardgrid").is_visible() and in_sight(player, ".cards-row.filling")
    judge(player)
    player.tap(".top .tool", ".ask-tiles")
    for size in player.at_sizes((360, 640), LAPTOP):
        grid, last = player.boxes(".ask-tiles", ".ask-tiles > :last-child")
        assert abs(grid["x"] + grid["width"] - last["x"] - last["width"]) < 1, (size, "seven tiles leave no hole")


def test_a_ruling_is_kept_where_it_stands(player: Player) -> None:
    ask(player, "meld")
    tap_cards(player, "5H", "JK", "JK", "8H")
    judge(player)
    before = player.page.evaluate("scrollY")
    player.tap(".thumb [form=keep]", ".kept")
    for _ in player.at_sizes((360, 640)):
        box, bar = player.boxes(".kept", ".thumb")
        assert box["y"] >= 0 and box["y"] + box["height"] <= bar["y"] + 1, "the confirmation is in sight above the bar"
    assert abs(player.page.evaluate("scrollY") - before) < 16
    assert not player.page.locator("#keep").count()
    shown = [text.strip() for text in player.page.locator(".thumb .btn:visible").all_inner_texts()]
    assert shown == ["Another question", "Change cards"]
    player.page.reload()
    assert ruled(player) and player.page.locator(".kept").count()


# The card grid


def test_a_whole_hand_is_judged_in_a_tap_a_card_opening_included(player: Player) -> None:
    player.open(player.table)
    hand = "4H 4D 4C 9S 9D 9H KS KH KD 2C".split()  # nine dealt and one drawn
    player.taps = 0
    player.open(f"{player.table}/referee/can-lay-down?seat=1")
    for card in hand:
        player.tap(f".cardgrid [data-card='{card}']")
        if card != hand[-1]:
            assert player.text(".thumb-ask .btn") == f"Judge · {len(hand) - hand.index(card) - 1} more"
    player.see(VERDICT)
    assert player.taps <= len(hand) + 3
    assert player.text(".verdict-word") == "Yes"
    assert player.page.evaluate("document.activeElement.className") == "verdict-word"
    assert player.page.title().startswith("Yes. ")


def test_only_the_hand_is_counted_towards_a_full_one(player: Player) -> None:
    ask(player, "could-add", "?seat=1")
    tap_cards(player, "10C", "7D")
    assert player.text(".thumb-ask .btn") == "Judge · 8 more"
    player.tap(".cond-row")
    tap_cards(player, "4H", "4D", "4C")
    assert player.text(".thumb-ask .btn") == "Judge"
    assert player.page.locator(".ask-list .small").all_text_contents() == ["1", "2"]


def test_the_slots_of_the_contract_move_on_by_themselves(player: Player) -> None:
    ask(player, "lay-down")
    tap_cards(player, "7S", "7H", "JK", "7D", "KS", "KH", "KD", "4C")
    held = [slot.input_value() for slot in player.page.locator(".slot .cards-input").all()]
    assert held[:3] == ["7S 7H JK 7D", "KS KH KD", "4C"], "a fourth seven goes to the sevens"


def test_a_key_whose_cards_are_all_in_is_grey_and_does_nothing(player: Player) -> None:
    ask(player, "can-lay-down")
    tap_cards(player, "5H", *["JK"] * 4, "5H")
    for card, most in (("5H", 2), ("JK", 4)):
        key = player.page.locator(f".cardgrid [data-card='{card}']")
        tap_cards(player, card)
        assert (row(player).count(card), key.get_attribute("aria-disabled")) == (most, "true")
        assert f"{most} of {most}" in key.inner_text()
    player.tap(".cards-row .held-card >> nth=0")
    assert player.page.locator(".cardgrid [data-card='5H']").get_attribute("aria-disabled") is None, "one is out again"
    ask(player, "lay-down")
    tap_cards(player, "8S", "8H", "8D", "8S", "8S")
    assert player.page.locator(".cards-input").first.input_value() == "8S 8H 8D 8S", (
        "counted in all rows of the contract"
    )


def test_cards_are_typed_and_reached_by_the_keyboard_alone(player: Player) -> None:
    ask(player, "meld")
    for letters in ("5h", "jk", "10h", "8H"):
        for letter in letters:
            player.page.keyboard.press(letter)
    assert row(player) == ["5H", "JK", "10H", "8H"]
    player.page.keyboard.press("Backspace")
    player.page.locator(".cardgrid [tabindex='0']").focus()
    for press in ("ArrowRight", "ArrowDown", "Enter"):
        player.page.keyboard.press(press)
    assert row(player) == ["5H", "JK", "10H", "2H"]
    assert player.page.locator(".cardgrid [tabindex='0']").count() == 1, "one stop for the Tab key"
    for _ in range(3):
        player.page.keyboard.press("Tab")
        if "primary" in str(player.page.evaluate("document.activeElement.className")):
            break
    player.page.keyboard.press("Enter")
    player.see(VERDICT)


def test_a_player_who_may_lay_down_is_marked_from_the_ruling(player: Player) -> None:
    ask(player, "can-lay-down", "?judge=1&deal=1&seat=1&hand=4H+4D+4C+9S+9D+9H+KS+KH+KD+2C")
    player.see(VERDICT)
    assert not player.page.locator(".thumb-ruled [form='keep']").is_visible(), "the mark keeps the ruling"
    player.tap(".thumb-ruled .btn:has-text('Mark as laid down')", ".card-foot")
    assert player.path == player.table and "Ben" in player.text(".card-foot")
    ask(player, "lay-down", "?judge=1&deal=1&melds=4H+4D+4C&melds=9S+9D+9H&melds=KS+KH+KD")
    assert player.page.locator(".mark-down .btn").all_inner_texts() == ["Aki", "Cy", "Dee"]
    ask(player, "lay-down", "?judge=1&deal=2&melds=4H+4D+4C&melds=9S+9D+9H&melds=KS+KH+KD")
    assert not player.page.locator(".mark-down, [form='mark-down']").count(), (
        "of a deal that is not on the table nothing is marked"
    )


UNDER_THE_PAD = """() => {
  const pad = document.querySelector(".thumb").getBoundingClientRect();
  const low = one => one.checkVisibility() && one.getBoundingClientRect().bottom > pad.top + 1;
  const wide = one => one.scrollWidth > one.clientWidth;
  const away = one => one.checkVisibility() && one.getBoundingClientRect().right > innerWidth;
  const asked = document.querySelectorAll(".conds > :is(.cond-deal, .cond-row, .cond-tick)");
  const conds = [...document.querySelectorAll(".conds .pill *")].filter(wide).concat([...asked].filter(away));
  return [...document.querySelectorAll(".conds > *, .rows > *")].filter(low).concat(conds).map(one => one.className);
}"""


@pytest.mark.parametrize("game", (GAMES["kalooki"], GAMES["five-crowns"]), ids=lambda game: game.id)
@pytest.mark.handset(size=(360, 640))
def test_nothing_that_a_question_with_cards_asks_lies_under_the_pad(player: Player, game: Game) -> None:
    for question in game.questions.values():
        if question.on_screen and {part.widget for part in question.fields} & set(CARD_WIDGETS):
            player.open(f"/rules/{game.id}/referee/{question.name}?deal={len(game.deals)}")
            player.see(".cards-row.filling")
            assert player.page.evaluate(UNDER_THE_PAD) == [], question.name
            hidden = player.page.locator(".conds").evaluate("one => one.scrollWidth - one.clientWidth")
            assert not hidden or not question.lays_down, question.name
            lists = player.page.locator(".cond-row")
            for chip in range(lists.count()):
                player.tap(f".cond-row >> nth={chip}")
                assert player.page.evaluate(UNDER_THE_PAD) == [], question.name


@pytest.mark.parametrize("locale", ["en-GB", "ja-JP"])
@pytest.mark.handset(size=(360, 640))
def test_a_ruling_has_its_title_and_what_would_do_in_view_on_a_short_phone(player: Player) -> None:
    ask(player, "meld")
    tap_cards(player, "5H", "JK", "JK", "8H")
    judge(player)
    player.page.wait_for_function("scrollY > 0")  # past the question
    top, verdict, corrected, bar = player.boxes(".top", VERDICT, "#ruling .note", ".thumb")
    assert top["y"] == 0 and top["y"] + top["height"] <= verdict["y"]
    assert corrected["y"] + corrected["height"] <= bar["y"]


@pytest.mark.parametrize(
    ("game", "question", "sizes"),
    [
        ("kalooki", "can-lay-down", [(640, 360), (780, 360)]),
        ("five-crowns", "best-arrangement", [(320, 568), (360, 640)]),
        ("kalooki", "meld", [(360, 610)]),
    ],
)
def test_a_question_opens_at_its_title_with_the_row_to_fill_in_view(
    player: Player, game: str, question: str, sizes: list[tuple[int, int]]
) -> None:
    table = player.seat(game, NAMES)
    for size in player.at_sizes(*sizes):
        player.open(f"{table}/referee/{question}")
        player.see(".cards-row.filling")
        row, pad = player.boxes(".cards-row.filling", ".thumb")
        assert player.page.evaluate("scrollY") == 0, size
        assert row["y"] + row["height"] <= (pad["y"] if pad["x"] < row["x"] + row["width"] else size[1]), size
        cut = "found => found.filter(one => one.scrollHeight > one.clientHeight + 1).map(one => one.dataset.card)"
        assert player.page.eval_on_selector_all(".cardgrid-key", cut) == [], size


def test_the_whole_hand_of_a_count_is_entered_below_its_title(player: Player) -> None:
    table = player.begin_count("five-crowns", NAMES)
    for size in player.at_sizes((360, 640), PHONE):
        player.open(f"{table}/deals/1/best/1")
        player.see(".cards-row.filling")
        row, pad = player.boxes(".cards-row.filling", ".thumb")
        assert player.page.evaluate("scrollY") == 0 and row["y"] + row["height"] <= pad["y"], size


def test_a_condition_with_a_list_opens_it_wherever_it_is_tapped(player: Player) -> None:
    player.open(player.seat("contract-rummy", NAMES) + "/referee/lay-down")
    pill, chosen = player.boxes(".conds label:has(select)", ".conds select")
    assert chosen["height"] >= pill["height"] - 2 and chosen["width"] >= pill["width"] - 2

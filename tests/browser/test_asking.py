"""The referee on a phone with 640 px below its address bar: the input and the answer are in view."""

import pytest

from tests.support.table import Player

NAMES = ("Aki", "Ben", "Cy", "Dee")
SMALL = (360, 640)  # CSS pixels
pytestmark = pytest.mark.handset(size=SMALL)


@pytest.fixture(autouse=True)
def seated(player: Player) -> None:
    """Set up a table of Kalooki."""
    player.seat("kalooki", NAMES)


def ask(player: Player, name: str, query: str = "") -> None:
    """Open a question at the table."""
    player.open(f"{player.table}/referee/{name}?seat=1{query}")


def box(player: Player, selector: str) -> dict[str, float]:
    """Return the bounding box of the last match."""
    return dict(player.page.locator(selector).last.bounding_box())


def test_an_empty_row_shows_faintly_what_may_lie_there_until_the_first_tap(player: Player) -> None:
    ask(player, "meld")
    assert player.page.locator(".cards-row .sample-card").count() == 4
    assert player.page.locator(".cards-input").input_value() == "", "and nothing is filled in"
    player.tap(".cardgrid [data-card='9S']")
    assert player.page.locator(".cards-row .sample-card").count() == 0


def test_on_a_wide_screen_the_answer_stands_beside_the_question_and_the_bar_under_both(player: Player) -> None:
    player.page.set_viewport_size({"width": 1280, "height": 800})
    ask(player, "meld", "&judge=1&cards=9S+9H+9D")
    asked, answer, bar = (box(player, one) for one in (".question", ".verdict", ".thumb"))
    assert answer["x"] >= asked["x"] + asked["width"] and answer["y"] == asked["y"]
    assert bar["y"] >= answer["y"] + answer["height"] and bar["y"] + bar["height"] == 800


def test_the_whole_answer_is_in_view_on_a_small_phone(player: Player) -> None:
    ask(player, "can-lay-down", "&judge=1&deal=1&hand=4S+4H+4D+6C+6D+6H+9S+9H+9D+JK")
    last, bar = (box(player, one) for one in (".laid", ".thumb"))
    assert last["y"] + last["height"] <= bar["y"]
    assert not player.page.locator(".ask-list").is_visible(), "what was left empty makes room"
    player.tap("[data-change]")
    player.tap(".cond-row")
    assert player.page.locator(".ask-list").is_visible()


def test_a_player_who_may_lay_down_is_marked_in_one_line_of_the_bar(player: Player) -> None:
    ask(player, "lay-down", "&judge=1&deal=1&melds=4S+4H+4D&melds=6C+6D+6H&melds=9S+9H+9D")
    buttons = player.page.locator(".thumb-ruled .btn:visible")
    for size in player.at_sizes(SMALL, (320, 568)):
        assert buttons.all_inner_texts() == ["Change cards", "Mark as laid down"], size
        cut = "all => all.filter(one => one.scrollWidth > one.clientWidth || one.clientHeight > 56).length"
        assert buttons.evaluate_all(cut) == 0, size


@pytest.mark.parametrize(
    ("name", "asked"),
    [
        ("four", "cards=5H+JK+JK+8H"),
        ("lay-down", "deal=2&melds=9S+9H+9D&melds=5H+JK+JK+8H&melds=KS+KH+KD"),
        ("move-joker", "meld=5H+JK+7H+8H&card=6S&laid_down=yes"),
        ("can-lay-down", "deal=1&hand=8S+8H+8D+KS+KH+KD+4C+5C+JK+JK"),
    ],
)
def test_what_would_work_is_in_view_above_the_bar_and_no_caption_lies_over_the_next(
    player: Player, name: str, asked: str
) -> None:
    ask(player, name, f"&judge=1&{asked}#ruling")
    note = box(player, ".note")
    assert note["y"] > 0 and note["y"] + note["height"] <= box(player, ".thumb")["y"]
    tops = player.page.locator(".laid > li").evaluate_all("all => all.map(one => one.getBoundingClientRect().top)")
    assert tops[:1] == tops[1:2] or name != "lay-down", "what stands below a joker lifts no meld"
    captions = "all => all.filter(e => e.textContent.trim() && e.scrollWidth > e.clientWidth).length"
    assert player.page.locator(".verdict .lie small").evaluate_all(captions) == 0


# May I, right now?


def act(name: str, answer: str) -> str:
    """Return the row of an act that begins with that answer."""
    return f".may-do li:has(b:text-is('{name}')):has(p:text('{answer}'))"


def test_whether_ben_may_call_takes_three_taps_and_the_mark_a_fourth(player: Player) -> None:
    player.open(player.table)
    player.tap(".thumb a[href*='/referee']")
    player.tap(".who-asks a:has-text('Ben')", ".who-asks [aria-current]:has-text('Ben')")
    player.tap(".ask-tile[href*='/may-i']")
    player.see(act("Call", "Yes."))
    assert player.taps == 3
    bottom = player.page.locator(".may").bounding_box()
    assert bottom["y"] + bottom["height"] <= SMALL[1], "all is in view"
    player.tap(".mark-down .btn", ".page-table")
    assert "Ben called the discard." in player.text(".card-foot")


def test_a_fact_that_is_tapped_changes_the_answers_at_once_and_stays(player: Player) -> None:
    player.open(f"{player.table}/may-i?seat=1")
    player.tap(".fact:has-text('Plays next')")
    player.see(act("Take the discard", "Yes."))
    player.see(act("Call", "No."))
    player.tap(".fact:has-text('Has laid down')")
    player.see(act("Take the discard", "No."))
    player.see(act("Track on, once drawn", "Yes."))
    assert player.page.evaluate("document.activeElement.name") == "laid_down", "the focus stays where the finger was"
    player.page.reload()
    player.see(act("Track on, once drawn", "Yes."))
    assert player.page.locator(".fact :checked").count() == 2

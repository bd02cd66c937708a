"""The whole evening in a real browser: both games from set-up to result, taps counted, nothing lost."""

from typing import Any

import pytest

from tests.browser.webkit import SOON, until
from tests.support.server import Server
from tests.support.table import LAPTOP, PHONE, Player, phone, played
from tests.support.wire import Post

FAMILY = ["Aki", "Ben", "Cy", "Dee"]
# A Kalooki match by totals: the player who goes out, then the others in seat order. Aki and Cy tie at the end.
KALOOKI = [
    (0, [45, 30, 112]),
    (1, [12, 61, 9]),
    (2, [40, 104, 33]),
    (3, [25, 88, 71]),
    (0, [57, 23, 15]),
    (1, [90, 18, 44]),
    (2, [31, 59, 26]),
    (0, [77, 36, 140]),
    (1, [57, 23, 10]),
]
WHOLE = 34  # the least figure to which no digit can be added in Kalooki


def play_by_totals(player: Any, deals: list[tuple[int, list[int]]], known: bool = False) -> list[int]:
    """Play deals by totals and return the taps of each. `known`: the pad is switched to totals already.

    In the first deal the pad goes on automatically after a figure that no further digit can make valid."""
    taps = []
    for number, (out, points) in enumerate(deals):
        player.taps = 0
        player.deal_over(out)
        first = number == 0 and not known
        if first:
            player.by_totals()
        for name, figure in zip((name for name in FAMILY if name != FAMILY[out]), points, strict=True):
            player.count(name, total=figure, go_on=not first or figure < WHOLE)
        player.book()
        taps.append(player.taps)
    return taps


def totals(deals: list[tuple[int, list[int]]]) -> list[int]:
    """Return the totals of these deals, seat by seat."""
    sums = [0, 0, 0, 0]
    for out, points in deals:
        for seat, figure in zip([seat for seat in range(4) if seat != out], points, strict=True):
            sums[seat] += figure
    return sums


@pytest.mark.windows
@pytest.mark.handset(at="fresh")
def test_a_kalooki_match_is_played_by_totals_corrected_and_shared(player: Player, fresh: Server) -> None:
    table = player.set_up("kalooki", FAMILY)
    player.open(table)
    taps = play_by_totals(player, KALOOKI[:2])
    assert player.figures(".seat-total") == totals(KALOOKI[:2])

    # Deal 2: Cy had 16, not 61; the digits were swapped.
    player.open(f"{table}/correct/2/2")
    player.by_totals()
    player.digits("16")
    player.tap(".pad-next", ".strip:has-text('Cy, deal 2: 16 saved. Was 61.')")
    player.open(table)
    after = totals(KALOOKI[:2])
    after[2] -= 45
    assert player.figures(".seat-total") == after

    played(fresh, table, KALOOKI[2:8], first=3)
    player.open(table)
    taps += play_by_totals(player, KALOOKI[8:], known=True)
    sums = totals(KALOOKI)
    sums[2] -= 45
    assert max(taps) <= 13, taps
    player.see(".winner")
    lowest = [name for name, total in zip(FAMILY, sums, strict=True) if total == min(sums)]
    assert all(name in player.text(".winner h2") for name in lowest)
    assert player.figures(".place b")
    player.open("/")
    assert lowest[0] in player.text(".home-then")


def test_a_kalooki_deal_is_counted_by_cards_and_the_pad_goes_on_by_itself(player: Player) -> None:
    hands = {
        "Aki": ["2", "3", "4", "5", "6", "7", "8", "9", "JK"],
        "Ben": ["10"] * 5 + ["AS", "AS", "JK", "JK"],
        "Dee": ["10"] * 5 + ["AH", "JK", "2", "2"],
    }
    player.start("kalooki", FAMILY)
    player.taps = 0
    player.deal_over(2)
    for name, cards in hands.items():
        player.count(name, cards, go_on=False)
    player.see(".review")
    player.page.wait_for_timeout(800)  # ms; until then a late tap on Next is ignored where it was
    player.book()
    assert player.taps <= sum(map(len, hands.values())) + 3
    assert player.figures(".seat-total") == [94, 180, 0, 105]


def test_a_thirteen_card_hand_is_arranged_in_a_tap_a_card(player: Player, served: Server) -> None:
    hand = {"S": "5 6 7 J", "H": "9 10 K 2", "D": "K 3 4", "C": "8 A"}
    table = player.seat("three-thirteen", FAMILY)
    played(served, table, [(0, [7, 7, 7])] * 10)
    player.open(table)
    player.deal_over(0)
    player.tap("[data-cards]")
    player.taps = 0
    player.tap(".ask-best button", ".cardgrid")
    for suit, ranks in hand.items():
        for rank in ranks.split():
            player.tap(f"[data-card='{rank}{suit}']")
    player.see(".best-found")
    assert player.taps <= 14
    points = int(player.text(".best-found .verdict-word").split()[0])
    assert player.page.locator(".laid > li").count() >= 3
    player.tap(".take .btn", "#whose:has-text('Cy')")
    player.open(f"{table}/deals/11/count?seat=1")
    assert player.page.locator(".tabs li:nth-child(2) svg").count() == 1 and int(player.text(".sum-total")) == points


def shown(player: Any, selector: str) -> bool:
    """True if every match is completely on the screen, with nothing over its edges."""
    return bool(
        player.page.locator(selector).evaluate_all(
            """found => found.length && found.every(one => {
                const {left, right, top, bottom} = one.getBoundingClientRect();
                const seen = (x, y) => one.contains(document.elementFromPoint(x, y));
                const middle = (left + right) / 2;
                return seen(middle, top + 2) && seen(middle, bottom - 2) && right <= innerWidth;
            })"""
        )
    )


def hands_sent(player: Player, table: str, number: int, *hands: str) -> None:
    """Send over the wire a deal in which Aki went out, with the others' hands by cards, from Ben on."""
    deal = f"{table}/deals/{number}"
    posts = [Post.of(f"{deal}/hands/{seat}", revision=1, cards=cards) for seat, cards in enumerate(hands, start=1)]
    for post in (Post.of(f"{deal}/end", out=0, revision=1), *posts):
        assert player.wire.post(post).status == 303


def counting(player: Player, *hands: str) -> str:
    """Return the path of a table whose first deal is being counted, with those hands."""
    table = player.seat("kalooki", FAMILY)
    hands_sent(player, table, 1, *hands)
    return table


def third_hand(player: Player, served: Server) -> str:
    """Book a deal, count two hands of the next and put the third on the tray; return the path of the table."""
    table = player.seat("kalooki", FAMILY)
    played(served, table, KALOOKI[:1])
    hands_sent(player, table, 2, "7 7 10")
    player.open(f"{table}/deals/2/count")
    player.see("#whose:has-text('Cy')")
    player.page.locator(".modes label").first.tap()
    player.count("Cy", ["2", "AS"])
    player.count("Dee", ["JK", "9", "9"], go_on=False)
    return table


@pytest.mark.handset(quiet=False)
def test_going_back_and_pressing_again_books_nothing_twice(player: Player) -> None:
    table = player.start("kalooki", FAMILY)
    player.deal_over(0)
    for name in FAMILY[1:]:
        player.see(f"#whose:has-text('{name}')")
        player.tap(".pad-cards .key[value='7']")
        player.tap(".pad-next")
    player.book()
    once = player.figures(".seat-total")
    for _ in range(6):  # through the review, the hands, and who went out
        player.page.go_back()
        for again in (".thumb-book .btn.primary", ".pad-next"):
            if player.page.locator(again).first.is_visible():  # False also while the page is replaced
                player.tap(again)
                player.page.wait_for_load_state()
    player.open(table)
    assert player.figures(".seat-total") == once == [0, 7, 7, 7]


@pytest.mark.windows
@pytest.mark.handset(quiet=False)
def test_ten_minutes_in_airplane_mode_in_the_middle_of_a_booking_cost_nothing(player: Player, served: Server) -> None:
    player.page.clock.install()
    third_hand(player, served)
    player.tap(".pad-next", ".review")
    player.page.context.set_offline(True)
    player.tap(".thumb-book .btn.primary", ".outbox:not([hidden])")
    player.page.clock.run_for(600_000)  # ms, on the clock of the page
    player.see(".outbox:not([hidden])")
    player.page.context.set_offline(False)
    player.page.clock.run_for(5_000)
    player.see(".page-table .seat-total")
    assert player.figures(".seat-total") == [0, 69, 47, 180]
    player.open(player.path + "/sheet")
    assert len(player.figures("tbody td a b")) == 8


@pytest.mark.handset(at="fresh", quiet=False)
def test_a_booking_tapped_while_the_host_is_away_survives_a_reload_and_books_once(
    player: Player, fresh: Server
) -> None:
    table = third_hand(player, fresh)
    player.tap(".pad-next", ".review")
    player.have_all()
    fresh.kill()
    player.tap(".thumb-book .btn.primary")
    player.tap(".thumb-book .btn.primary", ".outbox:not([hidden]):has-text('1 waits')")
    player.page.reload()  # the last page is still shown, with the waiting form
    player.see(".outbox:not([hidden])")
    fresh.start()
    player.see(".page-table .seat-total")
    assert player.path == table
    assert player.figures(".seat-total") == [0, 69, 47, 180]
    player.open(table + "/sheet")
    assert len(player.figures("tbody td a b")) == 8


def test_a_booking_whose_answer_is_slow_leads_to_the_table_once(player: Player, served: Server) -> None:
    table = third_hand(player, served)
    player.tap(".pad-next", ".review")
    asked: list[str] = []
    player.page.on("request", lambda one: asked.append(one.url) if one.is_navigation_request() else None)

    def slow(route: Any) -> None:
        answer = route.fetch(max_redirects=0)
        player.page.wait_for_timeout(1500)  # ms; the review polls each second for the booking
        route.fulfill(response=answer)

    player.page.route("**/book", slow)
    player.tap(".thumb-book .btn.primary", ".page-table .seat-total")
    player.page.wait_for_timeout(1500)  # time in which a repeated form on the table's page would be answered
    assert asked == [served.address + table]


def test_of_two_figures_the_choice_is_whole_on_the_screen_and_says_what_it_writes(browser: Any, served: Server) -> None:
    with phone(browser, served, quiet=False) as first, phone(browser, served, locale="ja-JP", quiet=False) as second:
        pad = f"{counting(first)}/deals/1/count?seat=1"
        first.open(pad)
        second.open(pad)
        second.count("Ben", ["9", "9"], go_on=False)  # an empty pad would be told of the first figure and go on
        first.count("Ben", ["7", "7"])
        first.see("#whose:has-text('Cy')")
        second.tap(".pad-next", ".stale")
        assert [second.figures(f".stale-choice {kind}") for kind in ("a", "button")] == [[14], [18]]
        assert second.page.locator(".figure-odd").count() == 0, "they differ by more than one card"
        for width, height in (LAPTOP, PHONE):
            second.page.set_viewport_size({"width": width, "height": height})
            until(lambda: shown(second, ".stale p, .stale .btn"), SOON, f"the choice at {width} px")  # laid out again
            assert not second.page.locator(".pad-next").is_visible(), "a button of another name does not overwrite"
        second.tap(".stale-choice button", "#whose:has-text('Cy')")
        assert second.figures(".tabs li:nth-child(2) small") == [18]


def test_a_choice_of_two_figures_stays_when_the_deal_is_saved_elsewhere_and_then_says_so(
    browser: Any, served: Server
) -> None:
    with phone(browser, served, quiet=False) as first, phone(browser, served, quiet=False) as second:
        table = first.begin_count("three-thirteen", ("Aki", "Ben"))
        second.open(f"{table}/deals/1/count?seat=1")
        second.count("Ben", ["9", "9", "9"], go_on=False)
        first.count("Ben", ["7", "7", "10"])
        second.tap(".pad-next", ".stale-choice button")
        first.tap(".thumb-book .btn.primary", ".page-table")
        assert not second.page.locator("[data-live]").count(), "no poll leads away from the choice"
        second.tap(".stale-choice button", ".notice:has-text('is already saved, and Ben has 24')")


def test_an_open_pad_hears_that_its_hand_was_counted_and_leads_on(browser: Any, served: Server) -> None:
    with phone(browser, served) as first, phone(browser, served) as second:
        table = first.begin_count("kalooki", FAMILY)
        second.open(f"{table}/deals/1/count?seat=1")
        assert "Cy" in second.text(".pad-next")
        first.count("Ben", ["7", "7"])
        first.count("Cy", ["9"])
        second.see(".pad-next:has-text('Dee')")
        assert second.text(".sum-total") == "14", "an empty pad shows what another phone counted"
        assert second.page.locator(".tabs li:nth-child(2) svg").count() == 1 and "counting" not in second.text(".tabs")
        second.tap(".pad-next", "#whose:has-text('Dee')")


def test_a_correction_shows_its_cards_and_leaves_the_pads_after_it_as_they_were(player: Player) -> None:
    table = counting(player, *["2 3 5 6 7 9 10 AH JK"] * 3)
    player.open(f"{table}/deals/1/count")
    player.book()
    player.open(f"{table}/correct/1/1")
    assert player.page.locator(".tray .chip").count() == 9 and shown(player, ".tray .chip")
    player.by_totals()
    player.open(table)
    player.deal_over(0)
    assert player.page.locator(".pad-cards").is_visible(), "by cards, as before"


@pytest.mark.handset(quiet=False)
def test_a_silent_host_is_told_above_the_buttons_and_on_the_pad(player: Player, served: Server) -> None:
    player.page.clock.install()
    third_hand(player, served)
    player.page.context.set_offline(True)
    player.page.clock.run_for(8_000)
    player.see(".heard:not([hidden])")
    assert shown(player, ".heard") and shown(player, ".tray .chip")
    player.page.context.set_offline(False)
    player.open(player.path.split("/deals")[0])
    player.page.context.set_offline(True)
    player.page.clock.run_for(8_000)
    player.see(".heard:not([hidden])")
    assert shown(player, ".heard")
    note, foot = player.boxes(".heard", ".card-foot")
    assert note["y"] + note["height"] <= foot["y"], "nothing to undo is covered"


@pytest.mark.handset(locale="ja-JP")
def test_a_figure_stays_in_one_line_beside_a_long_doubt(player: Player) -> None:
    player.begin_count("kalooki", FAMILY)
    player.count("Ben", ["2"] * 6 + ["3"] * 6 + ["4"] * 4, go_on=False)
    player.see(".sum .warn-text:visible")
    assert player.text(".sum-total") == "46"
    assert player.page.locator(".sum-total").bounding_box()["height"] < 64


def test_cards_in_the_review_never_break_within_a_group(player: Player) -> None:
    player.open(counting(player, *["2 3 5 6 6 10 10 AH JK"] * 3) + "/deals/1/count")
    player.see(".review")
    groups = player.page.locator(".tally-group")
    assert groups.nth(3).inner_text().split() == ["6", "×2"]
    assert all(groups.nth(n).bounding_box()["height"] < 26 for n in range(groups.count()))

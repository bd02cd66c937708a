"""The count pad in a real browser: digits, two drafts, and what is shown of them."""

from typing import Any

from tests.table import Served, phone

FAMILY = ["Aki", "Ben", "Cy", "Dee"]


def digits(player: Any, figure: str) -> None:
    """Tap the digits of a figure, one after another."""
    for digit in figure:
        player.tap(f"button[name='digit'][value='{digit}']")


def test_only_the_first_digit_takes_the_place_of_a_figure_from_before(browser: Any, served: Served) -> None:
    with phone(browser, served) as player:
        table = player.start("kalooki", FAMILY)
        player.deal_over(0)
        player.by_totals()
        player.count("Ben", total=12)
        player.see("#whose:has-text('Cy')")
        player.open(f"{table}/deals/1/count?seat=1")
        assert player.text(".sum-total") == "12"
        digits(player, "125")
        assert player.text(".sum-total") == "125"


def test_a_figure_typed_over_a_refused_one_is_booked_whole(browser: Any, served: Served) -> None:
    with phone(browser, served, quiet=False) as player:
        table = player.start("three-thirteen", FAMILY)
        player.deal_over(0)
        player.by_totals()
        player.count("Ben", total=2)
        player.see(".fault")
        digits(player, "2")
        assert player.page.locator(".fault").count() == 0, "it was said of the figure before"
        digits(player, "9")
        assert player.text(".sum-total") == "29"
        player.tap(".pad-next")
        player.see("#whose:has-text('Cy')")
        player.open(f"{table}/deals/1/count?seat=1")
        assert player.text(".sum-total") == "29"


def test_cards_and_total_are_two_drafts_and_only_the_one_shown_is_sent(browser: Any, served: Served) -> None:
    with phone(browser, served) as player:
        player.start("kalooki", FAMILY)
        player.deal_over(0)
        player.count("Ben", ["7", "7", "9"], go_on=False)
        player.by_totals()
        digits(player, "40")
        player.page.locator(".modes label").first.tap()
        assert (player.page.locator(".tray .chip").count(), player.text(".sum-total")) == (2, "23")
        player.page.reload()
        assert player.text(".sum-total") == "23"
        player.by_totals()
        assert player.text(".sum-total") == "40"
        player.tap(".pad-next")
        player.see("#whose:has-text('Cy')")
        assert player.text(".tabs li:nth-child(2) small") == "40"


def test_a_refusal_leaves_both_drafts(browser: Any, served: Served) -> None:
    with phone(browser, served, quiet=False) as player:
        player.start("three-thirteen", FAMILY)
        player.deal_over(0)
        player.count("Ben", ["7", "9", "2"], go_on=False)
        player.by_totals()
        digits(player, "2")
        player.tap(".pad-next")
        player.see(".fault")
        assert player.text(".sum-total") == "2"
        player.page.locator(".modes label").first.tap()
        assert (player.text(".sum-total"), player.page.locator(".fault").count()) == ("18", 0)


def test_a_blank_total_is_not_shown_as_zero(browser: Any, served: Served) -> None:
    with phone(browser, served) as player:
        player.start("three-thirteen", FAMILY)
        player.deal_over(0)
        player.by_totals()
        assert player.text(".sum-total") == "–"
        digits(player, "0")
        assert player.text(".sum-total") == "0"
        player.tap("button[name='back']")
        assert player.text(".sum-total") == "–"

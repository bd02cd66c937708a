"""Japanese keyboard in a real browser: sums, trays and rows follow full-width digits and cards while typing."""

from tests.browser.test_paper import SUMS, fill, table_of
from tests.support.table import Player
from tests.web.test_keyboards import wide

FAMILY = ["Aki", "Ben", "Cy", "Dee"]


TYPE = """([selector, text]) => {
  const field = document.querySelector(selector);
  field.value = text;
  field.dispatchEvent(new InputEvent("input", { bubbles: true }));
}"""  # types into a field that a phone shows only without script, as a user with a keyboard does


def put(player: Player, selector: str, text: str) -> None:
    """Type into a field, visible or not."""
    player.page.evaluate(TYPE, [selector, text])


def test_the_sums_of_a_paper_follow_full_width_digits(player: Player) -> None:
    table_of(player, ("Aki", "Ben", "Cy"))
    fill(player, [(wide("0"), wide("20"), wide("7")), (wide("5"), "1０", wide("0"))])
    assert player.page.evaluate(SUMS) == ["5", "30", "7"]


def test_a_bonus_with_any_dash_makes_its_sum(player: Player) -> None:
    table = player.seat("kalooki", FAMILY)
    for dash in ("－", "ー", "–", "-", "−", "− ", "\u200e–\u2009"):
        player.open(f"{table}/adjust")
        player.see(".points-form .btn:disabled")  # by its script
        player.tap("label:has([name=seat][value='1'])")
        player.tap("label:has([name=amount][value=''])")
        put(player, "[name=points]", f"{dash}{wide('50')}")
        assert " ".join(player.text(".makes").split()) == "Ben 0 − 50 = −50", dash
        assert player.page.input_value("[name=points]") == "50"


def test_the_pad_counts_full_width_cards_and_totals(player: Player) -> None:
    player.begin_count("kalooki", FAMILY)
    player.see(".hand-form")
    put(player, "[name=cards]", "７　Ｋ、ＪＫ")
    assert player.text(".sum-total") == "67"
    player.by_totals()
    player.see(".page-totals")
    put(player, "[name=total-1]", "２５")
    assert player.text(".figure-line:has-text('Ben') small") == "0 + 25 = 25"
    player.tap("button[name=digit][value='0']")
    assert player.page.input_value("[name=total-1]") == "250"


def test_a_figure_that_only_the_companion_reads_makes_no_sum_of_its_own(player: Player) -> None:
    player.begin_count("kalooki", FAMILY)
    player.by_totals()
    player.see(".page-totals")
    for typed in ("1,000", "x5"):
        put(player, "[name=total-1]", typed)
        assert player.text(".figure-line:has-text('Ben') small") == "0 + …", typed


def test_a_row_of_the_referee_shows_full_width_cards(player: Player) -> None:
    player.open("/rules/kalooki/referee/three")
    player.see(".js .cardgrid")
    put(player, ".cards-input", "８Ｓ　８Ｈ、８Ｄ")
    assert player.page.locator(".cards-row .held-card").count() == 3
    player.tap(".thumb .btn.primary:visible", "#ruling h2")
    assert "Yes" in player.text("#ruling h2")

"""Score entry from paper on a phone: a table to fill in, which is checked, corrected and saved."""

import pytest

from tests.support.table import Player

pytestmark = pytest.mark.handset(at="fresh")
SUMS = "[...document.querySelectorAll('.paper-table output')].map(sum => sum.value)"

TO_PAPER = """([action, names]) => {
  const form = Object.assign(document.createElement("form"), { method: "post", action });
  const field = (name, value) => Object.assign(document.createElement("input"), { name, value });
  form.append(field("paper", 1), ...names.map((name, chair) => field(`name${chair}`, name)));
  document.body.append(form);
  form.submit();
}"""

HEIGHTS = "all => all.map(one => Math.round(one.getBoundingClientRect().height))"


def fill(player: Player, lines: list[tuple[int, ...]]) -> None:
    """Type rows of points."""
    for deal, line in enumerate(lines, 1):
        for seat, points in enumerate(line):
            player.page.fill(f"[name=d{deal}s{seat}]", str(points))


def table_of(player: Player, names: tuple[str, ...], game: str = "three-thirteen") -> None:
    """Open the table of points for these players by way of the set-up."""
    player.open("/")
    player.page.evaluate(TO_PAPER, [f"/new/{game}/paper", names])
    player.see(".paper-table tfoot:not([hidden])")  # its script is loaded


def typed(player: Player, line: int) -> list[str]:
    """Return the values in a row."""
    return [field.input_value() for field in player.page.locator(f"[name^=d{line}s]").all()]


def test_what_was_typed_outlasts_a_reload_and_the_way_back_until_the_match_is_kept(player: Player) -> None:
    table_of(player, ("Aki", "Ben", "Cy"))
    player.page.fill("[name=day]", "2026-10-03")
    fill(player, [(0, 12, 30), (5, 0, 15)])
    player.page.reload()
    player.see(".paper-table tfoot:not([hidden])")
    assert typed(player, 1) == ["0", "12", "30"] and player.page.input_value("[name=day]") == "2026-10-03"
    assert player.page.evaluate(SUMS) == ["5", "12", "45"]
    player.tap("button[name=done]", ".page-setup")
    player.press("button[formaction$='/paper']", ".paper-table tfoot:not([hidden])")
    assert typed(player, 2) == ["5", "0", "15"]
    player.tap(".thumb .btn.primary", ".preview")
    player.back(".paper-table tfoot:not([hidden])")
    assert typed(player, 2) == ["5", "0", "15"]
    player.tap(".thumb .btn.primary", ".preview")
    player.tap("[name=save]", ".page-sheet")
    table_of(player, ("Aki", "Ben", "Cy"))
    assert typed(player, 1) == ["", "", ""], "the match is kept"


def test_enter_goes_on_from_cell_to_cell_and_sends_no_half_table(player: Player) -> None:
    table_of(player, ("Aki", "Ben", "Cy"))
    player.page.focus("[name=d1s0]")
    for points in ("0", "12", "30", "7"):
        player.page.keyboard.type(points)
        player.page.keyboard.press("Enter")
    assert typed(player, 1) == ["0", "12", "30"] and typed(player, 2)[0] == "7"
    assert player.path.endswith("/paper")


def test_points_stay_with_their_player_and_are_shown_to_no_other_table_or_game(player: Player) -> None:
    table_of(player, ("Aki", "Ben", "Cy"))
    fill(player, [(0, 12, 30)])
    table_of(player, ("Cy", "Benno", "Aki"))
    assert typed(player, 1) == ["30", "12", "0"], "two have changed seats, one is written otherwise"
    table_of(player, ("Aki", "Ben", "Cy"), "kalooki")
    assert typed(player, 1) == ["", "", ""]
    table_of(player, ("Dee", "Emi", "Flo"))
    assert typed(player, 1) == ["", "", ""]


@pytest.mark.handset(size=(360, 640))
def test_a_match_on_paper_is_corrected_in_its_check_and_saved(player: Player) -> None:
    player.seat("three-thirteen", ("Aki", "Ben", "Cy"))
    player.open("/new/three-thirteen?paper=1")
    for person in range(3):
        player.tap(f"#sit-{person}", f"body:not(:has(#sit-{person}))")
    player.tap("button[formaction$='/paper']", ".paper-table tfoot:not([hidden])")
    player.page.fill("[name=day]", "2026-10-03")
    fill(player, [(0, 9999, 30), (5, 0, 15)])
    assert player.page.evaluate(SUMS) == ["5", "9999", "45"]
    assert player.page.evaluate("document.documentElement.scrollWidth") <= 360
    player.tap(".thumb .btn.primary", ".preview .odd")
    assert player.page.evaluate("document.documentElement.scrollWidth") <= 360
    player.tap(".preview button[value='1.2']", ".slip input:focus")
    player.page.keyboard.type("12")
    player.page.keyboard.press("Enter")
    player.see("body:not(:has([data-whole]))")
    player.tap(".thumb [name=again]", ".paper-table tfoot:not([hidden])")
    assert typed(player, 1) == ["0", "12", "30"]
    player.tap(".thumb .btn.primary", ".preview")
    player.tap("[name=save]", ".page-sheet")
    player.open(player.path.removesuffix("/sheet"))
    assert player.text(".winner h2") == "Aki wins"
    assert "3 Oct" in player.text(".result")


@pytest.mark.handset(size=(360, 640))
def test_a_cell_of_a_sheet_is_corrected_by_what_is_typed_and_its_contract_is_in_one_piece(player: Player) -> None:
    player.open("/new/kalooki/sheet")
    player.page.fill("textarea", "Aki,Ben,Cy\n0,27,40\n12,0,22\n")
    player.tap(".thumb .btn.primary", ".preview")
    assert max(player.page.locator(".preview tbody small").evaluate_all(HEIGHTS)) < 24, "one line"
    player.tap(".preview button[value='2.2']", ".slip input:focus")
    player.page.keyboard.type("31")
    player.page.keyboard.press("Enter")
    player.see("body:not(:has([data-whole]))")
    assert player.text(".preview tbody tr:nth-child(2)").split()[-1] == "31"


def test_back_closes_the_cell_of_a_sheet_and_leads_from_its_check_to_the_refused_one(player: Player) -> None:
    player.open("/new/kalooki/sheet")
    player.page.fill("textarea", "Aki,Aki,Cy\n0,27,40\n12,0,22\n")
    player.tap(".thumb .btn.primary", ".fault")
    player.page.fill("textarea", "Aki,Ben,Cy\n0,27,40\n12,0,22\n")
    player.tap(".thumb .btn.primary", ".preview")
    player.tap(".preview button[value='2.2']", ".slip input:focus")
    player.back("body:not(:has([data-whole])) .preview")
    player.back(".fault")
    assert all("422" in line for line in player.complaints)
    player.complaints.clear()

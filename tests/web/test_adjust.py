"""Bonuses and fines: signed points with a reason, separate from the deals."""

import re

import pytest

from companion.storage.store import Store
from tests.support.phone import Opened, Phone

pytestmark = pytest.mark.usefixtures("shared_app")


@pytest.mark.parametrize(("text", "sign", "points"), [("–\u200950", "", -50), ("25", "", 25), ("50", "-", -50)])
def test_an_adjustment_reaches_the_totals(
    client: Phone, store: Store, match: Opened, text: str, sign: str, points: int
) -> None:
    code = match()
    page = client.post(f"/m/{code}/adjust", seat=1, points=text, sign=sign, reason="rule broken")
    assert (page.status, page.location) == (303, f"/m/{code}")
    assert store.match(code).sheet.totals == (0, points, 0, 0)


def test_the_way_back_is_to_the_table_whose_menu_led_here(client: Phone, match: Opened) -> None:
    code = match()
    assert client.get(f"/m/{code}/adjust").all("a", **{"aria-label": "Back to the table"})[0]["href"] == f"/m/{code}"


def test_the_sheet_says_with_which_deal_a_fine_counts(client: Phone, match: Opened) -> None:
    code = match()
    client.deal(code, 1, 0, {1: "20", 2: "30", 3: "40"})
    client.post(f"/m/{code}/adjust", seat=1, points=25, reason="late")
    assert "late, counts with deal 1," in client.get(f"/m/{code}/sheet").said


def test_the_table_says_what_was_given_last_until_it_is_taken_back(client: Phone, store: Store, match: Opened) -> None:
    code = match()
    client.post(f"/m/{code}/adjust", seat=1, points=25, reason="a card under the table")
    table = client.get(f"/m/{code}")
    assert "+25 Ben a card under the table Correct" in table.said
    (way,) = (link["href"] for link in table.all("a") if link["href"].startswith(f"/m/{code}/adjust/"))
    page = client.get(way)
    assert page.all("a", **{"class": "tool"})[0]["href"] == f"/m/{code}"
    client.submit(page.form(way.split("?")[0]), reason="wrong player", back="1")
    assert "a card under the table" not in client.get(f"/m/{code}").said


def test_less_than_nothing_has_a_minus_sign_and_no_hyphen(client: Phone, match: Opened) -> None:
    code = match()
    client.post(f"/m/{code}/adjust", seat=1, points=-50, reason="rule broken")
    for page in ("", "/sheet", "/seats/1"):
        said = client.get(f"/m/{code}{page}").said
        assert "−50" in said and "-50" not in said


def test_what_is_no_signed_number_is_refused_and_stays_in_the_field(client: Phone, store: Store, match: Opened) -> None:
    code = match()
    page = client.post(f"/m/{code}/adjust", seat=1, points="<script>", reason="rule broken")
    assert (page.status, page.value("points")) == (422, "<script>")
    assert page.all("input", name="reason", value="rule broken", checked="")
    assert page.all("p", role="alert") and page.all("input", name="seat", value="1", checked="")
    assert store.match(code).sheet.entries == ()


def test_an_adjustment_needs_a_reason(client: Phone, store: Store, match: Opened) -> None:
    code = match()
    page = client.post(f"/m/{code}/adjust", seat=1, points="-50", reason="\u200b\x00")
    assert (page.status, store.match(code).sheet.entries) == (422, ())
    assert page.all("input", name="amount", value="50", checked="") and page.all(
        "input", name="sign", value="-", checked=""
    )


def given(client: Phone, store: Store, match: Opened) -> tuple[str, int]:
    """Return the code of a match with a bonus of 50 for Aki after the first deal, and the id of that entry."""
    code = match()
    client.deal(code, 1, 0, {1: "25", 2: "40", 3: "50"})
    client.post(f"/m/{code}/adjust", seat=0, points="-50", reason="lifted exactly")
    return code, store.match(code).sheet.entries[-1].id


def marks(client: Phone, code: str) -> list[str]:
    """Return the bonuses and fines in the grid, in its order."""
    page = client.get(f"/m/{code}/sheet").html
    return re.findall(r'<em class="given">.*?</span>\s*(\S*?)\s*</em>', page, re.DOTALL)


def test_a_bonus_stands_in_the_grid_at_its_deal(client: Phone, store: Store, match: Opened) -> None:
    code, _ = given(client, store, match)
    assert marks(client, code) == ["−50"]
    client.post(f"/m/{code}/adjust", seat=0, points="-5", reason="again")
    assert marks(client, code) == ["−55"]
    empty = match()
    client.post(f"/m/{empty}/adjust", seat=2, points="10", reason="late")
    assert marks(client, empty) == ["+10"], "also before the first deal is booked"


def test_a_bonus_is_taken_back_by_a_further_entry(client: Phone, store: Store, match: Opened) -> None:
    code, number = given(client, store, match)
    form = client.get(f"/m/{code}/adjust/{number}").form(f"/{number}")
    client.submit(form, form.button("back"), reason="it was Ben's")
    sheet = store.match(code).sheet
    assert (sheet.totals, len([one for one in sheet.entries if one.kind == "adjust"])) == ((0, 25, 40, 50), 2)
    page = client.get(f"/m/{code}/sheet")
    assert marks(client, code) == [] and "<s>−50</s>" in page.html and "Taken back: it was Ben's" in page.said
    assert client.post(f"/m/{code}/adjust/{number}", back=1, reason="twice").status == 422
    assert store.match(code).sheet.totals[0] == 0


def test_a_bonus_is_corrected_in_its_own_deal(client: Phone, store: Store, match: Opened) -> None:
    code, number = given(client, store, match)
    client.deal(code, 2, 1, {0: "30", 2: "40", 3: "50"})
    assert client.post(f"/m/{code}/adjust/{number}", points="-25", reason="a digit").status == 303
    sheet = store.match(code).sheet
    assert (sheet.total_after(1, 0), sheet.totals[0], sheet.entries[-1].deal) == (-25, 5, 1)

"""Corrections of a booked hand: with name and reason, refused in words, and never over another phone's figure."""

import pytest

from companion.storage.store import Store
from tests.support.evenings import Evenings
from tests.support.phone import Opened, Page, Phone, WebForm

pytestmark = pytest.mark.usefixtures("shared_app")


@pytest.fixture
def code(client: Phone, store: Store, match: Opened, evenings: Evenings) -> str:
    """A match with its first deal booked: Aki out, then 25, 40 and 50."""

    def booked() -> str:
        code = match()
        client.deal(code, 1, 0, {1: "25", 2: "K K K K", 3: "50"})
        return code

    return str(evenings.once(store, (__name__, "booked"), booked))


def correct(client: Phone, code: str, seat: int = 1, key: str = "", **fields: object) -> Page:
    """Correct the first deal and return the response."""
    given = {"reason": "counted wrong", **fields}
    return client.post(f"/m/{code}/correct/1/{seat}", key=key, **given)


def saved(client: Phone, code: str, seat: int = 1, **filled: str) -> Page:
    """Enter the hand on the pad, save it, and return the page that follows."""
    form = client.get(f"/m/{code}/correct/1/{seat}").form(f"/correct/1/{seat}")
    return sent(client, form, **filled)


def sent(client: Phone, form: WebForm, **filled: str) -> Page:
    """Send a form, and return the page that it leads to or that shows it again."""
    page = client.send(form.action, form.filled(**filled))
    return client.follow(page) if page.status == 303 else page


def slip(page: Page) -> WebForm:
    """Return the form that asks about other changes."""
    return next(form for form in page.forms if any(one.attributes.get("name") == "sure" for one in form.buttons))


def test_the_pad_holds_what_stands_and_how_it_came_about(client: Phone, code: str) -> None:
    page = client.get(f"/m/{code}/correct/1/1")
    assert (page.value("total"), page.value("revision")) == ("25", "4")
    assert "was 25 25" in page.said and page.said.count("25") == 2, "the old figure is there once"
    assert client.get(f"/m/{code}/correct/1/2").value("cards") == "K K K K"
    assert not page.all("option"), "nothing is chosen from a list that opens"


def test_the_key_that_takes_back_says_nothing_of_cards_as_totals_are_typed_too(client: Phone, code: str) -> None:
    page = client.get(f"/m/{code}/correct/1/1", Accept_Language="ja")
    assert [key["aria-label"] for key in page.all("button", name="back")] == ["最後の入力を戻す"]


def test_that_a_player_went_out_after_all_leads_to_the_hand_that_is_wanted_for_it(
    client: Phone, store: Store, code: str
) -> None:
    page = saved(client, code, 1, went_out="yes", reason="misheard")
    form = page.form("/correct/1/0")
    assert ("out", "1") in form.fields and ("reason", "misheard") in form.fields
    asked = slip(sent(client, form, cards="", total="30"))
    done = client.submit(asked, asked.button("sure"))
    assert "Deal 1: Ben went out. Saved." in done.said
    sheet = store.match(code).sheet
    assert (sheet.out(1), sheet.penalty(1, 0), sheet.penalty(1, 1)) == (1, 30, 0)


def test_a_figure_is_saved_by_one_button_and_undone_on_the_sheet(client: Phone, store: Store, code: str) -> None:
    page = saved(client, code, total="52")
    assert "Ben, deal 1: 52 saved. Was 25." in page.said
    last = store.match(code).sheet.history(1, 1)[-1]
    assert (last.figure, last.entry.by, last.entry.reason) == ("52", "", "")
    undo = page.form("/correct/1/1/undo")
    after = client.submit(undo, undo.buttons[-1])
    assert "saved. Was" not in after.said and store.match(code).sheet.penalty(1, 1) == 25
    assert "saved. Was" not in client.get(f"/m/{code}/sheet").said, "only after a correction"


def test_a_reason_is_one_of_the_list_or_written(client: Phone, store: Store, code: str) -> None:
    saved(client, code, total="52", reason="misheard")
    saved(client, code, cards="K 9", total="", other="a card under the table")
    lines = [(line.figure, line.entry.reason) for line in store.match(code).sheet.history(1, 1)]
    assert lines[1:] == [("52", "misheard"), ("19", "a card under the table")]


@pytest.mark.parametrize("filled", [{"total": "331"}, {"total": "", "cards": "7 frog"}])
def test_a_figure_that_cannot_stand_is_said_on_the_pad(client: Phone, code: str, filled: dict[str, str]) -> None:
    page = saved(client, code, **filled)
    assert (page.status, page.all("div", role="dialog")) == (422, [])
    assert page.faults and [page.value(name) for name in filled] == list(filled.values())


@pytest.mark.parametrize(
    ("seat", "filled"), [(1, {"total": "25"}), (2, {"cards": "K K K K"}), (2, {"cards": "", "total": "40"})]
)
def test_a_figure_that_stands_already_is_said_on_the_pad_and_books_nothing(
    client: Phone, store: Store, code: str, seat: int, filled: dict[str, str]
) -> None:
    for page in (saved(client, code, seat, **filled), correct(client, code, seat, **filled)):
        assert (page.status, page.all("div", role="dialog")) == (422, [])
        assert "Nothing to change" in page.faults
        assert [page.value(name) for name in filled] == list(filled.values())
    assert not store.match(code).sheet.is_corrected(1, seat)


def test_where_somebody_else_went_out_both_cells_change_at_once(client: Phone, store: Store, code: str) -> None:
    form = slip(saved(client, code, 0, out="1", cards="K 9"))
    client.submit(form, form.button("sure"))
    sheet = store.match(code).sheet
    assert (sheet.out(1), sheet.totals) == (1, (19, 0, 40, 50))


def test_the_slip_says_every_other_figure_and_total_that_changes(client: Phone, code: str) -> None:
    said = saved(client, code, 0, out="1", cards="K 9").said
    assert said.startswith("0 becomes 19 ·") and "total 0 becomes 19" in said
    assert "Ben went out: 25 becomes 0, total 25 becomes 0" in said
    assert "Cy: " not in said and "on by" not in said, "what stays is left out"
    assert not saved(client, code, total="52").all("div", role="dialog")


@pytest.mark.parametrize(
    ("seat", "filled", "said"),
    [
        (0, {"out": "1", "cards": "K K K"}, "The result changes from a win for Aki to a win for Ben."),
        (0, {"total": "25", "out": "2"}, "The result changes from a win for Aki to a win for Cy."),
        (1, {"total": "26"}, ""),
    ],
)
def test_the_slip_of_a_match_that_is_over_says_who_has_won_then(
    client: Phone, code: str, seat: int, filled: dict[str, str], said: str
) -> None:
    client.post(f"/m/{code}/end")
    page = saved(client, code, seat, **filled).said
    assert said in page and ("The result changes" in page) == bool(said)


def test_the_slip_says_that_the_match_is_no_longer_over(client: Phone) -> None:
    lines = {deal: (0, 5) if deal % 2 else (5, 0) for deal in range(1, 12)}
    cells = {f"d{deal}s{seat}": str(points) for deal, line in lines.items() for seat, points in enumerate(line)}
    seats = {"name0": "Aki", "name1": "Ben", "house.tie_round": "yes", "day": "2026-01-04", "save": "1"}
    code = client.post("/new/three-thirteen/sheet", **seats, **cells).location.split("/")[2]
    form = client.get(f"/m/{code}/correct/11/1").form("/correct/11/1")
    said = sent(client, form, none="1").said
    assert "This undoes a win for Aki: Bonus round is still to be played." in said


def test_a_key_pressed_on_a_correction_keeps_the_reason(client: Phone, code: str) -> None:
    form = client.get(f"/m/{code}/correct/1/2").form("/correct/1/2")
    form.fields = form.filled(other="a joker was forgotten")
    assert client.submit(form, form.button("add", "JK")).value("other") == "a joker was forgotten"


def test_only_booked_hands_can_be_corrected(client: Phone, code: str) -> None:
    for where in ("2/1", "0/0", "1/4"):
        address = f"/m/{code}/correct/{where}"
        assert client.get(address).status == client.post(address).status == 404, where


@pytest.fixture
def unended(client: Phone, match: Opened) -> str:
    """A match with a deal booked in which no player went out."""
    code = match()
    client.deal(code, 1, None, dict.fromkeys(range(4), "25"))
    return code


def test_who_went_out_after_all_is_a_chip_of_the_correction(client: Phone, store: Store, unended: str) -> None:
    saved(client, unended, 2, went_out="yes")
    assert store.match(unended).sheet.totals == (25, 25, 0, 25)

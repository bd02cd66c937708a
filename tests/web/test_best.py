"""Best arrangement: a whole hand laid out with the fewest points left, and counted with one tap."""

import pytest

from companion.storage.store import Store
from tests.support.phone import Opened, Page, Phone, WebForm

pytestmark = [pytest.mark.file, pytest.mark.usefixtures("shared_app")]

HAND = "3S 4S 5S"  # the whole hand of the first round, in which threes are wild


@pytest.fixture
def code(client: Phone, match: Opened) -> str:
    """A game of Three Thirteen after its first round; Aki went out."""
    code = match("three-thirteen")
    client.post(f"/m/{code}/deals/1/end", out=0)
    return code


def laid(client: Phone, code: str, whole: str, seat: int = 1, **fields: object) -> Page:
    """Return the page with that hand on it."""
    asked = "&".join(f"{name}={value}" for name, value in {"whole": whole.replace(" ", "+"), **fields}.items())
    return client.get(f"/m/{code}/deals/1/best/{seat}?{asked}")


def take(client: Phone, code: str, whole: str = "7S 7H KD", seat: int = 1, **fields: object) -> Page:
    """Count that hand and return the response."""
    return client.post(f"/m/{code}/deals/1/best/{seat}", whole=whole, **{"revision": 1, **fields})


def to_count(page: Page) -> WebForm:
    """Return the form that counts the hand as laid out."""
    return next(form for form in page.forms if form.attributes.get("method") == "post" and "/best/" in form.action)


def test_a_hand_is_laid_out_and_its_points_are_said(client: Phone, code: str) -> None:
    page = laid(client, code, HAND)
    assert (page.status, to_count(page).buttons[0].words) == (200, "Count 0")
    assert to_count(laid(client, code, "7S 7H KD")).buttons[0].words == "Count 24"


def test_with_nothing_counted_nothing_is_asked_about_it(client: Phone, code: str) -> None:
    def asked(query: str) -> list[str]:
        spans = client.get(f"/m/{code}/deals/1/count?seat=1{query}").all("span")
        return [
            name for span in spans for name in ("data-some", "data-nothing") if name in span and "hidden" not in span
        ]

    assert (asked(""), asked("&cards=7+7+K")) == (["data-nothing"], ["data-some"])
    page = client.get(f"/m/{code}/deals/1/best/1")
    assert (page.status, "Arrange the whole hand" in page.said, page.faults) == (200, True, "")
    page = laid(client, code, "")
    assert (page.status, "Tap all 3 cards of the hand." in page.faults) == (422, True)


def test_what_the_player_had_counted_is_held_against_it(client: Phone, code: str) -> None:
    assert "Your melds leave 19; this leaves 0." in laid(client, code, HAND, thought=19).said
    assert "There is no better arrangement." in laid(client, code, HAND, thought=0).said
    assert "Your melds leave" not in laid(client, code, HAND).said


def test_it_is_counted_as_the_page_made_it_and_the_working_stays_readable(
    client: Phone, store: Store, code: str
) -> None:
    client.submit(to_count(laid(client, code, HAND, thought=19)))
    sheet = store.match(code).sheet
    entry = sheet.latest("hand", 1, 1)
    assert entry and (entry.how, entry.points, entry.cards) == ("arranged", 0, HAND)
    assert entry.body["thought"] == 19 and len(entry.body["melds"]) == 1


@pytest.mark.parametrize("cards", ["7S 7H", "7S 7H KD 2C", "<script>alert(1)</script>"])
def test_what_is_no_hand_of_this_round_is_refused_and_stays_in_the_field(
    client: Phone, store: Store, code: str, cards: str
) -> None:
    page = laid(client, code, cards)
    assert (page.status, page.value("whole"), bool(page.faults)) == (422, cards, True)
    assert take(client, code, cards).status == 422
    assert store.match(code).sheet.latest("hand", 1, 1) is None


@pytest.fixture
def arranged(client: Phone, match: Opened) -> str:
    """A match after its second round, with the second seat's hand arranged: three sevens laid aside, a king left."""
    code = match("three-thirteen")
    client.deal(code, 1, 0, {1: "K", 2: "K", 3: "K"})
    client.post(f"/m/{code}/deals/2/end", out=0)
    assert client.post(f"/m/{code}/deals/2/best/1", whole="7S 7H 7D KC", revision=1).status == 303
    return code


def test_an_arranged_hand_opens_with_its_melds_aside_and_is_what_it_was_when_sent_back(
    client: Phone, store: Store, arranged: str
) -> None:
    before = store.match(arranged).sheet
    page = client.get(f"/m/{arranged}/deals/2/count?seat=1")
    assert (page.value("cards"), page.value("total")) == ("KC", "")
    assert "Laid aside" in page.said and "3 aside, 1 left" in page.said and "This is the lowest." in page.said
    client.submit(page.form("/deals/2/hands/1"))
    after = store.match(arranged).sheet
    assert after.entries == before.entries and after.penalty(2, 1) == before.penalty(2, 1) < 14


def test_other_cards_than_those_left_over_make_a_hand_by_cards(client: Phone, store: Store, arranged: str) -> None:
    client.submit(client.get(f"/m/{arranged}/deals/2/count?seat=1").form("/deals/2/hands/1"), cards="7 K")
    hand = store.match(arranged).sheet.latest("hand", 2, 1)
    assert hand and (hand.how, hand.cards) == ("cards", "7 K")


def test_an_arranged_hand_is_corrected_from_its_own_points(client: Phone, store: Store, arranged: str) -> None:
    for seat in (2, 3):
        client.post(f"/m/{arranged}/deals/2/hands/{seat}", cards="K", revision=1)
    client.post(f"/m/{arranged}/deals/2/book")
    page = client.get(f"/m/{arranged}/correct/2/1")
    assert page.value("cards") == "KC" and "Laid aside" in page.said
    form = page.form("/correct/2/1")
    points = store.match(arranged).sheet.penalty(2, 1)
    answer = client.send(form.action, form.filled())
    assert (answer.status, f"already has {points}" in answer.faults) == (422, True)


def test_the_same_hand_arranged_once_more_keeps_what_was_counted_before_it(
    client: Phone, store: Store, code: str
) -> None:
    take(client, code, thought=30)
    take(client, code, "KD 7H 7S", revision=2)
    (hand,) = store.match(code).sheet.revisions("hand", 1, 1)
    assert hand.body["thought"] == 30

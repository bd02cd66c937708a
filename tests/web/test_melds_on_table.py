"""Melds on the table: taken from saved and marked lay-down rulings; a tap on one asks the next question."""

import pytest

from companion.storage.store import Store
from companion.web.view.melds_on_table import melds_on_table
from tests.support.phone import Opened, Page, Phone

pytestmark = pytest.mark.usefixtures("shared_app")

SECOND = "deal=2&seat=1&melds=4H+4D+4C&melds=9S+9D+9H&melds=5H+JK+7H+8H"


@pytest.fixture
def code(client: Phone, match: Opened) -> str:
    """A match in its second deal, which asks for two threes and a four."""
    opened = match()
    client.deal(opened, 1, 0, {1: "25", 2: "JK", 3: "50"})
    return opened


def lay_down(client: Phone, code: str, seat: int = 1) -> Page:
    """Judge the lay-down and mark that player by it."""
    page = client.get(f"/m/{code}/referee/lay-down?judge=1&{SECOND}")
    form = next(form for form in page.forms if "mark-down" in form.attributes.get("class", ""))
    return client.submit(form, form.button("mark", str(seat)))


def kept(client: Phone, code: str, ask: str, query: str) -> None:
    """Judge a question and save the ruling."""
    page = client.get(f"/m/{code}/referee/{ask}?judge=1&{query}")
    client.submit(next(form for form in page.forms if form.attributes.get("id") == "keep"))


def melds(store: Store, code: str) -> list[tuple[int, str]]:
    """Return the melds on the table with their seats."""
    return [(one.seat, " ".join(map(str, one.cards))) for one in melds_on_table(store.match(code).sheet)]


def taps(page: Page) -> list[str]:
    """Return the queries that the melds on the table link to."""
    return [link["href"].partition("?")[2] for link in page.all("a") if "meld=" in link["href"]]


def test_a_player_who_is_marked_by_a_ruling_has_these_melds_on_the_table(
    client: Phone, store: Store, code: str
) -> None:
    assert melds(store, code) == []
    assert "Ben laid down." in lay_down(client, code).said
    assert store.match(code).sheet.laid_down(2, 1)
    assert melds(store, code) == [(1, "4H 4D 4C"), (1, "9S 9D 9H"), (1, "5H JK 7H 8H")]
    client.post(f"/m/{code}/deals/2/calls/1", act="undo-lay-down")
    assert melds(store, code) == [], "the mark was taken back"


def test_a_seat_that_the_ruling_is_not_about_is_not_marked(client: Phone, store: Store, code: str) -> None:
    page = client.get(f"/m/{code}/referee/lay-down?judge=1&{SECOND}")
    form = next(form for form in page.forms if "mark-down" in form.attributes.get("class", ""))
    answered = client.post(f"/m/{code}/referee/lay-down", **{**dict(form.filled()), "mark": "2"})
    assert answered.status == 422 and not store.match(code).sheet.laid_down(2, 2)


def test_a_ruling_that_says_no_lays_nothing_down(client: Phone, store: Store, code: str) -> None:
    kept(client, code, "lay-down", "deal=2&seat=1&melds=4H+4D+5C&melds=9S+9D+9H&melds=5H+JK+7H+8H")
    client.post(f"/m/{code}/deals/2/calls/1", act="lay-down")
    assert melds(store, code) == []


def test_melds_grow_by_what_was_kept_on_them(client: Phone, store: Store, code: str) -> None:
    lay_down(client, code)
    kept(client, code, "track-on", "meld=5H+JK+7H+8H&cards=9H&end=top&laid_down=yes")
    kept(client, code, "move-joker", "meld=5H+JK+7H+8H+9H&card=6H&laid_down=yes")
    kept(client, code, "track-on", "meld=9S+9D+9H&cards=8S&laid_down=yes")  # refused by the referee
    assert melds(store, code) == [(1, "4H 4D 4C"), (1, "9S 9D 9H"), (1, "5H 6H 7H 8H 9H JK")]


def test_ends_and_jokers_lead_to_the_question_filled_in(client: Phone, code: str) -> None:
    lay_down(client, code)
    four = "meld=5H+JK+7H+8H"
    assert taps(client.get(f"/m/{code}/referee/track-on?seat=1")) == [
        "seat=1&laid_down=yes&meld=4H+4D+4C",
        "seat=1&laid_down=yes&meld=9S+9D+9H",
        f"seat=1&laid_down=yes&{four}&end=bottom",
        f"seat=1&laid_down=yes&{four}&end=top",
    ]
    joker = f"/m/{code}/referee/move-joker"
    assert taps(client.get(joker)) == [f"laid_down=yes&{four}&card=6H&judge=1"]
    answered = client.get(f"{joker}?laid_down=yes&{four}&card=6H&judge=1")
    assert "Yes" in answered.said and "K24" in answered.said


def test_the_next_deal_begins_with_an_empty_table(client: Phone, store: Store, code: str) -> None:
    lay_down(client, code)
    client.deal(code, 2, 0, {1: "25", 2: "JK", 3: "50"})
    assert melds(store, code) == []


def test_what_is_asked_about_the_table_begins_with_its_melds(client: Phone, code: str) -> None:
    lay_down(client, code)
    page = client.get(f"/m/{code}/referee/could-add?seat=1")
    form = next(form for form in page.forms if form.attributes.get("id") == "question")
    known = [value for name, value in form.fields if name == "table" and value]
    assert known == ["4H 4D 4C", "9S 9D 9H", "5H JK 7H 8H"]
    assert "No card" not in client.submit(form, hand="4S 2C").said


def own_melds(client: Phone, code: str, seat: int) -> list[str]:
    """Return the melds that a lay-down by that player begins with as on the table already."""
    page = client.get(f"/m/{code}/referee/lay-down?seat={seat}")
    form = next(form for form in page.forms if form.attributes.get("id") == "question")
    return [value for name, value in form.fields if name == "on_table" and value]


def test_a_later_lay_down_begins_with_the_players_own_melds(client: Phone, code: str) -> None:
    lay_down(client, code)
    assert own_melds(client, code, 1) == ["4H 4D 4C", "9S 9D 9H", "5H JK 7H 8H"]
    assert own_melds(client, code, 2) == []


def test_a_hand_has_a_known_number_of_cards_only_before_its_lay_down(client: Phone, code: str) -> None:
    address = f"/m/{code}/referee/could-add?seat=1"
    assert "data-full" in client.get(address).html
    lay_down(client, code)
    assert "data-full" not in client.get(address).html

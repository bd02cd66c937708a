"""Result picture: every player's figures, rings for going out, and bonuses and fines outside the deals."""

from collections.abc import Callable

import pytest
from flask import Flask, g

from companion.picture import Card, fonts
from companion.storage.store import Store
from companion.web.screens.share import card
from tests.support.phone import Opened, Phone

pytestmark = [pytest.mark.file, pytest.mark.usefixtures("shared_app")]


@pytest.fixture
def pictured(app: Flask, client: Phone, store: Store, match: Opened) -> Callable[..., Card]:
    """Return a function that gives the picture of a match of two booked deals, in a language, after further forms."""

    def made(*forms: tuple[str, dict[str, str]], language: str = "en") -> Card:
        code = match()
        client.deal(code, 1, 0, {1: "10", 2: "30", 3: "30"})
        client.deal(code, 2, 1, {0: "25", 2: "5", 3: "9"})
        for path, fields in forms:
            assert client.post(f"/m/{code}{path}", **fields).status == 303
        assert client.post(f"/m/{code}/end").status == 303
        with app.test_request_context():
            g.language = language
            return card(store.match(code))

    return made


def test_rows_stand_in_the_order_of_the_result_with_rings_where_somebody_went_out(
    pictured: Callable[..., Card],
) -> None:
    one = pictured()
    assert [(row.name, row.total, row.won) for row in one.rows][:2] == [("Ben", "10", True), ("Aki", "25", False)]
    assert (one.rows[1].figures, one.rows[1].out) == (("0", "25"), (True, False))
    assert one.columns == ("1", "2")  # only of deals that were played
    assert (one.heading, one.sentence) == ("Ben wins", "10 points, 15 fewer than Aki")
    assert one.more.startswith("Ended early") and one.foot == "Standard rules."


def test_what_was_given_beside_the_deals_has_a_column_so_that_rows_add_up(pictured: Callable[..., Card]) -> None:
    one = pictured(("/adjust", {"seat": "3", "points": "-50", "reason": "lifted exactly"}))
    assert one.columns[-1] == "±"
    dee = next(row for row in one.rows if row.name == "Dee")
    *figures, total = (int(figure.replace("−", "-")) for figure in (*dee.figures, dee.total) if figure)
    assert dee.figures[-1] == "−50" and sum(figures) == total
    assert all(len(row.figures) == len(row.out) == len(one.columns) for row in one.rows)


def test_who_came_too_late_for_a_place_is_said_to_have_come_late(pictured: Callable[..., Card]) -> None:
    one = pictured(("/people", {"name": "Emi", "start": "average"}))
    assert {row.name: row.note for row in one.rows if row.note} == {"Emi": "no place · came late"}
    assert "no place · came late" in one.texts()


def test_lines_begin_at_the_left_and_end_within_the_chart(pictured: Callable[..., Card]) -> None:
    for line in pictured().lines:
        assert line.points[0][0] == 0 and abs(line.points[-1][0] - 1) < 0.01
        assert all(-0.01 <= height <= 1.01 for _, height in line.points)


EMOJI = "🇬🇧 👨\u200d👩\u200d👧 👍🏽 ❤️\u200d🔥".split()


def test_a_name_with_emoji_is_drawn_without_them_and_one_of_nothing_else_by_its_seat(
    app: Flask, client: Phone, store: Store, match: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    everywhere = fonts.font_for
    monkeypatch.setattr(fonts, "font_for", lambda piece, *how: None if piece[0] > "\u2763" else everywhere("a", *how))
    code = match(names=(f"Aki {EMOJI[0]}", EMOJI[1], f"{EMOJI[2]} Cy {EMOJI[3]} Dee", "Emi"))
    client.deal(code, 1, 0, {1: "10", 2: "30", 3: "30"})
    client.post(f"/m/{code}/end")
    with app.test_request_context():
        one = card(store.match(code))
    assert sorted(row.name for row in one.rows) == sorted(line.name for line in one.lines)
    assert [row.name for row in one.rows] == ["Aki", "Player 2", "Cy Dee", "Emi"]
    assert (one.heading, one.sentence) == ("Aki wins", "0 points, 10 fewer than Player 2")
    assert client.http.get(f"/m/{code}/share/result.png").status_code == 200
    page = client.get(f"/m/{code}/share")
    assert "There is no picture" not in page.said and f"Aki {EMOJI[0]} wins" in page.html

"""Result in words, correct also if a player left with fewer points."""

import re
from html import unescape

import pytest
from flask import Flask

from companion import demo
from companion.storage.store import Store
from companion.web.view.match_text import result_summary
from tests.browser.screens import screens, seeded
from tests.support.phone import Opened, Phone

pytestmark = pytest.mark.file


@pytest.fixture
def left_ahead(client: Phone, match: Opened) -> str:
    """A finished match of Kalooki in which Dee and Eve had the fewest points, and left."""
    code = match(names=("Aki", "Ben", "Cy", "Dee", "Eve"))
    client.deal(code, 1, 4, {0: "90", 1: "80", 2: "70", 3: "10"})
    for seat in (3, 4):
        assert client.post(f"/m/{code}/people", leaves=seat).status == 303
    client.cancel(code, range(2, 10))
    return code


def test_the_winner_is_compared_with_those_who_stayed(client: Phone, left_ahead: str) -> None:
    for page in ("", "/tv"):
        said = client.get(f"/m/{left_ahead}{page}").said
        assert "70 points, 10 fewer than Ben" in said and "bonus" not in said
        assert "Dee and Eve left" in said


def test_the_words_to_share_say_who_has_left_and_who_share_a_win(
    app: Flask, client: Phone, store: Store, match: Opened, left_ahead: str
) -> None:
    tie = match("three-thirteen", ("Aki", "Ben", "Cy"))
    client.deal(tie, 1, 0, {1: "0", 2: "20"})
    client.post(f"/m/{tie}/end")
    with app.test_request_context():
        told = [result_summary(store.match(code).sheet, "today").splitlines()[1:4] for code in (left_ahead, tie)]
    assert told == [
        ["Cy wins", "70 points, 10 fewer than Ben", "Dee and Eve left; their points no longer count."],
        ["A tie: Aki and Ben", "0 points each: the win is shared", "Ended early: 1 of 11 rounds played"],
    ]


def test_the_sheet_and_the_home_page_mark_who_has_left(client: Phone, left_ahead: str, match: Opened) -> None:
    head = client.get(f"/m/{left_ahead}/sheet").html.split("</thead>")[0]
    assert head.count("has left") == 2
    running = match(names=("Aki", "Ben", "Cy", "Dee"))
    client.post(f"/m/{running}/people", leaves=3)
    assert client.get("/").said.count("has left") == 3, "one at the running match, two in history"


def test_a_bonus_round_is_still_said_where_it_decided(client: Phone, store: Store, match: Opened) -> None:
    code = match("three-thirteen", names=("Aki", "Ben", "Cy"), tie_round=True)
    client.deal(code, 1, 0, {1: "0", 2: "20"})
    client.cancel(code, range(2, 12))
    client.deal(code, 12, 1, {0: "7"})
    assert store.match(code).sheet.winner_names == ["Ben"]
    assert "0 points, won in the bonus round" in client.get(f"/m/{code}").said


# Names written from right to left

LETTERS = enumerate("אבגדהוזחטיכלמנסע")
LEFTWARDS = [f"{letter}בג {number}" if number % 2 else f"{letter}مل" for number, letter in LETTERS]
ALONE = re.compile(
    r'<bdi\b.*?</bdi>|<option\b[^>]*>[^<]*</option>|\b(?:value|href|data-send-picture)="[^"]*"', re.DOTALL
)
TEXT = re.compile(r'="([^"]*)"|>([^<]*)')  # an attribute, or a text between two tags


def turned(text: str) -> list[str]:
    """Return the names in a text that turn it round: neither alone in it nor between direction marks."""
    marked = re.sub("\u2068[^\u2069]*\u2069", "", text)
    return [name for name in LEFTWARDS if name in marked and marked.strip() != name]


def test_no_name_turns_a_sentence_a_title_or_a_label_round(
    client: Phone, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(demo, "NAMES", LEFTWARDS)
    seen = 0
    for screen, path in screens(seeded(store, ["kalooki"])).items():
        page = client.http.get(path).text
        seen += any(name in page for name in LEFTWARDS)
        for attribute, words in TEXT.findall(ALONE.sub("", page)):
            assert not turned(unescape(attribute or words)), (screen, attribute or words)
    assert seen > 20


def test_no_name_turns_what_is_shared_or_read_by_a_calendar(client: Phone, store: Store, match: Opened) -> None:
    code = match(names=("דנה כהן", "أمل", "Zoë", "בן 7"))
    client.deal(code, 1, 0, {1: "25", 2: "30", 3: "40"})
    client.post(f"/m/{code}/end")
    (text,) = re.findall(r"<textarea[^>]*>(.*?)</textarea>", client.http.get(f"/m/{code}/share").text, re.DOTALL)
    lines = unescape(text).splitlines()
    assert lines[1:3] == ["⁨דנה כהן⁩ wins", "0 points, 25 fewer than ⁨أمل⁩"]
    assert lines[-4:] == ["⁨דנה כהן⁩ 0", "⁨أمل⁩ 25", "Zoë 30", "⁨בן 7⁩ 40"]
    calendar = client.http.get("/evenings.ics").text.replace("\r\n ", "")
    assert "DESCRIPTION:⁨דנה כהן⁩ 0\\, ⁨أمل⁩ 25\\, Zoë 30\\, ⁨בן 7⁩ 40\r\n" in calendar
    assert "דנה כהן" in client.http.get("/matches.csv").text and "⁨" not in client.http.get("/matches.csv").text

"""Fonts of this machine: the one for each script, and characters that none of them has."""

import shutil
from collections.abc import Iterator

import pytest
from PIL import Image, ImageDraw

from companion.picture import fonts
from companion.picture.fonts import candidates, clusters, font_for, font_of_character, unwritable_pieces

NOBODYS = "\U000f1234"  # private use: no system font has it
pytestmark = pytest.mark.skipif(not candidates("regular", "en"), reason="no font is on this machine")


@pytest.fixture
def bare(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A machine without any font."""
    found = (candidates, font_for)
    for one in found:
        one.cache_clear()
    monkeypatch.setattr(fonts, "on_this_machine", lambda name: "")
    monkeypatch.setattr(fonts, "font_of_character", lambda character: None)
    yield
    for one in found:
        one.cache_clear()


def test_what_no_font_has_is_named_once_and_what_one_has_is_not() -> None:
    assert unwritable_pieces(f"Aki {NOBODYS} Ben {NOBODYS}", "en") == [NOBODYS]


@pytest.mark.usefixtures("bare")
def test_without_a_font_everything_that_is_seen_is_missing() -> None:
    assert unwritable_pieces("Ab", "en") == ["A", "b"]


def test_a_mark_is_written_in_the_font_of_its_letter() -> None:
    assert clusters("e\u0301a") == ["e\u0301", "a"]
    assert unwritable_pieces("e\u0301", "en") == []


def test_a_space_is_written_in_the_font_before_it_so_that_a_name_is_not_turned_round(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    one, *_, other = candidates("regular", "en") * 2
    monkeypatch.setattr(fonts, "font_for", lambda piece, *_: other if piece.isspace() else one)
    pen = fonts.Pen(ImageDraw.Draw(Image.new("L", (9, 9))), "en", 1)
    assert [run for run, _ in pen._runs("Ann Lee", "regular", 20)] == ["Ann Lee"]


def test_what_only_joins_or_selects_needs_no_font() -> None:
    assert clusters("a\u200db\ufe0f") == ["a\u200d", "b\ufe0f"]
    assert unwritable_pieces("a\u200db\ufe0f", "en") == []


@pytest.mark.parametrize("style", ["regular", "bold", "serif"])
def test_japanese_is_written_in_a_japanese_font_where_there_is_one(style: str) -> None:
    found = font_for("勝", style, "ja")
    if found is None:
        pytest.skip("no Japanese font is on this machine")
    assert found == font_for("ち", style, "ja") == font_for("A", style, "ja"), "a sentence is in one font"


def test_an_ordinary_letter_is_not_taken_for_a_box() -> None:
    found = candidates("regular", "en")[0]
    assert fonts.has(found, "A") and not fonts.has(found, NOBODYS)


@pytest.mark.skipif(not shutil.which("fc-match"), reason="there is no fontconfig here")
def test_fontconfig_is_asked_where_no_known_font_has_a_character() -> None:
    found = font_of_character("A")
    assert found and fonts.has(found, "A")
    assert font_for(NOBODYS, "regular", "en") is None, "what it answers is looked at too"

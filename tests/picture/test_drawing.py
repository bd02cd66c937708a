"""Picture of a result: its size, and its rings and lines in place, with any names."""

import io
import math
from dataclasses import replace

import pytest
from PIL import Image, ImageDraw

from companion.picture import Card, PlayerLine, Row, fonts
from companion.picture.drawing import (
    CHART,
    CHART_LEFT,
    CHART_WIDTH,
    ENDS,
    GAP,
    GOOD,
    HEIGHT,
    INK,
    MARK,
    PAPER,
    RIGHT,
    WIDTH,
    dashed,
    png,
)
from companion.picture.fonts import Pen, Style

LONGEST = "Wolfeschlegelsteinhausenbergerdorffwelch"
pytestmark = pytest.mark.skipif(not fonts.candidates("regular", "en"), reason="no font is on this machine")


def card(*names: str, columns: int = 9, language: str = "en") -> Card:
    """Return the picture of a match that the first player won, going out in its first deal."""
    figures, out = ("0", *["25"] * (columns - 1)), (True, *[False] * (columns - 1))
    rows = [
        Row(name, figures, out if not place else (False,) * columns, "256", not place)
        for place, name in enumerate(names)
    ]
    lines = [
        PlayerLine(name, "256", "second" if place else "won", ((0.0, 0.0), (1.0, place / 10)), place / 10)
        for place, name in enumerate(names)
    ]
    said = (f"{names[0]} wins", "256 points", "")
    return Card(
        language,
        "Kalooki",
        "22 Nov 2026",
        *said,
        tuple(map(str, range(1, columns + 1))),
        tuple(rows),
        (("0", 0.0),),
        tuple(lines),
        "—",
    )


def drawn(one: Card) -> Image.Image:
    """Return the rendered picture."""
    return Image.open(io.BytesIO(png(one))).convert("RGB")


def colours(image: Image.Image, box: tuple[int, int, int, int]) -> set[str]:
    """Return the colours in a part of the picture."""
    part = image.crop(box)
    found = part.getcolors(maxcolors=part.width * part.height) or []
    return {f"#{bytes(colour).hex()}" for _, colour in found}


def is_blank(image: Image.Image, box: tuple[int, int, int, int]) -> bool:
    """True if that part shows nothing but paper, as far as an eye can tell."""
    paper = bytes.fromhex(PAPER[1:])
    found = (bytes.fromhex(colour[1:]) for colour in colours(image, box))
    return all(max(abs(one - other) for one, other in zip(colour, paper, strict=True)) < 4 for colour in found)


def test_it_is_a_png_of_the_size_that_is_sent_on() -> None:
    image = Image.open(io.BytesIO(png(card("Aki", "Ben"))))
    assert (image.format, image.size) == ("PNG", (WIDTH, HEIGHT))


def test_the_winners_line_ends_in_a_dot_and_who_went_out_has_a_ring() -> None:
    image = drawn(card("Aki", "Ben", "Cy", "Dee"))
    assert image.getpixel((CHART_LEFT + CHART_WIDTH, CHART)) == tuple(bytes.fromhex(MARK[1:]))
    assert GOOD in colours(image, (300, 920, 376, 1020)), "the ring in the first column of the first row"
    assert GOOD not in colours(image, (300, 1000, 984, 1220)), "and nowhere else"


@pytest.mark.parametrize(
    ("language", "names"),
    [("en", (LONGEST,) * 12), ("ja", (LONGEST,) * 2), ("ja", ("明日香", "Zoë")), ("en", ("A" * 40, " ", "\u200d"))],
)
def test_no_name_is_written_beyond_the_edge_of_the_paper(names: tuple[str, ...], language: str) -> None:
    image = drawn(card(*names, columns=13, language=language))
    for box in ((46, 90, 92, 1240), (988, 90, 1034, 1240)):
        assert is_blank(image, box)


def test_a_long_name_does_not_run_into_the_figures() -> None:
    image = drawn(card(LONGEST, "Ben", "Cy", "Dee"))
    assert is_blank(image, (294, 932, 312, 988))


def with_totals(one: Card, total: str) -> Card:
    """Return the picture with that total at the end of every line."""
    return replace(one, lines=tuple(replace(line, total=total) for line in one.lines))


@pytest.mark.parametrize("names", [("Evangelos", "Dee"), (LONGEST, "Maximiliane", "Ben", "Cy", "Dee", "Emi")], ids=len)
def test_names_beside_the_chart_end_before_their_totals(names: tuple[str, ...]) -> None:
    image = drawn(with_totals(card(*names), "1563"))
    top, low = CHART - 30, CHART + 300
    seen = [is_blank(image, (x, top, x + 1, low)) for x in range(ENDS, RIGHT)]
    assert any(all(seen[x : x + GAP - 2]) for x in range(30, len(seen) - GAP)), "nothing is printed between the two"


def test_a_long_name_beside_the_chart_is_cut_and_not_made_smaller_than_the_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    written: dict[str, Style] = {}
    monkeypatch.setattr(Pen, "write", lambda pen, text, x, y, style, room: written.setdefault(text, style))
    one = with_totals(card(LONGEST, "Evangelos", "Dee"), "1563")
    png(replace(one, rows=(), heading="", sentence=""))
    styles = [written[text] for text in (LONGEST, "Evangelos", "Dee", "1563")]
    assert len({style.size for style in styles}) == 1 and {style.least for style in styles} == {1.0}


@pytest.mark.parametrize("columns", [1, 14])
def test_it_is_drawn_for_few_deals_and_many(columns: int) -> None:
    assert INK in colours(drawn(card("Aki", "Ben", columns=columns)), (300, 900, 984, 1220))


def test_a_dashed_line_covers_its_dashes_and_no_gap() -> None:
    pieces = list(dashed([(0, 0), (30, 0), (30, 40)], (20, 10)))
    assert pieces[0] == [(0, 0), (20, 0)] and pieces[1] == [(30, 0), (30, 20)] and pieces[2] == [(30, 30), (30, 40)]
    assert sum(math.dist(*piece[:1], *piece[-1:]) for piece in pieces) == 50


def test_another_sentence_is_another_picture() -> None:
    one = card("Aki", "Ben")
    assert png(one) != png(replace(one, sentence="257 points"))


HEBREW = "\u05d0\u05d1\u05d2"


@pytest.mark.skipif(fonts.font_for(HEBREW[0], "regular", "en") is None, reason="no font has Hebrew letters")
@pytest.mark.skipif(fonts.DIRECTION is None, reason="Pillow was built without raqm")
def test_a_name_written_from_right_to_left_turns_no_sentence_round() -> None:
    def inked(text: str) -> list[int]:
        image = Image.new("L", (400, 60), 255)
        Pen(ImageDraw.Draw(image), "en", 1).write(text, 10, 40, Style(32, "black"), 380)
        return [x for x in range(400) if any(image.getpixel((x, y)) < 128 for y in range(60))]

    name, whole = inked(HEBREW), inked(f"{HEBREW} wins")
    assert whole[: len(name)] == name, "the name stands first, as on the page"

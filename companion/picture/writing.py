"""Text on a picture: in several fonts if needed, no wider than the room."""

from itertools import groupby
from typing import NamedTuple
from unicodedata import category

from PIL import ImageDraw

from companion.picture.fonts import UNSEEN, Font, clusters, font, font_for, selects


class Style(NamedTuple):
    """The style of a text."""

    size: float
    colour: str
    style: str = "regular"  # regular, bold or serif
    anchor: str = "l"  # point of the text at the given place: its left end (l), its middle (m) or its right end (r)
    least: float = 0.65  # least part of the size to shrink to before the text is cut


class Pen:
    """Writer for one picture in one language, with all sizes multiplied by the scale."""

    def __init__(self, draw: ImageDraw.ImageDraw, language: str, scale: int):
        self.draw, self.language, self.scale = draw, language, scale

    def write(self, text: str, at: tuple[float, float], style: Style, room: float) -> None:
        """Write a text on that base line, smaller or cut if it is too wide."""
        size, runs = self._fitted(text, style, room * self.scale)
        width = sum(font.getlength(run) for run, font in runs)
        left = at[0] * self.scale - {"l": 0, "m": width / 2, "r": width}[style.anchor]
        for run, one in runs:
            self.draw.text((left, at[1] * self.scale), run, style.colour, one, anchor="ls")
            left += one.getlength(run)

    def width(self, text: str, style: Style) -> float:
        """Return the width of a text in that style, in unscaled pixels."""
        runs = self._runs(text, style.style, round(style.size * self.scale))
        return sum(font.getlength(run) for run, font in runs) / self.scale

    def _fitted(self, text: str, style: Style, room: float) -> tuple[int, list[tuple[str, Font]]]:
        """Return the size at which a text fits, and its runs; the text is cut if even the smallest is too wide."""
        size = round(style.size * self.scale)
        runs = self._runs(text, style.style, size)
        width = sum(font.getlength(run) for run, font in runs)
        if width > room:
            size = max(int(size * room / width), round(size * style.least))
            runs = self._runs(text, style.style, size)
        pieces = clusters(text)
        while sum(font.getlength(run) for run, font in runs) > room and len(pieces) > 1:
            pieces.pop()
            runs = self._runs("".join(pieces).rstrip() + "…", style.style, size)
        return size, runs

    def _runs(self, text: str, style: str, size: int) -> list[tuple[str, Font]]:
        """Return a text in runs of one font each, without characters that no font has."""
        pieces = [(font_for(piece, style, self.language), shown(piece)) for piece in clusters(text)]
        grouped = groupby((piece for piece in pieces if piece[0]), key=lambda piece: piece[0])
        return [("".join(piece for _, piece in run), font(found, size)) for found, run in grouped if found]


def shown(piece: str) -> str:
    """Return a piece without joiners and selectors."""
    return "".join(one for one in piece if category(one) not in UNSEEN and not selects(one))

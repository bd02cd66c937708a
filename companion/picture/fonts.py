"""Find fonts of this machine that have every character of a text, so that no box is drawn, and write with them."""

import shutil
import subprocess
from functools import cache, lru_cache
from itertools import groupby
from typing import NamedTuple
from unicodedata import category

from PIL import ImageDraw, ImageFont, features

from companion.names import clusters

Font = ImageFont.FreeTypeFont
Found = tuple[str, int]  # path of a font file, and the index of the font in it
TRIED = 32  # pixels, for testing fonts
ASKED = 8  # seconds for fontconfig, which builds its cache when first used
NOWHERE = "\U0010ffff"  # a character that no font has; fonts draw a box for it
UNSEEN = {"Cf", "Cc"}  # categories of joiners and the like, omitted if a font lacks them
SPACES = {"Zs"}
PICTURES = {"So", "Sk"}  # categories of emoji and their tones of skin
# Direction of a sentence in English or Japanese: else a Hebrew name at its head would turn it round.
DIRECTION = "ltr" if features.check("raqm") else None  # only the library Raqm knows directions

LATIN = {
    "regular": "NotoSans-Regular.ttf DejaVuSans.ttf LiberationSans-Regular.ttf segoeui.ttf Arial.ttf arial.ttf",
    "bold": "NotoSans-Bold.ttf DejaVuSans-Bold.ttf LiberationSans-Bold.ttf segoeuib.ttf Arial_Bold.ttf arialbd.ttf",
    "serif": "NotoSerif-Regular.ttf DejaVuSerif.ttf LiberationSerif-Regular.ttf Georgia.ttf georgia.ttf times.ttf",
}
JAPANESE = {
    "regular": "NotoSansCJK-Regular.ttc NotoSansJP-Regular.otf ipagp.ttf ヒラギノ角ゴシック_W3.ttc meiryo.ttc",
    "bold": "NotoSansCJK-Bold.ttc NotoSansJP-Bold.otf ipagp.ttf ヒラギノ角ゴシック_W6.ttc meiryob.ttc",
    "serif": "NotoSerifCJK-Regular.ttc NotoSerifJP-Regular.otf ipamp.ttf ヒラギノ明朝_ProN.ttc yumin.ttf msmincho.ttc",
}
OTHERS = "DejaVuSans.ttf NotoEmoji-Regular.ttf Symbola.ttf seguisym.ttf seguiemj.ttf Arial_Unicode.ttf"


@cache
def candidates(style: str, language: str) -> tuple[Found, ...]:
    """Return the fonts to try in turn for a text in that style and language, as far as this machine has them."""
    both = (JAPANESE, LATIN) if language == "ja" else (LATIN, JAPANESE)
    names = [name for fonts in both for name in fonts[style].split()]
    names += [name for fonts in both for name in fonts["regular"].split()] + OTHERS.split()
    files = (on_this_machine(name.replace("_", " ")) for name in dict.fromkeys(names))
    return tuple((file, 0) for file in files if file)


@cache
def on_this_machine(name: str) -> str:
    """Return the path of the font of that name in the system's folders; "" if there is no scalable one."""
    try:
        return str(ImageFont.truetype(name, TRIED).path)
    except OSError:  # missing, or a bitmap font of one size
        return ""


@lru_cache(maxsize=128)
def font(found: Found, size: int) -> Font:
    """Return a font in a size, in pixels."""
    return ImageFont.truetype(found[0], size, index=found[1])


@lru_cache(maxsize=4096)
def has(found: Found, character: str) -> bool:
    """Return whether a font has a character: it draws something other than its box for unknown ones."""
    plain = ImageFont.truetype(found[0], TRIED, index=found[1], layout_engine=ImageFont.Layout.BASIC)
    drawn, box = (plain.getmask(one, mode="L") for one in (character, NOWHERE))
    return (drawn.size, bytes(drawn)) != (box.size, bytes(box)) and drawn.size[0] > 0


@lru_cache(maxsize=512)
def font_for(cluster: str, style: str, language: str) -> Found | None:
    """Return the first font that has all visible characters of a cluster; None if this machine has none."""
    seen = [one for one in cluster if category(one) not in UNSEEN | SPACES and not selects(one)]
    for found in candidates(style, language):
        if all(has(found, one) for one in seen):
            return found
    asked = font_of_character(seen[0]) if seen else None
    return asked if asked and all(has(asked, one) for one in seen) else None


@lru_cache(maxsize=512)
def font_of_character(character: str) -> Found | None:
    """Return the font that fontconfig has for a character; None without fontconfig."""
    program = shutil.which("fc-match")
    if not program:
        return None
    query = [program, "--format=%{file}\\t%{index}", f"sans:charset={ord(character):x}:scalable=true"]
    try:
        answer = subprocess.run(query, capture_output=True, text=True, timeout=ASKED, check=True).stdout
        file, index = answer.split("\t")
        font(found := (file, int(index)), TRIED)
    except (OSError, ValueError, subprocess.SubprocessError):
        return None
    return found


def selects(character: str) -> bool:
    """Return whether a character only selects how the one before is drawn."""
    return "\ufe00" <= character <= "\ufe0f"


def unwritable_pieces(text: str, language: str) -> list[str]:
    """Return the pieces of a text that no font of this machine can write."""
    pieces = dict.fromkeys(piece for piece in clusters(text) if not piece.isspace())
    return [piece for piece in pieces if font_for(piece, "regular", language) is None]


def without_emoji(text: str, language: str) -> str:
    """Return a text without the emoji and other pictures that no font of this machine can write."""
    return "".join(
        piece for piece in clusters(text) if category(piece[0]) not in PICTURES or font_for(piece, "regular", language)
    )


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

    def write(self, text: str, x: float, y: float, style: Style, room: float) -> None:
        """Write a text on that base line, smaller or cut if it is too wide."""
        runs = self._fitted(text, style, room * self.scale)
        width = sum(font.getlength(run) for run, font in runs)
        left = x * self.scale - {"l": 0, "m": width / 2, "r": width}[style.anchor]
        for run, one in runs:
            self.draw.text((left, y * self.scale), run, style.colour, one, anchor="ls", direction=DIRECTION)
            left += one.getlength(run)

    def width(self, text: str, style: Style) -> float:
        """Return the width of a text in that style, in unscaled pixels."""
        runs = self._runs(text, style.style, round(style.size * self.scale))
        return sum(font.getlength(run) for run, font in runs) / self.scale

    def _fitted(self, text: str, style: Style, room: float) -> list[tuple[str, Font]]:
        """Return the runs of a text, smaller if it is too wide, and cut if even the smallest size is."""
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
        return runs

    def _runs(self, text: str, style: str, size: int) -> list[tuple[str, Font]]:
        """Split a text into runs of one font; spaces take the font before them, characters without a font go."""
        pieces: list[tuple[Found, str]] = []
        for piece in clusters(text):
            found = pieces[-1][0] if pieces and piece.isspace() else font_for(piece, style, self.language)
            pieces += [(found, shown(piece))] if found else []
        grouped = groupby(pieces, key=lambda piece: piece[0])
        return [("".join(piece for _, piece in run), font(found, size)) for found, run in grouped]


def shown(piece: str) -> str:
    """Return a piece without joiners and selectors."""
    return "".join(one for one in piece if category(one) not in UNSEEN and not selects(one))

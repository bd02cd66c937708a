"""What people type for figures, cards and codes, as plain letters: full-width ones, and every dash, read the same."""

import re
from unicodedata import normalize

LONGEST_TEXT = 2000  # characters of one field that are read
WIDE = re.compile("[\u3000\uff01-\uffee\ufe50-\ufe6b]+")  # full-width, half-width and small forms
# Not in names and reasons: ー is a letter there.
SIGNS = str.maketrans(dict.fromkeys("‐‑‒–—―−⸺⸻─━ー", "-") | {"、": ",", "。": "."})


def folded(text: str) -> str:
    """The text in plain digits, letters, commas and minus signs, whichever keyboard it was typed on."""
    return text if text.isascii() else WIDE.sub(lambda wide: normalize("NFKC", wide[0]), text).translate(SIGNS)


def whole_number(text: str, digits: int = 6) -> int | None:
    """The number that a text of at most so many digits stands for, one below nought too; None if it is none."""
    text = folded(text[:LONGEST_TEXT]).strip()
    figure = text[1:] if text[:1] in ("-", "+") else text
    return int(text) if figure.isascii() and figure.isdecimal() and len(figure) <= digits else None


def natural_number(text: str, digits: int = 6) -> int | None:
    """The same of plain digits alone, without a sign."""
    return whole_number(text, digits) if folded(text[:LONGEST_TEXT]).strip()[:1].isdecimal() else None

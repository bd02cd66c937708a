"""Normalise typed numbers, cards and codes: full-width characters and all kinds of dashes become plain ones."""

import re
from unicodedata import normalize

LONGEST_TEXT = 2000  # characters read of one field
WIDE = re.compile("[\u3000\uff01-\uffee\ufe50-\ufe6b]+")  # full-width, half-width and small forms
# Not used for names and reasons: ー is a letter there.
SIGNS = str.maketrans(dict.fromkeys("‐‑‒–—―−⸺⸻─━ー", "-") | {"、": ",", "。": "."})


def folded(text: str) -> str:
    """Return the text with plain digits, letters, commas and minus signs."""
    return text if text.isascii() else WIDE.sub(lambda wide: normalize("NFKC", wide[0]), text).translate(SIGNS)


def whole_number(text: str, digits: int = 6) -> int | None:
    """Return the whole number, negative too, of a text with at most this number of digits; None if it is not one."""
    text = folded(text[:LONGEST_TEXT]).strip()
    figure = text[1:] if text[:1] in ("-", "+") else text
    return int(text) if figure.isascii() and figure.isdecimal() and len(figure) <= digits else None


def natural_number(text: str, digits: int = 6) -> int | None:
    """Return the same for plain digits without a sign."""
    return whole_number(text, digits) if folded(text[:LONGEST_TEXT]).strip()[:1].isdecimal() else None

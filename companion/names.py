"""Names as people type them, made fit to show: 1 to 40 characters, nothing invisible, no tricks of direction."""

import re
import unicodedata

LONGEST = 40  # characters
ZWJ = "\u200d"
KEPT_FORMATS = {ZWJ, "\ufe0f"}  # joiners and selectors, inside emoji


def clean(text: str, longest: int | None = None) -> str:
    """The text in NFC without control, bidi, zero-width and stray surrogate characters, spaces folded."""
    text = text.encode("utf-8", "ignore").decode("utf-8")
    text = unicodedata.normalize("NFC", text)
    text = "".join(" " if character.isspace() else character for character in text)
    kept: list[str] = []
    marks = 0
    for place, character in enumerate(text):
        category = unicodedata.category(character)
        marks = marks + 1 if category.startswith("M") else 0
        if category in ("Cc", "Cs", "Co", "Cn") or marks > 3:
            continue
        if category == "Cf" and not (character in KEPT_FORMATS and in_emoji(text, place)):
            continue
        kept.append(character)
    cleaned = re.sub(r" +", " ", "".join(kept)).strip()
    return cleaned[:longest].strip() if longest else cleaned


def in_emoji(text: str, place: int) -> bool:
    """Whether the joiner at that place follows a picture."""
    before = text[place - 1] if place else ""
    return bool(before) and (unicodedata.category(before) in ("So", "Sk") or before in KEPT_FORMATS)


def same(one: str, other: str) -> bool:
    """Whether two names look alike: equal after compatibility folding, whatever their case."""
    return folded(one) == folded(other)


def folded(name: str) -> str:
    """The name as it is compared."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())

"""Clean and compare typed names: 1 to 40 characters, nothing invisible, no bidirectional tricks."""

import re
import unicodedata
from collections.abc import Iterable

from companion.rules.text import N_, Text

LONGEST = 40  # characters
ZWJ, SELECTOR = "\u200d", "\ufe0f"
KEPT_FORMATS = {ZWJ, SELECTOR}  # joiners and selectors, allowed inside emoji
BLANK = re.compile(  # invisible letters, marks and signs outside category Cf
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0e\uffa0\U000e0100-\U000e01ef]"
)


def clean(text: str, longest: int | None = None) -> str:
    """Return the text in NFC without control, bidi, zero-width and stray surrogate characters, spaces folded."""
    text = text.encode("utf-8", "ignore").decode("utf-8")
    text = unicodedata.normalize("NFC", BLANK.sub("", text))
    kept: list[str] = []
    marks = 0
    for character in text:
        category = unicodedata.category(character)
        if character.isspace():
            kept.append(" ")
        elif character in KEPT_FORMATS:
            kept += [character] if after_picture(kept) else []
        elif category.startswith("M"):
            marks += 1
            kept += [character] if marks <= 3 and kept and kept[-1] != " " else []
        elif category not in ("Cc", "Cf", "Cs", "Co", "Cn"):
            kept.append(character)
            marks = 0
    cleaned = unicodedata.normalize("NFC", re.sub(" +", " ", "".join(kept)))
    return cleaned[:longest].strip(" " + ZWJ)


def after_picture(kept: list[str]) -> bool:
    """Return whether the next character follows a picture, and so may join or shape it."""
    return bool(kept) and (unicodedata.category(kept[-1]) in ("So", "Sk") or kept[-1] == SELECTOR)


def fault(name: str, others: Iterable[str]) -> Text | None:
    """Return the reason why a cleaned name cannot be used beside those others; None if it can."""
    if len(name) > LONGEST:
        return Text(N_("A name has at most {longest} characters."), longest=LONGEST)
    if any(same(name, other) for other in others):
        return Text(N_("Two players cannot have the same name: the scoresheet could not tell them apart."))
    return None


def same(one: str, other: str) -> bool:
    """Return whether two names look alike: equal after compatibility and case folding."""
    return folded(one) == folded(other)


def folded(name: str) -> str:
    """Return the name in the form in which it is compared."""
    seen = "".join(character for character in name if character not in KEPT_FORMATS)
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", seen).casefold())

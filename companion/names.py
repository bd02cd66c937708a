"""Clean and compare typed names: 1 to 40 characters, nothing invisible, no bidirectional tricks."""

import re
import unicodedata
from collections.abc import Iterable, Sequence

from companion.rules.text import N_, Text

LONGEST_NAME = 40  # characters
ZWJ, SELECTOR = "\u200d", "\ufe0f"
KEPT_FORMATS = {ZWJ, SELECTOR}  # joiners and selectors, allowed inside emoji
BLANK = re.compile(  # invisible letters, marks and signs outside category Cf
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0e\uffa0\U000e0100-\U000e01ef]"
)


EXTENDS = re.compile("[\uff9e\uff9f\u0e33\u0eb3\U0001f3fb-\U0001f3ff]")  # half-width dakuten, am, tones of skin
FLAG = re.compile("[\U0001f1e6-\U0001f1ff]{2}")
CONJOINS = "\u094d\u09cd\u0acd\u0b4d\u0c4d\u0d4d\u1039\u17d2"  # viramas that tie two consonants into one letter


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
    if len(name) > LONGEST_NAME:
        return Text(N_("A name has at most {longest} characters."), longest=LONGEST_NAME)
    if any(same(name, other) for other in others):
        return Text(N_("Two players cannot have the same name: the scoresheet could not tell them apart."))
    return None


def same(one: str, other: str) -> bool:
    """Return whether two names look alike: equal after compatibility and case folding."""
    return folded(one) == folded(other)


def folded(name: str) -> str:
    """Return the name in the form in which it is compared."""
    seen = "".join(character for character in name if character not in KEPT_FORMATS)
    small = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", seen).casefold())
    return small.replace("i\u0307", "i").replace("ı", "i")  # İ and ı: their capital or small letter is an i elsewhere


def initial(name: str) -> str:
    """Return the first letter of a name as people see it, as a capital: with its marks, or a whole emoji."""
    return "".join(clusters(name)[:1]).title()


def initials(names: Sequence[str]) -> list[str]:
    """Return the initials of people at a table; those of one initial get the letter by which most of them differ."""
    letters = [clusters(name.replace(" ", "")) for name in names]
    firsts = [initial(name) for name in names]
    found = firsts
    for _ in range(2):  # once more for those that are still alike
        groups = [[own for own, other in zip(letters, found, strict=True) if other == one] for one in found]
        found = [
            one if len(alike) == 1 else (first + letter(own, distinguishing_place(alike))).title()
            for one, first, own, alike in zip(found, firsts, letters, groups, strict=True)
        ]
    return found


def distinguishing_place(names: Sequence[Sequence[str]]) -> int:
    """Return the place, after the first, of the letter by which most of these names differ."""
    places = range(1, max(map(len, names)))
    return max(places, key=lambda place: len({folded(letter(name, place)) for name in names}), default=1)


def letter(name: Sequence[str], place: int) -> str:
    """Return the letter of a name at a place; "" behind its end."""
    return "".join(name[place : place + 1])


def clusters(name: str) -> list[str]:
    """Return the letters of a cleaned name as people see them: its extended grapheme clusters (UAX #29)."""
    found: list[str] = []
    for character in name:
        if found and joins(found[-1], character):
            found[-1] += character
        else:
            found.append(character)
    return found


def joins(cluster: str, here: str) -> bool:
    """Return whether a character belongs to the cluster before it."""
    category, before = unicodedata.category(here), cluster[-1]
    if category.startswith("M") or here == ZWJ or EXTENDS.match(here):
        return True
    if before == ZWJ:
        return category == "So"
    if before in CONJOINS:
        return category == "Lo" and ord(here) // 128 == ord(before) // 128  # of the same script
    return bool(FLAG.fullmatch(cluster + here))

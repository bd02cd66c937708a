"""The companion's languages, and the choice among them; knows no web."""

import gettext
import os
from functools import cache, lru_cache
from pathlib import Path

from companion.rules.text import ENGLISH, Translations

LANGUAGES = {"en": "English", "ja": "日本語"}
LOCALE = Path(__file__).parent / "locale"


@cache
def translations(code: str) -> Translations:
    """Return the translations of a language; English if there are none."""
    if code not in LANGUAGES:
        return ENGLISH
    file = LOCALE / code / "LC_MESSAGES" / "messages.mo"
    if not file.is_file():
        return ENGLISH
    with file.open("rb") as words:
        return gettext.GNUTranslations(words)


@lru_cache(maxsize=256)  # browsers send one of a few headers with every request
def best(accept_language: str) -> str:
    """Return the companion's language that an Accept-Language header prefers; English by default."""
    liked = []
    for place, part in enumerate(accept_language[:500].split(",")):
        tag, _, weight = part.partition(";")
        liked.append((-weighed(weight.strip().removeprefix("q=")), place, tag))
    codes = (primary(tag) for weight, _, tag in sorted(liked) if weight)
    return next((code for code in codes if code in LANGUAGES), "en")


def weighed(text: str) -> float:
    """Return the weight of a language from 0 to 1: 1 if none is given, 0 if it cannot be read."""
    try:
        weight = float(text.strip() or 1)
    except ValueError:
        return 0.0
    return weight if 0 <= weight <= 1 else 0.0


def of_terminal() -> str:
    """Return the language of the terminal, by the first of LC_ALL, LC_MESSAGES and LANG that is set."""
    tag = next(filter(None, map(os.environ.get, ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
    return primary(tag) if primary(tag) in LANGUAGES else "en"


def primary(tag: str) -> str:
    """Return the primary language of a tag such as ja, ja-JP or ja_JP.UTF-8."""
    return tag.strip().replace("_", "-").split(".")[0].split("-")[0].lower()

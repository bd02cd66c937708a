"""The companion's languages, their translations, and the language of the terminal; independent of Flask."""

import gettext
import os
from functools import cache
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


def of_terminal() -> str:
    """Return the language of the terminal, by the first of LC_ALL, LC_MESSAGES and LANG that is set."""
    tag = next(filter(None, map(os.environ.get, ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
    return primary(tag) if primary(tag) in LANGUAGES else "en"


def primary(tag: str) -> str:
    """Return the primary language of a tag such as ja, ja-JP or ja_JP.UTF-8."""
    return tag.strip().replace("_", "-").split(".")[0].split("-")[0].lower()

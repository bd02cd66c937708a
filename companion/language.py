"""The companion's languages, their translations, and the language of the terminal; independent of Flask."""

import gettext
import os
import re
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
    code = re.split("[-_.]", tag.strip())[0].lower()  # of ja, ja-JP or ja_JP.UTF-8
    return code if code in LANGUAGES else "en"

"""The text of a rulebook on a page: what was sought in it is marked, and its sources are named once."""

import re
import unicodedata

from markupsafe import Markup

from companion.rules.game import Game
from companion.rules.rulings import Rule
from companion.rules.text import N_
from companion.web.view.language import say

SHORT = 3  # letters of a word too common to look for alone, or in the middle of others
BRIEF = 48  # letters of a paragraph that stand for it


def plain(text: str) -> str:
    """Text as a search compares it: no capitals, no letters of double width."""
    return unicodedata.normalize("NFKC", text).casefold()


def telling(word: str) -> bool:
    """Whether a word is long enough to be looked for alone; words of Japanese are."""
    return not word.isascii() or len(word) > SHORT


def marked(text: str, sought: str) -> Markup:
    """A text with the words that were sought marked in it; short ones only where they stand alone."""
    words = sorted(plain(sought).split(), key=len, reverse=True)
    patterns = [re.escape(word) if telling(word) else rf"\b{re.escape(word)}\b" for word in words]
    if not patterns:
        return Markup.escape(text)
    parts = re.split(f"({'|'.join(patterns)})", text, flags=re.IGNORECASE)
    return Markup().join(Markup("<mark>{}</mark>").format(part) if at % 2 else part for at, part in enumerate(parts))


def called(game: Game, rule: Rule, sought: str) -> str:
    """What other tables call a paragraph's matter, where a word that was sought is one of theirs; else nothing."""
    others = say(game.rulebook.synonyms.get(rule.id, ""))
    return others if any(word in plain(others) for word in plain(sought).split() if telling(word)) else ""


def first_word(words: str) -> str:
    """The first of some words that commas divide, in the reader's language."""
    return say(words).replace("、", ",").split(",")[0].strip()


def in_brief(game: Game, rule: Rule) -> str:
    """A paragraph in a few words: what other tables call its matter, or how it begins."""
    others, text = game.rulebook.synonyms.get(rule.id), say(rule.text)
    return first_word(others) if others else text if len(text) <= BRIEF else text[:BRIEF].rstrip() + "…"


def sources(game: Game, rules: list[Rule]) -> list[tuple[str, str]]:
    """The sources of some paragraphs in order, each with their numbers: K1–K4, K6."""
    numbers = list(game.rulebook)
    found: dict[str, list[list[str]]] = {}
    for rule in (rule for rule in rules if rule.source):
        stretches = found.setdefault(rule.source, [])
        if stretches and numbers.index(stretches[-1][-1]) + 1 == numbers.index(rule.id):
            stretches[-1].append(rule.id)
        else:
            stretches.append([rule.id])
    return [(say(source), say(N_(", ")).join(map(stretch, stretches))) for source, stretches in found.items()]


def stretch(numbers: list[str]) -> str:
    """Numbers that follow one another, from the first to the last."""
    return "–".join(dict.fromkeys((numbers[0], numbers[-1])))


WORDS = {  # for templates
    "marked": marked,
    "called": called,
    "first_word": first_word,
    "in_brief": in_brief,
    "sources": sources,
}

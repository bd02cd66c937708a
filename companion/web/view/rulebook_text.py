"""Text of a rulebook on a page, with search hits marked and sources named once."""

import re
import unicodedata
from collections.abc import Iterator
from itertools import groupby

from markupsafe import Markup

from companion.rules.game import Game
from companion.rules.rulings import Rule
from companion.rules.text import N_
from companion.web.view.language import say

PAIRED = 3  # fewest Japanese characters that are marked for a long word
CALLED = 4  # most synonyms shown for a paragraph


def normalise(text: str) -> str:
    """Normalise text for search: case folded, no full-width letters."""
    return unicodedata.normalize("NFKC", text).casefold()


def marked(text: str, words: list[str]) -> Markup:
    """Return a text with the found words marked, with any ending."""
    patterns = [rf"\b{re.escape(stem(word))}\w*" if word.isascii() else re.escape(word) for word in words]
    hits = {at for pattern in patterns for found in over(pattern, text) for at in range(*found.span(1))}
    parts = groupby(enumerate(text), key=lambda letter: letter[0] in hits)
    runs = [(hit, "".join(letter for _, letter in part)) for hit, part in parts]
    least = PAIRED if sum(not word.isascii() for word in words) > PAIRED else 1  # one pair of a long word is chance
    return Markup().join(
        Markup("<mark>{}</mark>").format(run) if hit and (run.isascii() or len(run) >= least) else run
        for hit, run in runs
    )


def over(pattern: str, text: str) -> Iterator[re.Match[str]]:
    """Find all matches of a pattern, also overlapping ones: Japanese words come in overlapping pairs."""
    return re.finditer(f"(?=({pattern}))", text, flags=re.IGNORECASE)


def stem(word: str) -> str:
    """Return an English word without its usual ending."""
    return re.sub(r"(?<=\w{3})(?:ing|ed|es|s|e)$", "", word)


def called(game: Game, rule: Rule, words: list[str]) -> str:
    """Return the synonyms of a paragraph that contain a search word missing in its text, with commas."""
    lacking = [stem(word) for word in words if stem(word) not in normalise(say(rule.text))]
    names = say(game.rulebook.synonyms.get(rule.id, "")).replace("、", ",").split(",")
    hit = [name.strip() for name in names if any(word in normalise(name) for word in lacking)]
    return say(N_(", ")).join(hit[:CALLED])


def first_word(words: str) -> str:
    """Return the first of several words separated by commas, in the reader's language."""
    return say(words).replace("、", ",").split(",")[0].strip()


def sources(game: Game, rules: list[Rule]) -> list[tuple[str, str]]:
    """Return the sources of these paragraphs in order, each with its numbers: K1–K4, K6."""
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
    """Return consecutive numbers as a range."""
    return "–".join(dict.fromkeys((numbers[0], numbers[-1])))


WORDS = {  # globals of templates
    "marked": marked,
    "called": called,
    "first_word": first_word,
    "sources": sources,
}

"""Full-text search in a rulebook: SQLite's FTS5 over its paragraphs and the questions that people ask, best first."""

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from difflib import get_close_matches

from companion.rules.game import Game
from companion.rules.rulebook import CommonQuestion
from companion.rules.rulings import Rule
from companion.rules.text import N_
from companion.web.view.language import say
from companion.web.view.rulebook_text import normalise

# Stop words of a question, by the reader's language.
FILLERS = N_(
    "a an and are at be but by can could did do does every for from get had has have he her him his how i if in is it"
    " its let lets may me must my no not of on or our she should so than that the their them then there these they"
    " any many much so some such this those to up us was we were what when where which while who whom whose why"
    " will with would you your"
)
WORD = re.compile(r"[a-z0-9]+|[ァ-ヺー]+|[一-鿿々]+[ぁ-ゖ]?|[ぁ-ゖ]{2,}|[^\W\dぁ-ヺー一-鿿々_]+")  # by script
IRREGULAR = {  # verbs of card games with irregular forms, which a stemmer does not reduce
    "bought": "buy", "dealt": "deal", "drawn": "draw", "drew": "draw", "gone": "go", "held": "hold", "laid": "lay",
    "taken": "take", "threw": "throw", "thrown": "throw", "took": "take", "went": "go", "won": "win", "wins": "win",
}  # fmt: skip
SIGNS = {"★": "star", "♠": "spade", "♥": "heart", "♦": "diamond", "♣": "club"}
WEIGHTS = (6.0, 2.5, 1.0, 0.5)  # of a paragraph's synonyms, its text, its chapter and question, its open point
LEAST = {"rule": 0.4, "asked": 0.5}  # fraction of the best score, below which hits are left out
ASKED = 1  # questions shown at most
COLUMNS = ("names", "text", "titles", "open")


@dataclass(frozen=True)
class Hits:
    """The result of a search: paragraphs and questions, best first, and the words that were found."""

    rules: list[Rule]
    asked: list[CommonQuestion]
    words: list[str]


def find(game: Game, sought: str) -> Hits:
    """Return the paragraphs and questions that match, those with more of the words and in rarer words first."""
    number = normalise(sought).strip().replace(" ", "")
    exact = [rule for rule in game.rulebook.values() if normalise(rule.id) == number]
    if exact:
        return Hits(exact, [], [])
    with closing(sqlite3.connect(":memory:")) as index:
        fill(index, game)
        words = known(index, list(dict.fromkeys(terms(sought, leave_out=say(FILLERS)))))
        found = matches(index, words)
    rules = [game.rulebook[name] for kind, name in found if kind == "rule"]
    asked = [game.rulebook.people_ask[int(name)] for kind, name in found if kind == "asked"]
    return Hits(rules, asked[:ASKED], words)


def fill(index: sqlite3.Connection, game: Game) -> None:
    """Write every paragraph and common question of a game into the index, in the reader's language."""
    index.execute(
        f"CREATE VIRTUAL TABLE page USING fts5(kind UNINDEXED, name UNINDEXED, {', '.join(COLUMNS)},"
        " tokenize='porter unicode61')"
    )
    index.execute("CREATE VIRTUAL TABLE word USING fts5vocab(page, 'row')")
    chapters = {rule.id: say(chapter.title) for chapter, rules in game.rulebook.by_chapter() for rule in rules}
    for rule in game.rulebook.values():
        question = game.questions.get(rule.kept.ask) if rule.kept else None
        titles = f"{chapters.get(rule.id, '')} {say(question.title) if question else ''}"
        row(
            index,
            "rule",
            rule.id,
            both(game.rulebook.synonyms.get(rule.id, "")),
            both(rule.text),
            titles,
            say(rule.open),
        )
    for at, asked in enumerate(game.rulebook.people_ask):
        row(index, "asked", str(at), both(asked.words), both(asked.question), say(asked.answer), "")


def both(message: str) -> str:
    """Return a message in the reader's language, then in English: players type either."""
    return f"{say(message)} {message}" if message else ""


def row(index: sqlite3.Connection, kind: str, name: str, *texts: str) -> None:
    """Write one page of the index."""
    values = [kind, name, *(" ".join(terms(text)) for text in texts)]
    index.execute(f"INSERT INTO page VALUES ({', '.join('?' * len(values))})", values)


def matches(index: sqlite3.Connection, words: list[str]) -> list[tuple[str, str]]:
    """Return kind and name of the pages that contain any of the words, best first."""
    if not words:
        return []
    found = index.execute(
        "SELECT kind, name, -bm25(page, 0, 0, ?, ?, ?, ?) AS score FROM page WHERE page MATCH ? ORDER BY score DESC",
        (*WEIGHTS, " OR ".join(f'"{word}"' for word in words)),
    ).fetchall()
    best = found[0][2]
    return [(kind, name) for kind, name, score in found if score >= best * LEAST[kind]]


def known(index: sqlite3.Connection, words: list[str]) -> list[str]:
    """Return the words that the index contains; correct others to a close one, if there is any."""
    stems = [stem for (stem,) in index.execute("SELECT term FROM word")]
    found: list[str] = []
    for word in words:
        holds = index.execute("SELECT 1 FROM page WHERE page MATCH ? LIMIT 1", (f'"{word}"',)).fetchone()
        close = [] if holds or len(word) < 4 or not word.isascii() else get_close_matches(word, stems, 1, 0.8)
        found += [word] if holds else close
    return found


def terms(text: str, leave_out: str = "") -> Iterator[str]:
    """Yield the words of a text, or pairs of characters in a language without spaces."""
    fillers = set(leave_out.split())
    for sign, name in SIGNS.items():
        text = text.replace(sign, f" {name} ")
    words = WORD.findall(normalise(text))
    if all(word in fillers for word in words):
        fillers = set()
    for word in words:
        if word not in fillers:
            yield from [IRREGULAR.get(word, word)] if word.isascii() else pairs(word)


def pairs(word: str) -> Iterator[str]:
    """Yield each pair of neighbouring characters of a word, and each character that is a word alone."""
    yield from (letter for letter in word if "一" <= letter <= "鿿")
    yield from (word[at : at + 2] for at in range(len(word) - 1))

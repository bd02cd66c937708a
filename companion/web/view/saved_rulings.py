"""View models of the rulings saved in a match."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from companion.rules.answers import plain
from companion.rules.game import Game
from companion.rules.questions import Question
from companion.sheet.ledger import Entry, EntryKind
from companion.sheet.scoresheet import Sheet
from companion.web.view.language import words
from companion.web.view.ruling_text import CARD_WIDGETS


@dataclass(frozen=True)
class SavedRuling:
    """A saved ruling: its question, cards, asking player and verdict, and the query that asks it again."""

    entry: Entry
    question: Question
    cards: str
    name: str  # asking player; "" if unknown
    query: str  # query of an address that asks the question again
    good: bool


def rulings(sheet: Sheet) -> list[SavedRuling]:
    """Return the saved rulings, oldest first."""
    return [kept(sheet, entry) for entry in sheet.entries if entry.kind == EntryKind.RULING]


def kept(sheet: Sheet, entry: Entry) -> SavedRuling:
    """Return the saved ruling of an entry."""
    body = entry.body
    question, name = sheet.game.questions[body["ask"]], sheet.names[body["seat"]] if "seat" in body else ""
    query = urlencode({"judge": 1, "kept": 1, **body["question"]}, doseq=True)
    return SavedRuling(
        entry, question, cards_of(sheet.game, question, body["question"]), name, query, body["verdict"] is not False
    )


def cards_of(game: Game, question: Question, asked: Mapping[str, Any]) -> str:
    """Return the cards of a question, with suit signs."""
    parts = {part.name: part for part in question.fields}
    rows = [text for name, values in asked.items() if parts[name].widget in CARD_WIDGETS for text in values]
    melds = [meld for text in rows for meld in text.split("/") if meld.strip()]
    return " / ".join(plain(game.pack.read_all(meld), words()) for meld in melds)

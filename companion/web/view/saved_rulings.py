"""The rulings that a match keeps, each as a line of the scoresheet says it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from companion.rules.answers import plain
from companion.rules.asks import Ask
from companion.rules.game import Game
from companion.sheet.ledger import Entry, EntryKind
from companion.sheet.scoresheet import Sheet
from companion.web.view.language import words
from companion.web.view.ruling_text import CARD_WIDGETS


@dataclass(frozen=True)
class Kept:
    """A ruling and what leads back to it: the question, its cards, whose it was, and how it was decided."""

    entry: Entry
    ask: Ask
    cards: str
    name: str  # who asked; "" where that was not said
    query: str  # the question once more, as an address takes it
    good: bool


def rulings(sheet: Sheet) -> list[Kept]:
    """All that were kept, the oldest first."""
    return [kept(sheet, entry) for entry in sheet.entries if entry.kind == EntryKind.RULING]


def kept(sheet: Sheet, entry: Entry) -> Kept:
    """One ruling, as its entry tells it."""
    body = entry.body
    ask, name = sheet.game.asks[body["ask"]], sheet.names[body["seat"]] if "seat" in body else ""
    query = urlencode({"judge": 1, "kept": 1, **body["question"]}, doseq=True)
    return Kept(entry, ask, cards_of(sheet.game, ask, body["question"]), name, query, body["verdict"] is not False)


def cards_of(game: Game, ask: Ask, question: Mapping[str, Any]) -> str:
    """The cards of a question, with their signs."""
    parts = {part.name: part for part in ask.fields}
    rows = [text for name, values in question.items() if parts[name].widget in CARD_WIDGETS for text in values]
    melds = [meld for text in rows for meld in text.split("/") if meld.strip()]
    return " / ".join(plain(game.pack.read_all(meld), words()) for meld in melds)

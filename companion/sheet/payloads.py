"""Validate the body of an entry, the data beside its columns, by kind; the scoresheet relies on these checks."""

from dataclasses import dataclass, field
from datetime import date
from typing import Any

from companion.names import clean, fault
from companion.rules.cards import Unreadable
from companion.rules.fields import Cards, Melds, OneCard
from companion.rules.game import Game
from companion.rules.text import N_, Text
from companion.sheet.ledger import LONGEST_NOTE, Action, Entry, EntryKind

LONGEST_TEXT = 2000  # characters of a question's field
FIRST_DAY = "1900-01-01"
STARTS = ("zero", "average", "highest")


@dataclass
class Before:
    """The state of a match before its next entry: the number of seats, and the entries by row."""

    game: Game
    seats: int
    entries: dict[int, Entry] = field(default_factory=dict)

    def add(self, entry: Entry) -> None:
        """Add an entry to the state."""
        self.entries[entry.id] = entry
        self.seats += entry.kind == EntryKind.SEATING and entry.how == Action.JOINS

    def entry(self, row: object) -> Entry | None:
        """Return the entry of that row, if the value names one."""
        return self.entries.get(row) if type(row) is int else None

    def is_seat(self, value: object) -> bool:
        """Return whether a value is the number of a seat."""
        return type(value) is int and 0 <= value < self.seats


def end(entry: Entry, before: Before) -> Text | None:
    """Check the end of play: with a seat that went out, or without."""
    if entry.how in (Action.STOCK, Action.UNDONE):
        return nothing(entry, before)
    fits = set(entry.body) == {"out"} and before.is_seat(entry.body["out"])
    return None if fits else Text(N_("it does not say who went out"))


def hand(entry: Entry, before: Before) -> Text | None:
    """Check a hand, which may hold the working of its points."""
    if entry.how == Action.UNDONE:
        return nothing(entry, before)
    known = {"working", "melds", "left", "thought"}
    fits = set(entry.body) <= known and is_small(entry.body) and accounts_for_hand(entry, before.game)
    return None if fits else Text(N_("it contains something that no hand has"))


def accounts_for_hand(entry: Entry, game: Game) -> bool:
    """Return whether melds and cards left over are together the cards of an arranged hand; other hands have neither."""
    if not {"melds", "left"} & set(entry.body):
        return True
    try:
        laid = [card for meld in entry.body["melds"] for card, named in meld if not named or game.pack.read(named)]
        return entry.how == Action.ARRANGED and sorted([*laid, *entry.body["left"]]) == sorted(entry.cards.split())
    except (KeyError, TypeError, ValueError):
        return False


def adjustment(entry: Entry, before: Before) -> Text | None:
    """Check a bonus or fine, or its revocation, which has the negated points."""
    if entry.how != Action.BACK:
        return nothing(entry, before)
    of = before.entry(entry.body.get("of"))
    given = (of.deal, of.seat, of.points) if of and of.kind == EntryKind.ADJUST else None
    right = given == (entry.deal, entry.seat, -entry.points)
    return None if right and set(entry.body) == {"of"} else Text(N_("it takes back points that were not given"))


def right(entry: Entry, before: Before) -> Text | None:
    """Check a mark on a hand of the same place."""
    of = before.entry(entry.body.get("entry"))
    same = of and of.kind == EntryKind.HAND and (of.deal, of.seat) == (entry.deal, entry.seat)
    return None if same and set(entry.body) == {"entry"} else Text(N_("it marks a hand that does not exist"))


def rematch(entry: Entry, before: Before) -> Text | None:
    """Check the code of another match."""
    code = entry.body.get("code")
    fits = isinstance(code, str) and len(code) == 6 and code.isascii() and code.isalnum()
    return None if fits and set(entry.body) == {"code"} else Text(N_("it does not name a match"))


def note(entry: Entry, before: Before) -> Text | None:
    """Check a note: a text and a place, either of them possibly empty, and the day if it is known."""
    texts = [entry.body.get("text"), entry.body.get("place")]
    fits = all(isinstance(text, str) and clean(text, LONGEST_NOTE) == text for text in texts)
    fits = fits and set(entry.body) <= {"text", "place", "day"} and is_day(entry.body.get("day", FIRST_DAY))
    return None if fits else Text(N_("it is not a note"))


def is_day(value: object) -> bool:
    """Return whether a value is an ISO date not before FIRST_DAY."""
    try:
        return isinstance(value, str) and date.fromisoformat(value).isoformat() == value >= FIRST_DAY
    except ValueError:
        return False


def seating(entry: Entry, before: Before) -> Text | None:
    """Check a change of seating: joining, leaving, returning, swapping or renaming."""
    checks = {Action.JOINS: joining, Action.SWAPPED: swapping, Action.RENAMED: renaming}
    return checks.get(entry.how, moving)(entry.body, before)


def joining(body: Any, before: Before) -> Text | None:
    """Check a latecomer, who gets the next seat."""
    fits = body.get("seat") == before.seats and body.get("start") in STARTS and is_name(body.get("name"))
    return None if fits and len(body) == 3 else Text(N_("it does not say who sits down"))


def moving(body: Any, before: Before) -> Text | None:
    """Check a player who leaves or returns."""
    fits = set(body) == {"seat"} and before.is_seat(body["seat"])
    return None if fits else Text(N_("it does not say whose seat it is"))


def swapping(body: Any, before: Before) -> Text | None:
    """Check the seats in their new order."""
    order = body.get("order")
    fits = isinstance(order, list) and order and all(map(before.is_seat, order)) and len(set(order)) == len(order)
    return None if fits and len(body) == 1 else Text(N_("it does not say who sits where"))


def renaming(body: Any, before: Before) -> Text | None:
    """Check a seat's new name, and the one before."""
    fits = before.is_seat(body.get("seat")) and is_name(body.get("name")) and is_name(body.get("was"))
    return None if fits and len(body) == 3 else Text(N_("it does not say what the name is"))


def ruling(entry: Entry, before: Before) -> Text | None:
    """Check a ruling: a question of the game with its typed fields, and the verdict."""
    body, asked = entry.body, entry.body.get("question")
    question = before.game.questions.get(body["ask"]) if isinstance(body.get("ask"), str) else None
    if (
        question is None
        or not isinstance(asked, dict)
        or not set(body) <= {"ask", "question", "verdict", "rules", "seat"}
    ):
        return Text(N_("its question is not one of this game"))
    if "verdict" not in body or not is_small(body) or not before.is_seat(body.get("seat", 0)):
        return Text(N_("it has no verdict"))
    parts = {part.name: part for part in question.fields}
    if not all(name in parts and is_texts(texts) for name, texts in asked.items()):
        return Text(N_("its question has no such field"))
    rows = [text for name, texts in asked.items() if isinstance(parts[name], CARDS) for text in texts]
    return (
        None
        if all(is_cards(before.game, row) for row in rows)
        else Text(N_("the cards of its question cannot be read"))
    )


CARDS = (Cards, Melds, OneCard)


def is_texts(values: object) -> bool:
    """Return whether these are texts as a form sends them."""
    return isinstance(values, list) and all(isinstance(text, str) and len(text) <= LONGEST_TEXT for text in values)


def is_cards(game: Game, row: str) -> bool:
    """Return whether a row can be read as cards, with a stroke between melds."""
    try:
        return all(game.pack.read_all(meld) is not None for meld in row.split("/") if meld.strip())
    except Unreadable:
        return False


def is_name(value: object) -> bool:
    """Return whether a value is a clean, acceptable name."""
    return isinstance(value, str) and bool(value) and clean(value) == value and fault(value, ()) is None


def is_small(value: object, depth: int = 6) -> bool:
    """Return whether a value is plain data of limited size and depth, which a sheet can show."""
    if isinstance(value, dict):
        return depth > 0 and len(value) <= 60 and all(is_small(one, depth - 1) for one in value.values())
    if isinstance(value, list):
        return depth > 0 and len(value) <= 200 and all(is_small(one, depth - 1) for one in value)
    return value is None or isinstance(value, bool | int) or (isinstance(value, str) and len(value) <= LONGEST_TEXT)


def nothing(entry: Entry, before: Before) -> Text | None:
    """Check that there is nothing beside the columns."""
    return Text(N_("it contains something that entries of its kind do not have")) if entry.body else None

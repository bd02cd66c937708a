"""What lies on the table in the deal, as far as the rulings that were kept tell it, and what can be tapped of it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from werkzeug.datastructures import MultiDict

from companion.interfaces.answer_text import verdict
from companion.referee import rule
from companion.rules.cards import Card, Unreadable
from companion.rules.questions import Question
from companion.rules.rulings import Ruling
from companion.rules.text import Text
from companion.sheet.ledger import Entry, EntryKind
from companion.sheet.scoresheet import Sheet
from companion.web.forms.question_form import typed

Row = tuple[Card, ...]


@dataclass(frozen=True)
class Tabled:
    """A meld on the table and the seat of whoever laid it down."""

    seat: int
    cards: Row

    @property
    def text(self) -> str:
        """The cards as a question takes them."""
        return " ".join(map(str, self.cards))


def melds_on_table(sheet: Sheet) -> list[Tabled]:
    """The melds of everybody who is marked as laid down and whose lay-down was ruled on and kept, grown since."""
    lying: list[Tabled] = []
    for entry in rulings_of(sheet):
        question, seat = sheet.game.questions[entry.body["ask"]], entry.body.get("seat")
        inputs, ruling = judged_again(sheet, question, entry.body["question"])
        if ruling is None or not verdict(question, ruling):
            continue
        if question.on_table:
            lying = [grown(one, inputs, ruling) for one in lying]
        elif question.lays_down and seat is not None and sheet.laid_down(entry.deal, seat):
            lying += [Tabled(seat, tuple(cards)) for cards in inputs.get("melds", ())]
    return lying


def rulings_of(sheet: Sheet) -> list[Entry]:
    """The rulings that were kept in the deal on the table, the oldest first."""
    number = sheet.current.number if sheet.current else None
    return [entry for entry in sheet.entries if entry.kind == EntryKind.RULING and entry.deal == number]


def judged_again(
    sheet: Sheet, question: Question, given: Mapping[str, Sequence[str]]
) -> tuple[Mapping[str, Any], Ruling | None]:
    """A kept question and its ruling once more; no ruling where judging it is no small matter, or it cannot be read."""
    if question.search:
        return {}, None
    form: MultiDict[str, str] = MultiDict(given)  # type: ignore[arg-type]
    try:
        return rule(sheet.game, question, {part.name: typed(part, form) for part in question.fields})
    except Unreadable:
        return {}, None


def grown(one: Tabled, inputs: Mapping[str, Any], ruling: Ruling) -> Tabled:
    """A meld as it lies after a ruling on it, if it was on that one."""
    after = ruling.answer.get("meld")
    return Tabled(one.seat, tuple(after)) if after and tuple(inputs["meld"]) == one.cards else one


@dataclass(frozen=True)
class Tap:
    """What a tap on the table asks: its address, what a screen reader says, and what stands there."""

    href: str
    words: Text
    sign: str


@dataclass(frozen=True)
class Lying:
    """A meld as it is drawn: an end before it, its cards, an end behind it; what cannot be tapped is None."""

    before: Tap | None
    cards: list[tuple[Card, Tap | None]]
    after: Tap | None


def tapped(sheet: Sheet, question: Question, address: str, known: Mapping[str, Any]) -> dict[int, list[Lying]]:
    """By seat, the melds on the table as that question takes them, with what the sheet knows besides."""
    found: dict[int, list[Lying]] = {}
    for one in melds_on_table(sheet) if question.on_table else ():
        found.setdefault(one.seat, []).append(lying(sheet, question, one, address, known))
    return found


def lying(sheet: Sheet, question: Question, one: Tabled, address: str, known: Mapping[str, Any]) -> Lying:
    """One meld with what can be tapped of it."""
    assert question.on_table is not None
    asked = {**known, "meld": one.text}
    taps = {
        at.place: Tap(f"{address}?{urlencode({**asked, **at.fills})}", at.words, at.sign)
        for at in question.on_table.targets(sheet.game, one.cards)
    }
    cards = [(card, taps.get(place)) for place, card in enumerate(one.cards)]
    return Lying(taps.get(-1), cards, taps.get(len(one.cards)))

"""Melds on the table of the present deal, as known from saved rulings, with targets to tap."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple
from urllib.parse import urlencode

from werkzeug.datastructures import MultiDict

from companion.interfaces.ruling_format import verdict
from companion.referee import rule
from companion.rules.cards import Card, Unreadable
from companion.rules.questions import Question
from companion.rules.rulings import Ruling
from companion.rules.text import Text
from companion.sheet.ledger import EntryKind
from companion.sheet.scoresheet import Sheet
from companion.web.forms.question_form import typed

Row = tuple[Card, ...]
EVERYBODYS, OWN = "table", "on_table"  # names of the fields for the melds of all players, and of the player in turn


class Tabled(NamedTuple):
    """A meld on the table, and the seat that laid it down."""

    seat: int
    cards: Row


def melds_on_table(sheet: Sheet) -> list[Tabled]:
    """Return the melds of players marked as laid down by a saved ruling, with later lay-offs."""
    laid: list[Tabled] = []
    number = sheet.current.number if sheet.current else None
    for entry in sheet.entries:
        if entry.kind != EntryKind.RULING or entry.deal != number:
            continue
        question, seat = sheet.game.questions[entry.body["ask"]], entry.body.get("seat")
        inputs, ruling = judged_again(sheet, question, entry.body["question"])
        if ruling is None or not verdict(question, ruling):
            continue
        if question.on_table:
            laid = [grown(one, inputs, ruling) for one in laid]
        elif question.lays_down and seat is not None and sheet.laid_down(entry.deal, seat):
            laid += [Tabled(seat, tuple(cards)) for cards in inputs.get("melds", ())]
    return laid


def known_melds(sheet: Sheet, question: Question, seat: int | None) -> dict[str, list[str]]:
    """Return the melds on the table as values of the fields that ask for them; own melds are those of `seat`."""
    fields = {part.name for part in question.fields} & {EVERYBODYS, OWN}
    melds = melds_on_table(sheet) if fields else []
    return {
        name: [" ".join(map(str, one.cards)) for one in melds if name == EVERYBODYS or one.seat == seat]
        for name in fields
    }


def judged_again(
    sheet: Sheet, question: Question, given: Mapping[str, Sequence[str]]
) -> tuple[Mapping[str, Any], Ruling | None]:
    """Return the inputs and ruling of a saved question; no ruling if it is expensive or unreadable."""
    if question.search:
        return {}, None
    form: MultiDict[str, str] = MultiDict(given)  # type: ignore[arg-type]
    try:
        return rule(sheet.game, question, {part.name: typed(part, form) for part in question.fields})
    except Unreadable:
        return {}, None


def grown(one: Tabled, inputs: Mapping[str, Any], ruling: Ruling) -> Tabled:
    """Return a meld as it is after a ruling that changed it; other melds unchanged."""
    after = ruling.answer.get("meld")
    return Tabled(one.seat, tuple(after)) if after and tuple(inputs["meld"]) == one.cards else one


@dataclass(frozen=True)
class Tap:
    """A target to tap: its address, its words for a screen reader, and its sign."""

    href: str
    words: Text
    sign: str


@dataclass(frozen=True)
class Lying:
    """A meld as drawn: the end before it, its cards, the end after it; None for no target."""

    before: Tap | None
    cards: list[tuple[Card, Tap | None]]
    after: Tap | None


def tapped(sheet: Sheet, question: Question, address: str, known: Mapping[str, Any]) -> dict[int, list[Lying]]:
    """Return the melds on the table by seat, with targets for that question and the known facts."""
    found: dict[int, list[Lying]] = {}
    if question.on_table is None:
        return found
    for one in melds_on_table(sheet):
        asked = {**known, "meld": " ".join(map(str, one.cards))}
        taps = {
            at.place: Tap(f"{address}?{urlencode({**asked, **at.fills})}", at.words, at.sign)
            for at in question.on_table.targets(sheet.game, one.cards)
        }
        cards = [(card, taps.get(place)) for place, card in enumerate(one.cards)]
        found.setdefault(one.seat, []).append(Lying(taps.get(-1), cards, taps.get(len(one.cards))))
    return found

"""Values of a question's fields: as typed, or prefilled from the sheet."""

from collections.abc import Mapping
from typing import Any

from flask import request
from werkzeug.datastructures import MultiDict

from companion.rules.answers import People, Person
from companion.rules.deals import Deal
from companion.rules.fields import REQUIRED, DealNumber, Melds, Numbers, Seat, Seats, SheetFact, Whole
from companion.rules.fields import Field as AskField
from companion.rules.questions import Question
from companion.sheet.scoresheet import Sheet


def filled_in(sheet: Sheet, question: Question) -> Mapping[str, Any]:
    """Return the values of a question that is not judged yet: those typed, or else the initial ones."""
    if any(part.name in request.args for part in question.fields):
        return as_typed(question, request.args)
    asked = {part.name: first(sheet, part) if part.default is REQUIRED else "" for part in question.fields}
    seat = chosen_seat(sheet, question)
    return asked if seat is None else asked | marked(sheet, question, seat)


def first(sheet: Sheet, part: AskField) -> Any:
    """Return the initial value of a required field: from the sheet, or the least number; a seat has no other."""
    totals = " ".join(map(str, sheet.totals))
    sitting = len(sheet.seating((sheet.current or sheet.schedule[-1]).number))
    known = {SheetFact.PLAYERS: sitting, SheetFact.FIRST_DEALER: sheet.first_dealer, SheetFact.TOTALS: totals}
    if isinstance(part, DealNumber):
        return chosen_deal(sheet, part.name).number
    if part.known in known:
        return known[part.known]
    if part.usual is not None:
        return part.usual
    least = part.bottom(sheet.game) if isinstance(part, Whole) and not isinstance(part, (Numbers, Seat)) else -1
    return least if least >= 0 else ""


def marked(sheet: Sheet, question: Question, seat: int) -> dict[str, Any]:
    """Return the values that the marks of the present deal give for a player."""
    calls, down = sheet.known_marks(sheet.current.number, seat) if sheet.current else (None, None)
    known = {SheetFact.LAID_DOWN: down, SheetFact.CALLS: calls}
    return {
        part.name: known[part.known] for part in question.fields if part.known and known.get(part.known) is not None
    }


def chosen_seat(sheet: Sheet, question: Question) -> int | None:
    """Return the seat of the asking player, if named; None if the question itself has a field "seat"."""
    seat = request.values.get("seat", type=int)
    return seat if seat in sheet.seats and "seat" not in {part.name for part in question.fields} else None


def chosen_deal(sheet: Sheet, name: str = "") -> Deal:
    """Return the deal of the question: the one chosen on the page, else the present one."""
    table = sheet.current or sheet.schedule[-1]
    number = request.args.get(name, type=int) or min(table.number, len(sheet.game.every_deal))
    return sheet.deal(number) or table


def counted(sheet: Sheet, question: Question, given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values with seats counted around the present deal, so that empty chairs come last."""
    places = {str(seat): str(place) for place, seat in enumerate(sheet.around)}
    found = dict(given)
    for part in question.fields:
        value = given[part.name]
        if isinstance(part, Seat) and not isinstance(value, bool) and str(value) in places:
            found[part.name] = int(places[str(value)])
        elif isinstance(part, Seats) and value:
            found[part.name] = " ".join(places.get(seat, seat) for seat in str(value).split())
    return found


def named(sheet: Sheet, question: Question, values: Mapping[str, Any]) -> dict[str, Any]:
    """Return inputs or an answer with the seats that `counted` changed as those of the sheet again."""
    if not any(isinstance(part, Seat | Seats) for part in question.fields):
        return dict(values)
    seats = dict(enumerate(sheet.around))
    about = {part.name for part in question.fields if isinstance(part, Seat | Seats)}
    about |= {part.name for part in question.answers if isinstance(part, Person | People)}
    found = dict(values)
    for name in about & found.keys():
        value = found[name]
        if isinstance(value, int):
            found[name] = seats.get(value, value)
        elif value is not None:
            found[name] = type(value)(seats.get(seat, seat) for seat in value)
    return found


def as_typed(question: Question, form: MultiDict[str, str]) -> dict[str, Any]:
    """Return the fields as they were filled in, for showing them again."""
    given = {part.name: typed(part, form) for part in question.fields}
    return {name: "" if value is None else value for name, value in given.items()}


def typed(part: AskField, form: MultiDict[str, str]) -> Any:
    """Return the value of one field, as the rules expect it in a question; None if it is empty."""
    texts = [text[:2000] for text in form.getlist(part.name)[:60]]
    if isinstance(part, Seats):  # each further seat has a numbered field
        texts += [form.get(f"{part.name}.{n}", "")[:9] for n in range(2, 9)]
    if part.widget == "tick":
        return bool(texts)
    if isinstance(part, Numbers):
        gap = "" if isinstance(part, Seats) else "?"  # in place of an empty input, so that the others keep their places
        return " ".join(text.strip() or gap for text in texts).replace(",", " ").strip() if any(texts) else None
    if isinstance(part, Melds):
        return [text for text in texts if text.strip()] or None
    return part.from_text(texts[0]) if texts and texts[0].strip() else None

"""What stands in the fields of a question: as it was typed, or what the sheet already knows."""

from collections.abc import Mapping
from typing import Any

from flask import request
from werkzeug.datastructures import MultiDict

from companion.rules.deals import Deal
from companion.rules.fields import REQUIRED, DealNumber, Known, Melds, Numbers, Seats, Whole
from companion.rules.fields import Field as AskField
from companion.rules.questions import Question
from companion.sheet.scoresheet import Sheet


def filled_in(sheet: Sheet, question: Question) -> Mapping[str, Any]:
    """What stands in the fields while nothing is to be judged: what was typed for another deal, if anything was."""
    changed = any(part.name in request.args for part in question.fields)
    return as_typed(question, request.args) if changed else prefilled(sheet, question)


def prefilled(sheet: Sheet, question: Question) -> dict[str, Any]:
    """What stands in the fields before anybody fills them in."""
    asked = {part.name: first(sheet, part) if part.default is REQUIRED else "" for part in question.fields}
    seat = chosen_seat(sheet, question)
    return asked if seat is None else asked | marked(sheet, question, seat)


def first(sheet: Sheet, part: AskField) -> Any:
    """What the sheet already knows for a field that must be given, or the least that a number can be."""
    totals = " ".join(map(str, sheet.totals))
    known = {Known.PLAYERS: sheet.players, Known.FIRST_DEALER: sheet.first_dealer, Known.TOTALS: totals}
    if isinstance(part, DealNumber):
        return chosen_deal(sheet, part.name).number
    if part.known in known:
        return known[part.known]
    if part.usual is not None:
        return part.usual
    return part.low if isinstance(part, Whole) and not isinstance(part, Numbers) and part.low >= 0 else ""


def marked(sheet: Sheet, question: Question, seat: int) -> dict[str, Any]:
    """The fields of a question that the marks of the deal on the table answer for a player."""
    calls, down = sheet.marks.known(sheet.current.number, seat) if sheet.current else (None, None)
    known = {Known.LAID_DOWN: down, Known.CALLS: calls}
    return {
        part.name: known[part.known] for part in question.fields if part.known and known.get(part.known) is not None
    }


def chosen_seat(sheet: Sheet, question: Question) -> int | None:
    """The player who asks, if one was named; a question about a seat keeps that word for itself."""
    seat = request.values.get("seat", type=int)
    return seat if seat in sheet.seats and "seat" not in {part.name for part in question.fields} else None


def chosen_deal(sheet: Sheet, name: str = "") -> Deal:
    """The deal that is asked about: the one chosen on the page, else the one on the table."""
    table = sheet.current or sheet.schedule[-1]
    number = request.args.get(name, type=int) or min(table.number, sheet.game.last)
    return sheet.deal(number) or table


def as_typed(question: Question, form: MultiDict[str, str]) -> dict[str, Any]:
    """The fields as they were filled in, to stand there again."""
    given = {part.name: typed(part, form) for part in question.fields}
    return {name: "" if value is None else value for name, value in given.items()}


def typed(part: AskField, form: MultiDict[str, str]) -> Any:
    """One field of the page, as the law would find it in a question; None where nothing was typed."""
    texts = [text[:2000] for text in form.getlist(part.name)[:60]]
    if part.widget == "tick":
        return bool(texts)
    if isinstance(part, Numbers):
        return row_of_numbers(texts, gap="" if isinstance(part, Seats) else "?") or None
    if isinstance(part, Melds):
        return [text for text in texts if text.strip()] or None
    return part.from_text(texts[0]) if texts and texts[0].strip() else None


def row_of_numbers(texts: list[str], gap: str) -> str:
    """Numbers of one input each, or all in one, in a row; what stands for an empty input keeps the rest in place."""
    return " ".join(text.strip() or gap for text in texts).replace(",", " ").strip() if any(texts) else ""

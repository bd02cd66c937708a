"""Who is at the table: names, latecomers, those who leave, and changed places; a deal that is voided."""

from collections.abc import Callable

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.sheet.commands import booking, roster
from companion.sheet.ledger import Entry
from companion.sheet.refusals import Refused
from companion.sheet.scoresheet import Sheet
from companion.web.forms import posting
from companion.web.forms.posting import the_match

bp = Blueprint("people", __name__, url_prefix="/m/<code>")
Answer = Response | tuple[str, int]


@bp.get("/people")
def show(code: str) -> str:
    """Everybody in table order, with what can change."""
    return page(code)


@bp.post("/people")
def change(code: str) -> Answer:
    """One change at the table, or what stands against it."""
    here = url_for(".show", code=code)
    try:
        return redirect(posting.write(code, act(), here), 303)
    except Refused as refused:
        return page(code, refused), 422


def act() -> Callable[[Sheet], list[Entry]]:
    """What the button pressed asks for."""
    leaves, swaps, returns = posting.number("leaves"), posting.number("swaps"), posting.number("returns")
    renames = posting.number("renames")
    if renames is not None:
        return lambda sheet: roster.rename(sheet, renames, posting.field("name"))
    if leaves is not None:
        return lambda sheet: roster.leave(sheet, leaves)
    if returns is not None:
        return lambda sheet: roster.come_back(sheet, returns)
    if swaps is not None:
        other = posting.number("with")
        return lambda sheet: roster.swap(sheet, swaps, -1 if other is None else other)
    return lambda sheet: roster.join(sheet, posting.field("name"), posting.field("start"))


@bp.post("/deals/<int:number>/void")
def void(code: str, number: int) -> Answer:
    """A booked deal counts no more, or again."""
    seat, again = posting.number("seat") or 0, "again" in request.form
    here = url_for("table.sheet", code=code, deal=number, seat=seat, _anchor=f"c{number}-{seat}")
    by, reason = posting.words("by", 40), posting.words("reason") or posting.words("other")
    try:
        if again:
            return redirect(posting.write(code, lambda sheet: booking.restore(sheet, number, by), here), 303)
        return redirect(posting.write(code, lambda sheet: booking.void(sheet, number, reason, by), here), 303)
    except Refused as refused:
        return posting.refused(refused, here)


def page(code: str, refused: Refused | None = None) -> str:
    """The people, and the field that was refused."""
    match = the_match(code)
    sheet, deal = match.sheet, holds_from(match.sheet)
    order = sheet.seating(deal or (sheet.current or sheet.schedule[-1]).number)
    left = [seat for seat in sheet.seats if seat not in order]
    values = {"match": match, "sheet": sheet, "game": sheet.game, "order": order, "left": left, "refused": refused}
    return render_template("people/people.html", starts=roster.choices(sheet), holds_from=deal, **values)


def holds_from(sheet: Sheet) -> int | None:
    """The deal from which a change would hold; None where nothing can change any more."""
    try:
        return roster.from_deal(sheet)
    except Refused:
        return None

"""Roster of a match: names, latecomers, leavers and places; and voiding a deal."""

from collections.abc import Callable
from typing import Any

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.sheet.commands import booking, roster
from companion.sheet.ledger import Entry
from companion.sheet.refusals import Refused
from companion.sheet.scoresheet import Sheet
from companion.web.forms import posting
from companion.web.forms.posting import store, the_match
from companion.web.guard.permissions import devices, may_open, may_write, own_matches

bp = Blueprint("roster", __name__, url_prefix="/m/<code>")


@bp.get("/people")
@bp.get("/people/<int:at>")
@bp.get("/people/<any(new):late>")
def show(code: str, at: int | None = None, late: str = "") -> ResponseReturnValue:
    """Return all players in table order, with the slip of one player or of a latecomer over them."""
    if (late or at is not None) and not may_write() or at not in (None, *the_match(code).sheet.seats):
        return redirect(url_for(".show", code=code), 303)
    return answered(code, posting.objection(code, act(code)), at, bool(late))


@bp.post("/people")
def change(code: str) -> ResponseReturnValue:
    """Apply one change to the roster, or show why not."""
    here = url_for(".show", code=code)
    try:
        return redirect(posting.write(code, act(code), posting.way_back(here, request.form)), 303)
    except Refused as refused:
        return slip_again(code, refused)


def slip_again(code: str, refused: Refused) -> ResponseReturnValue:
    """Redirect to the slip from which the refused change came."""
    given = [posting.number(name) for name in ("renames", "leaves", "swaps", "returns")]
    seat = next((seat for seat in given if seat is not None), None)
    at, late = seat if seat in the_match(code).sheet.seats else None, seat is None
    here = url_for(".show", code=code, at=at, late="new" if late else None)
    return posting.shown_again(here) or answered(code, refused, at, late)


def answered(code: str, refused: Refused | None, at: int | None, late: bool) -> ResponseReturnValue:
    """Return the roster, with the slip of one player or a latecomer over it; 422 with the refusal of a change."""
    sheet = the_match(code).sheet
    deal = holds_from(sheet)
    order = sheet.seating(deal or (sheet.current or sheet.schedule[-1]).number)
    left = [seat for seat in sheet.seats if seat not in order]
    values: dict[str, Any] = {"order": order, "left": left, "refused": refused, "holds_from": deal}
    values |= {"at": at, "late": late, "slip": late or at is not None}
    if at is not None and deal:
        values["mistaken"] = roster.added_by_mistake(sheet, at, deal) and not has_phone(code, at)
    known = store().names(own_matches()) if late and may_open() else []
    before = [name for name in known if name not in sheet.names][:8]
    html = render_template("roster/people.html", starts=roster.choices(sheet), before=before, **values)
    return (html, 422) if refused else html


def act(code: str) -> Callable[[Sheet], list[Entry]]:
    """Return the command of the button pressed."""
    leaves, swaps, returns = posting.number("leaves"), posting.number("swaps"), posting.number("returns")
    renames = posting.number("renames")
    if renames is not None:
        return lambda sheet: roster.rename(sheet, renames, posting.field("name"))
    if leaves is not None:
        return lambda sheet: roster.leave(sheet, leaves, has_phone(code, leaves))
    if returns is not None:
        return lambda sheet: roster.come_back(sheet, returns)
    if swaps is not None:
        other = posting.number("with")
        return lambda sheet: roster.swap(sheet, swaps, -1 if other is None else other)
    return lambda sheet: roster.join(sheet, posting.field("name"), posting.field("start"))


def has_phone(code: str, seat: int) -> bool:
    """Return whether a phone plays, or waits to play, for that seat."""
    return seat in {device.seat for device in devices().of(the_match(code).id)}


@bp.post("/deals/<int:number>/void")
def void(code: str, number: int) -> ResponseReturnValue:
    """Void a booked deal, or restore it."""
    seat, again = posting.number("seat") or 0, "again" in request.form
    here = url_for("table.sheet", code=code, deal=number, seat=seat, _anchor=f"c{number}-{seat}")
    if again:
        return posting.answered(code, lambda sheet: booking.restore(sheet, number), here)
    return posting.answered(code, lambda sheet: booking.void(sheet, number, posting.reason()), here)


def holds_from(sheet: Sheet) -> int | None:
    """Return the number of the deal from which a change would apply; None if nothing can change any more."""
    try:
        return roster.from_deal(sheet)
    except Refused:
        return None

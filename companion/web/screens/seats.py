"""Seat at the table: its marks, the hand before, and its player's phone."""

from flask import Blueprint, abort, redirect, render_template, url_for
from werkzeug.wrappers import Response

from companion.rules.deals import Deal
from companion.sheet.commands import marks
from companion.sheet.ledger import Action
from companion.sheet.scoresheet import Sheet
from companion.storage.access.devices import Device
from companion.web.forms.posting import the_match
from companion.web.guard.permissions import devices
from companion.web.screens.table import on_the_table

bp = Blueprint("seat", __name__, url_prefix="/m/<code>/seats/<int:seat>")


@bp.get("")
def show(code: str, seat: int) -> Response | str:
    """Return the table with the slip of one seat over it; redirect to the result if the match is over."""
    match = the_match(code)
    sheet, deal = match.sheet, match.sheet.current
    if seat not in sheet.seats:
        abort(404)
    if deal is None:
        return redirect(url_for("table.show", code=code), 303)
    plays = seat in sheet.seats_in(deal)
    return render_template(
        "seats/seat.html",
        **on_the_table(match),
        slip=True,
        seat=seat,
        plays=plays,
        against=marks.against_call(sheet, deal.number, seat) if sheet.game.calls and plays else None,
        last=last_hand(sheet, seat),
        phone=phone_at(match.id, seat),
    )


def last_hand(sheet: Sheet, seat: int) -> Deal | None:
    """Return the last booked deal, if this seat played it and no deal was closed since."""
    last = sheet.last_closed
    return last if last and sheet.closed(last.number) == Action.BOOKED and seat in sheet.seats_in(last) else None


def phone_at(match_id: int, seat: int) -> Device | None:
    """Return the phone of a seat's player, if one joined."""
    return next((device for device in devices().of(match_id) if device.confirmed and device.seat == seat), None)

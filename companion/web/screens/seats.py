"""A seat at the table: what is marked there, the hand before, and the phone of whoever sits there."""

from flask import Blueprint, abort, redirect, render_template, url_for
from werkzeug.wrappers import Response

from companion.rules.deals import Deal
from companion.sheet.commands import marks
from companion.sheet.ledger import Action
from companion.sheet.scoresheet import Sheet
from companion.storage.access.devices import Device
from companion.web.forms.posting import the_match
from companion.web.guard.access import devices
from companion.web.screens.table import on_the_table

bp = Blueprint("seat", __name__, url_prefix="/m/<code>/seats/<int:seat>")


@bp.get("")
def show(code: str, seat: int) -> Response | str:
    """The table with the slip of one seat laid over it; the result where the match is over."""
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
    """The deal booked last, if this seat played it and nothing was closed since."""
    last = sheet.last_closed
    return last if last and sheet.closed(last.number) == Action.BOOKED and seat in sheet.seats_in(last) else None


def phone_at(match_id: int, seat: int) -> Device | None:
    """The phone that plays for a seat, if one joined."""
    return next((device for device in devices().of(match_id) if device.confirmed and device.seat == seat), None)

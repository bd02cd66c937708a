"""The deal in play: who called, who laid down; two taps from the table and back to it."""

from collections.abc import Callable

from flask import Blueprint, abort, redirect, render_template, url_for
from werkzeug.wrappers import Response

from companion.sheet.commands import playing
from companion.sheet.ledger import Entry, EntryKind
from companion.sheet.refusals import Refused
from companion.sheet.scoresheet import Sheet
from companion.web.forms import posting
from companion.web.forms.posting import the_match

bp = Blueprint("calls", __name__, url_prefix="/m/<code>/deals/<int:number>/calls")
ACTS: dict[str, Callable[[Sheet, int, int, int], list[Entry]]] = {
    "call": playing.call,
    "undo-call": playing.undo_call,
    "lay-down": playing.lay_down,
    "undo-lay-down": playing.undo_lay_down,
}


@bp.get("")
def show(code: str, number: int) -> Response | str:
    """Everybody's calls and laid-down marks, each one tap away from one more."""
    match = the_match(code)
    sheet = match.sheet
    if not sheet.game.calls:
        abort(404)
    deal = sheet.deal(number)
    if deal is None or deal != sheet.current:
        return redirect(url_for("table.show", code=code), 303)
    against = {seat: playing.against_call(sheet, number, seat) for seat in sheet.seats_in(deal)}
    back = after(sheet, code, number)
    return render_template(
        "calls/calls.html", code=code, sheet=sheet, game=sheet.game, deal=deal, against=against, back=back
    )


@bp.post("/<int:seat>")
def write(code: str, number: int, seat: int) -> Response | tuple[str, int]:
    """One mark made or taken back, and to where the deal stands."""
    act = ACTS.get(posting.field("act", 20)) or abort(422)
    revision = posting.number("revision") or 0
    answer = after(the_match(code).sheet, code, number)
    try:
        return redirect(posting.write(code, lambda sheet: act(sheet, number, seat, revision), answer), 303)
    except Refused as refused:
        here = url_for(".show", code=code, number=number)
        return posting.refused(refused, here)


def after(sheet: Sheet, code: str, number: int) -> str:
    """Where a mark leads to: the table, or the counting once play in the deal has stopped."""
    counting = sheet.latest(EntryKind.END, number) is not None and not sheet.closed(number)
    return url_for("count.show", code=code, number=number) if counting else url_for("table.show", code=code)

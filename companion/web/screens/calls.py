"""Calls and laid-down marks of the present deal, two taps from the table and back."""

from collections.abc import Callable

from flask import Blueprint, abort, redirect, render_template, url_for
from werkzeug.wrappers import Response

from companion.sheet.commands import marks
from companion.sheet.ledger import Entry
from companion.sheet.refusals import Refused
from companion.sheet.scoresheet import Sheet
from companion.web.forms import posting
from companion.web.forms.posting import the_match
from companion.web.screens.table import on_the_table

bp = Blueprint("calls", __name__, url_prefix="/m/<code>/deals/<int:number>/calls")
ACTS: dict[str, Callable[[Sheet, int, int], list[Entry]]] = {
    "call": marks.call,
    "undo-call": marks.undo_call,
    "lay-down": marks.lay_down,
    "undo-lay-down": marks.undo_lay_down,
}


@bp.get("")
def show(code: str, number: int) -> Response | str:
    """Return the table with a slip over it: every player's calls and laid-down marks, each with a button."""
    match = the_match(code)
    sheet = match.sheet
    if not sheet.game.calls:
        abort(404)
    deal = sheet.deal(number)
    if deal is None or deal != sheet.current:
        return redirect(url_for("table.show", code=code), 303)
    against = {seat: marks.against_call(sheet, number, seat) for seat in sheet.seats_in(deal)}
    return render_template("calls/calls.html", **on_the_table(match), slip=True, against=against)


@bp.post("/<int:seat>")
def write(code: str, number: int, seat: int) -> Response | tuple[str, int]:
    """Record or undo one mark, and redirect to the table, which reports it."""
    act = ACTS.get(posting.field("act", 20)) or abort(422)
    answer = url_for("table.show", code=code)
    try:
        return redirect(posting.write(code, lambda sheet: act(sheet, number, seat), answer), 303)
    except Refused as refused:
        here = url_for(".show", code=code, number=number)
        return posting.conflict_page(refused, here)

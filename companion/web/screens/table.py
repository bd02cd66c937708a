"""Table: the screen of the evening, with the slips of its calls and of each seat, and at the end the result."""

from datetime import UTC, datetime
from typing import Any

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.games import GAMES
from companion.rules import clauses
from companion.rules.deals import Deal
from companion.sheet.commands import adjustments, booking, corrections, marks
from companion.sheet.days import evening, tonight
from companion.sheet.last_deal import chances
from companion.sheet.ledger import Action, Entry, EntryKind
from companion.sheet.match_statistics import awards
from companion.sheet.scoresheet import Sheet
from companion.storage.brought_in import came_together
from companion.web.forms import posting
from companion.web.forms.house_rules_form import house_of
from companion.web.forms.posting import store, the_match
from companion.web.guard.permissions import devices
from companion.web.view.charts import chart
from companion.web.view.view_models import last_hand

bp = Blueprint("table", __name__, url_prefix="/m/<code>")


@bp.get("")
def show(code: str) -> str:
    """Return the present deal; the result once the match is over."""
    sheet = the_match(code).sheet
    if sheet.finished:
        return render_template("table/result.html", **result(sheet))
    return render_template("table/table.html", **on_the_table(sheet))


def result(sheet: Sheet) -> dict[str, Any]:
    """Return the values of the result; without a booked deal there are no totals."""
    booked = any(sheet.closed(deal.number) == Action.BOOKED for deal in sheet.schedule)
    return {**on_the_table(sheet), "chart": chart(sheet) if booked else None, "awards": awards(sheet)}


@bp.get("/rematch")
def rematch(code: str) -> ResponseReturnValue:
    """Return the result with a slip over it: who deals first in a rematch, and by which house rules."""
    sheet = the_match(code).sheet
    if not sheet.finished or posting.rematch_of(sheet):
        return redirect(url_for(".show", code=posting.rematch_of(sheet) or code), 303)
    seats = sheet.seating(len(sheet.game.deals))
    asked = request.args.get("dealer", type=int)
    names = {f"name{chair}": sheet.names[seat] for chair, seat in enumerate(seats)}
    return render_template(
        "table/rematch.html",
        **result(sheet),
        slip=True,
        seats=seats,
        dealer=asked if asked in seats else sheet.rematch_dealer,
        cards=sheet.game.deals[0].cards,
        people=names,
        fields=names | house_of(sheet.game),
        games=[game for game in GAMES.values() if len(names) in game.players],
    )


def on_the_table(sheet: Sheet) -> dict[str, Any]:
    """Return the values of the table, with what one tap can undo: the last deal closed, a call or mark, or points."""
    last = sheet.entries[-1] if sheet.entries else None
    if last and sheet.finished and evening(last.at) != tonight():
        last = None  # after its evening a match is corrected
    kind = last.kind if last and last.how not in (Action.UNDONE, Action.BACK) else None
    closed = last.deal if last and kind == EntryKind.CLOSE and not sheet.restored(last.deal) else None
    marked, given = kind in (EntryKind.CALL, EntryKind.DOWN), kind == EntryKind.ADJUST
    undo = {"undo": closed, "marked": last if marked else None, "given": last if given else None}
    return {"deal": sheet.current, **undo}


@bp.get("/sheet")
def sheet(code: str) -> str:
    """Return the scoresheet; with the details of a cell, or with the correction just made and its undo, as asked."""
    match = the_match(code)
    deal, seat = request.args.get("deal", type=int), request.args.get("seat", type=int)
    return render_template(
        "table/sheet.html",
        chosen=chosen_deal(match.sheet, deal, seat),
        seat_chosen=seat,
        corrected=corrections.corrected_last(match.sheet) if "corrected" in request.args else None,
        end_corrected=corrections.end_corrected_last(match.sheet) if "corrected" in request.args else None,
        adjustments=adjustments.given(match.sheet),
        together=came_together(store(), match.key),
        chart=chart(match.sheet) if "chart" in request.args and match.sheet.played else None,
    )


@bp.get("/contract")
def contract(code: str) -> ResponseReturnValue:
    """Return the table with the rules of the present contract or wild rank on a slip over it."""
    sheet = the_match(code).sheet
    deal = sheet.current
    if deal is None:
        return redirect(url_for(".show", code=code), 303)
    asked = {clauses.WILD_RANK: bool(deal.wild), clauses.GROUP: deal.groups or not deal.runs}
    asked |= {clauses.RUN: deal.runs or not deal.groups}
    book = sheet.game.rulebook
    rules = [book[name] for name, wanted in asked.items() if wanted and name in book]
    return render_template("table/contract.html", **on_the_table(sheet), slip=True, rules=rules)


@bp.get("/must-happen")
def must_happen(code: str) -> ResponseReturnValue:
    """Return the table with a slip over it: who can still win in the last deal, and on what condition."""
    sheet = the_match(code).sheet
    must = chances(sheet)
    if not must:
        return redirect(url_for(".show", code=code), 303)
    return render_template("table/must_happen.html", **on_the_table(sheet), slip=True, must=must)


def chosen_deal(sheet: Sheet, deal: int | None, seat: int | None) -> Deal | None:
    """Return the deal of the tapped cell; None if there is no such cell."""
    return sheet.deal(deal) if deal is not None and seat in sheet.seats else None


@bp.post("/undo")
def undo(code: str) -> ResponseReturnValue:
    """Reopen the deal that was closed last; if it was voided, restore it."""
    deal = posting.number("deal") or 0

    def act(sheet: Sheet) -> list[Entry]:
        if "voided" in request.form:
            return booking.restore(sheet, deal)
        return booking.undo(sheet, deal, datetime.now(UTC))

    return posting.answered(code, act, url_for(".show", code=code))


@bp.get("/deals/<int:number>/calls")
def calls(code: str, number: int) -> ResponseReturnValue:
    """Return the table with a slip over it: every player's calls and laid-down marks, each with a button."""
    sheet = the_match(code).sheet
    if not sheet.game.calls:
        abort(404)
    deal = sheet.deal(number)
    if deal is None or deal != sheet.current:
        return redirect(url_for(".show", code=code), 303)
    against = {seat: marks.against_call(sheet, number, seat) for seat in sheet.seats_in(deal)}
    return render_template("table/calls.html", **on_the_table(sheet), slip=True, against=against)


@bp.post("/deals/<int:number>/calls/<int:seat>")
def mark(code: str, number: int, seat: int) -> ResponseReturnValue:
    """Record or undo one mark, and redirect to the table, which reports it, or to the hand being counted."""
    act = posting.field("act", 20)
    if act not in marks.ACTS:
        abort(422)
    table, back = url_for(".show", code=code), url_for(".calls", code=code, number=number)
    if posting.field("counting"):
        cards = posting.field("cards") or None
        table = back = url_for("count.show", code=code, number=number, seat=seat, fixed=act, cards=cards)
    return posting.answered(code, lambda sheet: marks.mark(act, sheet, number, seat), table, back)


@bp.get("/seats/<int:seat>")
def seat(code: str, seat: int) -> ResponseReturnValue:
    """Return the table with the slip of one seat over it; redirect to the result if the match is over."""
    match = the_match(code)
    sheet, deal = match.sheet, match.sheet.current
    if seat not in sheet.seats:
        abort(404)
    if deal is None:
        return redirect(url_for(".show", code=code), 303)
    plays = seat in sheet.seats_in(deal)
    return render_template(
        "table/seat.html",
        **on_the_table(sheet),
        slip=True,
        seat=seat,
        plays=plays,
        against=marks.against_call(sheet, deal.number, seat) if sheet.game.calls and plays else None,
        last=last_hand(sheet, seat),
        phone=next((one for one in devices().of(match.id) if one.confirmed and one.seat == seat), None),
    )

"""Correcting a booked hand: a new revision with who and why; the old one stays readable."""

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.rules.deals import Deal
from companion.sheet.commands import booking, corrections
from companion.sheet.ledger import Action, Entry
from companion.sheet.refusals import Refused, Stale
from companion.sheet.scoresheet import Sheet
from companion.web.forms import posting
from companion.web.forms.hand_form import Tray, tray_of
from companion.web.forms.posting import the_match

bp = Blueprint("correct", __name__, url_prefix="/m/<code>/correct/<int:number>/<int:seat>")


@bp.get("")
def show(code: str, number: int, seat: int) -> str:
    """The hand on the pad once more, with a reason to give."""
    sheet = the_match(code).sheet
    return page(code, sheet, tray_of(sheet, booked_deal(sheet, number, seat), seat))


@bp.post("")
def correct(code: str, number: int, seat: int) -> Response | tuple[str, int]:
    """Write the correction, or say at the field what is missing."""
    typed = (posting.field("cards"), "0" if posting.field("none") else posting.field("total", 40))
    answer = url_for("table.sheet", code=code, deal=number, seat=seat) + "#trail"
    try:
        return redirect(posting.write(code, lambda now: act(now, number, seat, *typed), answer), 303)
    except (Refused, Stale) as error:
        sheet = the_match(code).sheet
        tray = Tray(sheet, booked_deal(sheet, number, seat), seat, *typed).fault(error)
        return page(code, sheet, tray), 409 if tray.stale else 422


def act(sheet: Sheet, number: int, seat: int, cards: str, total: str) -> list[Entry]:
    """The entries of the correction; where this player had gone out, somebody else must have."""
    booked_deal(sheet, number, seat)
    out = posting.number("out")
    by, reason = posting.words("by", 40), posting.words("reason")
    if posting.field("went_out") and sheet.out(number) != seat:
        return corrections.correct_end(sheet, number, seat, by, reason)
    if sheet.out(number) == seat:
        return corrections.correct_out(sheet, number, seat, -1 if out is None else out, cards, total, by, reason)
    return booking.count_hand(sheet, number, seat, cards, total, posting.number("revision") or -1, by, reason)


def booked_deal(sheet: Sheet, number: int, seat: int) -> Deal:
    """The deal, if it is booked and the seat plays in it; 404 otherwise."""
    deal = sheet.deal(number)
    if deal is None or sheet.closed(number) != Action.BOOKED or seat not in sheet.seats_in(deal):
        abort(404)
    return deal


def page(code: str, sheet: Sheet, tray: Tray) -> str:
    """The pad for a correction."""
    number, seat = tray.deal.number, tray.seat
    here = url_for("correct.show", code=code, number=number, seat=seat)
    return render_template(
        "correct/correct.html",
        code=code,
        sheet=sheet,
        game=sheet.game,
        deal=tray.deal,
        tray=tray,
        action=here,
        here=here,
        correcting=True,
        was_out=sheet.out(number) == seat,
        reason=request.values.get("reason", "")[:200],
        by=request.values.get("by", "")[:40],
    )

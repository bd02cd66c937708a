"""Correcting a booked hand: a new revision with its author and a reason if one is given; the old one stays readable."""

from typing import Any

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.rules.deals import Deal
from companion.rules.text import N_
from companion.sheet.commands import corrections
from companion.sheet.ledger import Action, Entry, EntryKind
from companion.sheet.refusals import Act, Refused, Stale, decided
from companion.sheet.review import affected, winners_changed
from companion.sheet.scoresheet import Sheet
from companion.web.forms import hand_form, posting
from companion.web.forms.hand_form import Tray, counted_cards, tray_of
from companion.web.forms.posting import SCOPES, the_match

bp = Blueprint("correct", __name__, url_prefix="/m/<code>/correct/<int:number>/<int:seat>")


def correction(number: int, seat: int) -> Act:
    """Return the command that corrects the hand in the form; a player who went out needs another one who did."""

    def entries(sheet: Sheet) -> list[Entry]:
        (cards, total), reason, out = hand_form.typed(), posting.reason(), posting.number("out")
        if sheet.closed(number) != Action.BOOKED:
            raise Refused("deal", N_("{deal} is not saved yet."), deal=sheet.title(number))
        if posting.field("went_out") and sheet.out(number) != seat:
            return corrections.correct_end(sheet, number, seat, reason)
        if sheet.out(number) == seat:
            return corrections.correct_out(sheet, number, seat, -1 if out is None else out, cards, total, reason)
        return corrections.correct_hand(sheet, number, seat, cards, total, reason)

    return entries


@bp.get("")
def show(code: str, number: int, seat: int) -> ResponseReturnValue:
    """Return the hand on the pad again; once sent, with its error, or with a slip if it changes more than a figure."""
    sheet = the_match(code).sheet
    deal = seated_in(sheet, number, seat) if sheet.closed(number) == Action.BOOKED else abort(404)
    tray = tray_of(sheet, deal, seat)
    return previewed(code, tray) if "check" in request.args else page(code, tray)


def previewed(code: str, tray: Tray) -> ResponseReturnValue:
    """Return the pad with the error of a correction, or with a slip that says what else it changes."""
    try:
        after = corrected(tray)
    except (Refused, Stale) as error:
        return page(code, tray.fault(error)), 409 if tray.stale else 422
    return page(code, tray, slip=True, after=after, **more_changes(tray, after))


def corrected(tray: Tray) -> Sheet:
    """Return the sheet with the correction in the form. Raises Refused or Stale."""
    number, seat = tray.deal.number, tray.seat
    scope = SCOPES["correct.correct"](number, seat)
    return tray.sheet.with_entries(decided(tray.sheet, scope, posting.number("revision"), correction(number, seat)))


def changes_more(tray: Tray) -> bool:
    """Return whether a valid correction changes more than its own figure, and is asked about first."""
    try:
        return any(more_changes(tray, corrected(tray)).values())
    except (Refused, Stale):
        return False


def more_changes(tray: Tray, after: Sheet) -> dict[str, Any]:
    """Return the figures of others that the correction changes, and the new winners."""
    others = [seat for seat in affected(tray.sheet, after, tray.deal.number) if seat != tray.seat]
    return {"others": others, "won": winners_changed(tray.sheet, after)}


@bp.post("")
def correct(code: str, number: int, seat: int) -> ResponseReturnValue:
    """Write the correction, or show what is wrong with it; ask once if it changes more than a figure."""
    sheet = the_match(code).sheet
    tray = Tray(sheet, seated_in(sheet, number, seat), seat, *hand_form.typed())
    here = url_for("correct.show", code=code, number=number, seat=seat)
    if posting.field("went_out") and (before := uncounted(sheet, number)) not in (None, seat):
        return redirect(
            url_for(".show", code=code, number=number, seat=before, out=seat, reason=posting.reason() or None), 303
        )
    done = url_for("table.sheet", code=code, corrected=f"{number}-{seat}")
    if "sure" not in request.form and changes_more(tray):
        return posting.shown_again(here) or previewed(code, tray)
    try:
        return redirect(posting.write(code, correction(number, seat), done), 303)
    except Refused as error:
        if error.field == "deal":
            return posting.conflict_page(error, url_for("table.sheet", code=code))
        return posting.shown_again(here) or (page(code, tray.fault(error)), 422)


def uncounted(sheet: Sheet, number: int) -> int | None:
    """Return the seat entered as having gone out without a counted hand, which is wanted if another one did."""
    out = sheet.out(number)
    return None if out is None or sheet.latest(EntryKind.HAND, number, out) else out


@bp.post("/undo")
def undo(code: str, number: int, seat: int) -> ResponseReturnValue:
    """Enter the hand again as it was before its correction."""
    here = url_for("table.sheet", code=code, _anchor=f"c{number}-{seat}")
    return posting.answered(code, lambda sheet: corrections.undo(sheet, number, seat), here)


def seated_in(sheet: Sheet, number: int, seat: int) -> Deal:
    """Return the deal if it was ever booked and the seat plays in it; else 404."""
    deal, closes = sheet.deal(number), sheet.revisions(EntryKind.CLOSE, number)
    was_booked = any(close.how == Action.BOOKED for close in closes)
    return deal if deal and was_booked and seat in sheet.seats_in(deal) else abort(404)


def page(code: str, tray: Tray, **rest: Any) -> str:
    """Return the pad for a correction, with what is on the sheet now."""
    number, seat = tray.deal.number, tray.seat
    here = url_for("correct.show", code=code, number=number, seat=seat)
    return render_template(
        "correct/correct.html",
        here=here,
        correcting=True,
        was=tray.sheet.penalty(number, seat) or 0,
        had=counted_cards(hand) if (hand := tray.sheet.latest(EntryKind.HAND, number, seat)) else "",
        reason=posting.reason(),
        uncounted=uncounted(tray.sheet, number),
        deal=tray.deal,
        tray=tray,
        **rest,
    )

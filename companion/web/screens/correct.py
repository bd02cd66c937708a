"""Correcting a booked hand: a new revision with author and reason; the old one stays readable."""

from dataclasses import dataclass
from typing import Any

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.rules.deals import Deal
from companion.rules.text import N_
from companion.sheet.commands import booking
from companion.sheet.ledger import Action, Entry, EntryKind
from companion.sheet.refusals import Refused, Stale, decided
from companion.sheet.review import effects, winners_changed
from companion.sheet.scoresheet import Sheet
from companion.web.forms import posting
from companion.web.forms.hand_form import Tray, tray_of
from companion.web.forms.posting import SCOPES, the_match
from companion.web.view.language import say

bp = Blueprint("correct", __name__, url_prefix="/m/<code>/correct/<int:number>/<int:seat>")
Answer = Response | str | tuple[str, int]
REASONS = (N_("digits swapped"), N_("counted wrong"), N_("wrong player"), N_("cards overlooked"))


@dataclass(frozen=True)
class Change:
    """A correction as entered: the new hand, then its author and reason."""

    number: int
    seat: int
    cards: str
    total: str
    went_out: bool
    out: int
    revision: int
    by: str = ""
    reason: str = ""

    def entries(self, sheet: Sheet) -> list[Entry]:
        """Return the entries of the correction; if this player went out before, another player must have instead."""
        number, seat, why = self.number, self.seat, {"by": self.by, "reason": self.reason}
        if sheet.closed(number) != Action.BOOKED:
            raise Refused("deal", N_("{deal} is not saved yet."), deal=sheet.title(number))
        if self.went_out and sheet.out(number) != seat:
            return booking.correct_end(sheet, number, seat, **why)
        if sheet.out(number) == seat:
            return booking.correct_out(sheet, number, seat, self.out, self.cards, self.total, **why)
        return booking.correct_hand(sheet, number, seat, self.cards, self.total, **why)


def change_of(number: int, seat: int, by: str = "", reason: str = "") -> Change:
    """Return the correction in the form, from its query or its body."""
    given = request.values
    total = "0" if given.get("none") else given.get("total", "")[:40]
    out, revision = given.get("out", -1, type=int), given.get("revision", -1, type=int)
    return Change(
        number, seat, given.get("cards", "")[:2000], total, bool(given.get("went_out")), out, revision, by, reason
    )


@bp.get("")
def show(code: str, number: int, seat: int) -> Answer:
    """Return the hand on the pad again; once entered, with the slip over it that asks for the reason."""
    sheet = the_match(code).sheet
    deal = seated_in(sheet, number, seat) if sheet.closed(number) == Action.BOOKED else abort(404)
    tray = tray_of(sheet, deal, seat)
    if "why" not in request.args and "none" not in request.args and "check" not in request.args:
        return page(code, tray)
    refused = posting.objection(code, change_of(number, seat, *signature()).entries)
    return reason_slip(code, tray, change_of(number, seat, reason="?"), refused)


def signature() -> tuple[str, str]:
    """Return the author and the reason in the form."""
    return posting.words("by", 40), posting.words("reason") or posting.words("other")


def reason_slip(code: str, tray: Tray, change: Change, refused: Refused | None = None) -> Answer:
    """Return the slip that asks for the reason; or the pad with the error, if the correction is invalid."""
    try:
        scope = SCOPES["correct.correct"](change.number, change.seat)
        after = tray.sheet.with_entries(decided(tray.sheet, scope, change.revision, change.entries))
    except (Refused, Stale) as error:
        return page(code, tray.fault(error)), 409 if tray.stale else 422
    html = page(code, tray, slip=True, change=change, unsaid=refused, **preview_values(tray.sheet, after, change))
    return (html, 422) if refused else html


def preview_values(sheet: Sheet, after: Sheet, change: Change) -> dict[str, Any]:
    """Return the slip's values about the corrected sheet: other changes, and new winners."""
    others = [effect for effect in effects(sheet, after, change.number) if effect.seat != change.seat]
    return {"after": after, "others": others, "won": winners_changed(sheet, after)}


@bp.post("")
def correct(code: str, number: int, seat: int) -> Answer:
    """Write the correction, or show the missing field."""
    seated_in(the_match(code).sheet, number, seat)
    change = change_of(number, seat, *signature())
    answer = url_for("table.sheet", code=code, deal=number, seat=seat, _anchor=f"c{number}-{seat}")
    try:
        return redirect(posting.write(code, change.entries, answer), 303)
    except Refused as error:
        sheet = the_match(code).sheet
        if error.field == "deal":
            return posting.conflict_page(error, url_for("table.sheet", code=code))
        if page_again := posting.shown_again(url_for("correct.show", code=code, number=number, seat=seat)):
            return page_again
        tray = Tray(sheet, seated_in(sheet, number, seat), seat, change.cards, change.total)
        if error.field == "reason":
            return reason_slip(code, tray, change_of(number, seat, reason="?"), error)
        return page(code, tray.fault(error)), 422


def seated_in(sheet: Sheet, number: int, seat: int) -> Deal:
    """Return the deal if it was ever booked and the seat plays in it; else 404."""
    deal, closes = sheet.deal(number), sheet.revisions(EntryKind.CLOSE, number)
    was_booked = any(close.how == Action.BOOKED for close in closes)
    return deal if deal and was_booked and seat in sheet.seats_in(deal) else abort(404)


def page(code: str, tray: Tray, **rest: Any) -> str:
    """Return the pad for a correction."""
    number, seat = tray.deal.number, tray.seat
    here = url_for("correct.show", code=code, number=number, seat=seat)
    values = {"code": code, "sheet": tray.sheet, "game": tray.sheet.game, "deal": tray.deal, "tray": tray}
    return render_template(
        "correct/correct.html",
        action=here,
        here=here,
        correcting=True,
        reasons=[say(words) for words in REASONS],
        was=tray.sheet.penalty(number, seat) or 0,
        was_out=tray.sheet.out(number) == seat,
        reason=(request.values.get("reason") or request.values.get("other") or "")[:200],
        by=request.values.get("by", "")[:40],
        **values,
        **rest,
    )

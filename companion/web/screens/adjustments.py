"""Bonuses and fines: giving one, correcting it or taking it back, each with a reason."""

from flask import Blueprint, abort, redirect, render_template, url_for
from werkzeug.wrappers import Response

from companion.sheet.commands import adjustments
from companion.sheet.ledger import Entry
from companion.sheet.refusals import Refused
from companion.sheet.scoresheet import Sheet
from companion.storage.matches import Match
from companion.web.forms import hand_form, posting
from companion.web.forms.posting import the_match
from companion.web.guard.permissions import may_write

bp = Blueprint("adjustments", __name__, url_prefix="/m/<code>/adjust")


@bp.get("")
def ask(code: str) -> str:
    """Return the form for points given for another reason; 403 for viewers."""
    match = the_match(code)
    if not may_write():
        abort(403)
    return page("adjust", match)


@bp.post("")
def give(code: str) -> Response | tuple[str, int]:
    """Book points given for another reason, or show the missing field."""
    match = the_match(code)
    seat = posting.number("seat")
    points = (-1 if seat is None else seat, hand_form.with_sign(), hand_form.reason(), posting.words("by", 40))
    here = url_for("table.sheet" if match.sheet.finished else "table.show", code=code)
    try:
        answer = posting.write(code, lambda sheet: adjustments.adjust(sheet, *points), here)
    except Refused as refused:
        return page("adjust", match, refused), 422
    return redirect(answer, 303)


@bp.get("/<int:number>")
def show(code: str, number: int) -> str:
    """Return the form with the present points; 403 for viewers."""
    if not may_write():
        abort(403)
    return correction(the_match(code), number)


@bp.post("/<int:number>")
def correct(code: str, number: int) -> Response | tuple[str, int]:
    """Write the correction, or show the missing field."""
    try:
        return redirect(posting.write(code, lambda now: act(now, number), url_for("table.sheet", code=code)), 303)
    except Refused as refused:
        return correction(the_match(code), number, refused), 422


def act(sheet: Sheet, number: int) -> list[Entry]:
    """Return the entries of the button pressed."""
    reason, by = hand_form.reason(), posting.words("by", 40)
    if posting.field("back"):
        return adjustments.take_back(sheet, number, reason, by)
    return adjustments.correct(sheet, number, hand_form.with_sign(), reason, by)


def correction(match: Match, number: int, refused: Refused | None = None) -> str:
    """Return the form of one bonus or fine; 404 if the match has none of that number."""
    given = next((one for one in adjustments.given(match.sheet) if one.entry.id == number), None) or abort(404)
    return page("readjust", match, refused, given)


def page(form: str, match: Match, refused: Refused | None = None, given: adjustments.Given | None = None) -> str:
    """Return the pad for points with a sign and a reason: of a new bonus or fine, or of one that was given."""
    values = {"match": match, "sheet": match.sheet, "game": match.game, "given": given, "refused": refused}
    return render_template(f"adjustments/{form}.html", **values, **hand_form.filled(given.entry if given else None))

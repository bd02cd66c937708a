"""Correcting or taking back a bonus or fine, with a reason."""

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

bp = Blueprint("readjust", __name__, url_prefix="/m/<code>/adjust/<int:number>")


@bp.get("")
def show(code: str, number: int) -> str:
    """Return the form with the present points; 403 for viewers."""
    if not may_write():
        abort(403)
    return page(the_match(code), number)


@bp.post("")
def correct(code: str, number: int) -> Response | tuple[str, int]:
    """Write the correction, or show the missing field."""
    try:
        return redirect(posting.write(code, lambda now: act(now, number), url_for("table.sheet", code=code)), 303)
    except Refused as refused:
        return page(the_match(code), number, refused), 422


def act(sheet: Sheet, number: int) -> list[Entry]:
    """Return the entries of the button pressed."""
    reason, by = hand_form.reason(), posting.words("by", 40)
    if posting.field("back"):
        return adjustments.take_back(sheet, number, reason, by)
    return adjustments.correct(sheet, number, hand_form.with_sign(), reason, by)


def page(match: Match, number: int, refused: Refused | None = None) -> str:
    """Return the form; 404 if the match has no such bonus or fine."""
    given = next((one for one in adjustments.given(match.sheet) if one.entry.id == number), None) or abort(404)
    values = {"match": match, "sheet": match.sheet, "game": match.game, "given": given, "refused": refused}
    return render_template("adjustments/readjust.html", **values, **hand_form.filled(given.entry))

"""Bonuses and fines: giving one, correcting it or taking it back, each with a reason."""

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.rules.text import natural_number, sign_and_figure
from companion.sheet.commands import adjustments
from companion.sheet.ledger import Entry
from companion.sheet.refusals import Refused
from companion.sheet.scoresheet import Sheet
from companion.storage.matches import Match
from companion.web.forms import posting
from companion.web.forms.posting import the_match
from companion.web.guard.permissions import may_write

bp = Blueprint("adjustments", __name__, url_prefix="/m/<code>/adjust")


@bp.get("")
def ask(code: str) -> ResponseReturnValue:
    """Return the form for points given for another reason; 403 for viewers."""
    the_match(code)
    if not may_write():
        abort(403)
    return answered("adjust", posting.objection(code, given_now))


@bp.post("")
def give(code: str) -> ResponseReturnValue:
    """Book points given for another reason, or show the missing field."""
    match = the_match(code)
    here = url_for("table.sheet" if match.sheet.finished else "table.show", code=code)
    try:
        return redirect(posting.write(code, given_now, here), 303)
    except Refused as refused:
        return posting.shown_again(url_for(".ask", code=code)) or answered("adjust", refused)


def given_now(sheet: Sheet) -> list[Entry]:
    """Return the entry of the bonus or fine in the form."""
    seat = posting.number("seat")
    return adjustments.adjust(sheet, -1 if seat is None else seat, with_sign(), posting.reason())


@bp.get("/<int:number>")
def show(code: str, number: int) -> ResponseReturnValue:
    """Return the form with the present points; 403 for viewers."""
    if not may_write():
        abort(403)
    return correction(the_match(code), number, posting.objection(code, lambda now: act(now, number)))


@bp.post("/<int:number>")
def correct(code: str, number: int) -> ResponseReturnValue:
    """Write the correction, or show the missing field."""
    try:
        return redirect(posting.write(code, lambda now: act(now, number), url_for("table.sheet", code=code)), 303)
    except Refused as refused:
        address = url_for(".show", code=code, number=number)
        return posting.shown_again(address) or correction(the_match(code), number, refused)


def act(sheet: Sheet, number: int) -> list[Entry]:
    """Return the entries of the button pressed."""
    if posting.field("back"):
        return adjustments.take_back(sheet, number, posting.reason())
    return adjustments.correct(sheet, number, with_sign(), posting.reason())


def correction(match: Match, number: int, refused: Refused | None) -> ResponseReturnValue:
    """Return the form of one bonus or fine; 404 if the match has none of that number."""
    given = next((one for one in adjustments.given(match.sheet) if one.entry.id == number), None) or abort(404)
    return answered("readjust", refused, given)


def answered(form: str, refused: Refused | None, given: adjustments.Given | None = None) -> ResponseReturnValue:
    """Return the form of a new bonus or fine, or of one that was given; 422 with a refusal."""
    filled = filled_in(given.entry if given else None)
    html = render_template(f"adjustments/{form}.html", given=given, refused=refused, **filled)
    return (html, 422) if refused else html


def points() -> str:
    """Return the points that were chosen, or those typed instead."""
    return (request.values.get("amount") or request.values.get("points", ""))[:40]


def with_sign() -> str:
    """Return the points with the sign of a bonus or a fine, unless a sign was typed."""
    figure = natural_number(points())
    return points() if figure is None or posting.field("sign") != "-" else f"-{figure}"


def filled_in(standing: Entry | None = None) -> dict[str, str]:
    """Return the fields for showing the form again; at first, the entry on the sheet."""
    given = request.values
    first = f"{standing.points:+}" if standing and "points" not in given else points()
    sign, figure = sign_and_figure(first) or ("", first.strip())
    reason = (given.get("reason") or given.get("other") or "")[:200]
    return {"sign": sign or given.get("sign", ""), "figure": str(figure), "reason": reason}

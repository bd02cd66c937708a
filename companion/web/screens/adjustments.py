"""Bonuses and fines: giving one, correcting it or taking it back, each with a reason."""

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.rules.text import natural_number, sign_and_figure
from companion.sheet.commands import adjustments
from companion.sheet.ledger import Entry
from companion.sheet.refusals import Act, Refused
from companion.web.forms import posting
from companion.web.forms.posting import the_match
from companion.web.guard.permissions import may_write

bp = Blueprint("adjustments", __name__, url_prefix="/m/<code>/adjust")


@bp.get("")
@bp.get("/<int:number>")
def show(code: str, number: int | None = None) -> ResponseReturnValue:
    """Return the form of a new bonus or fine, or with the present points of that one; 403 for viewers."""
    the_match(code)
    if not may_write():
        abort(403)
    return page(code, number, posting.objection(code, act(number)))


@bp.post("")
@bp.post("/<int:number>")
def save(code: str, number: int | None = None) -> ResponseReturnValue:
    """Book, correct or take back points given for another reason, or show the missing field."""
    new = number is None and not the_match(code).sheet.finished
    try:
        answer = posting.write(code, act(number), url_for("table.show" if new else "table.sheet", code=code))
    except Refused as refused:
        return posting.shown_again(url_for(".show", code=code, number=number)) or page(code, number, refused)
    return redirect(answer, 303)


def act(number: int | None) -> Act:
    """Return the command of the button pressed."""
    if number is None:
        seat = posting.number("seat")
        return lambda sheet: adjustments.adjust(sheet, -1 if seat is None else seat, with_sign(), posting.reason())
    if posting.field("back"):
        return lambda sheet: adjustments.revoke(sheet, number, posting.reason())
    return lambda sheet: adjustments.correct(sheet, number, with_sign(), posting.reason())


def page(code: str, number: int | None, refused: Refused | None) -> ResponseReturnValue:
    """Return the form; 404 if the match has no bonus or fine of that number, 422 with a refusal."""
    found = (one for one in adjustments.given(the_match(code).sheet) if one.entry.id == number)
    given = None if number is None else next(found, None) or abort(404)
    html = render_template("adjustments/adjust.html", given=given, refused=refused, **filled_in(given and given.entry))
    return (html, 422) if refused else html


def points() -> str:
    """Return the points that were chosen, or those typed instead."""
    return (request.values.get("amount") or request.values.get("points", ""))[:40]


def with_sign() -> str:
    """Return the points with the sign of a bonus or a fine, unless a sign was typed."""
    figure = natural_number(points())
    return points() if figure is None or posting.field("sign") != "-" else f"-{figure}"


def filled_in(standing: Entry | None) -> dict[str, str]:
    """Return the fields for showing the form again; at first, the entry on the sheet."""
    given = request.values
    first = f"{standing.points:+}" if standing and "points" not in given else points()
    sign, figure = sign_and_figure(first) or ("", first.strip())
    reason = (given.get("reason") or given.get("other") or "")[:200]
    return {"sign": sign or given.get("sign", ""), "figure": str(figure), "reason": reason}

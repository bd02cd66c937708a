"""Ending a match before its last deal, abandoning its present deal, or deleting it, each after a confirmation."""

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.sheet.commands import ending
from companion.sheet.refusals import Refused
from companion.storage.delete_match import delete_match
from companion.web.forms import posting
from companion.web.forms.posting import store, the_match

bp = Blueprint("stop", __name__, url_prefix="/m/<code>")


@bp.get("/end")
def show(code: str) -> str:
    """Ask for confirmation, the safe answer first."""
    match = the_match(code)
    return render_template("end_match/stop.html", match=match, sheet=match.sheet, game=match.game)


@bp.get("/end/deal")
def deal(code: str) -> Response | str:
    """Ask whether to abandon the present deal; redirect to the table if no deal is open."""
    match = the_match(code)
    sheet = match.sheet
    if sheet.current is None:
        return redirect(url_for("table.show", code=code), 303)
    following = sheet.deal(sheet.current.number + 1)
    return render_template("end_match/deal.html", match=match, sheet=sheet, game=match.game, following=following)


@bp.post("/end")
def change(code: str) -> Response | tuple[str, int]:
    """End the match in its present state, or resume it."""
    act = ending.resume if "resume" in request.form else ending.stop
    here = url_for("table.show", code=code)
    try:
        return redirect(posting.write(code, lambda sheet: act(sheet), here), 303)
    except Refused as refused:
        return posting.conflict_page(refused, here)


@bp.get("/delete")
def ask_delete(code: str) -> str:
    """Ask for confirmation, the safe answer first, and tell how to save the match before."""
    match = the_match(code)
    return render_template("end_match/delete.html", match=match, sheet=match.sheet, game=match.game)


@bp.post("/delete")
def delete(code: str) -> Response:
    """Delete the match with all its entries."""
    delete_match(store(), store().match_id(code))
    return redirect(url_for("home.show"), 303)

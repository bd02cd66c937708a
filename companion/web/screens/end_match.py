"""Ending a match before its last deal, abandoning its present deal, or deleting it, each after a confirmation."""

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.rules.text import Text
from companion.sheet.commands import whole_match
from companion.storage.delete_match import delete_match
from companion.web.forms import posting
from companion.web.forms.posting import store, the_match
from companion.web.guard.permissions import open_house
from companion.web.screens.data import backup_fault

bp = Blueprint("end_match", __name__, url_prefix="/m/<code>")


@bp.get("/end")
def show(code: str) -> str:
    """Ask for confirmation, the safe answer first."""
    the_match(code)
    return render_template("end_match/stop.html")


@bp.get("/end/deal")
def deal(code: str) -> ResponseReturnValue:
    """Ask whether to abandon the present deal; redirect to the table if no deal is open."""
    sheet = the_match(code).sheet
    if sheet.current is None:
        return redirect(url_for("table.show", code=code), 303)
    following = sheet.deal(sheet.current.number + 1)
    return render_template("end_match/deal.html", following=following)


@bp.post("/end")
def change(code: str) -> ResponseReturnValue:
    """End the match in its present state, or resume it."""
    act = whole_match.resume if "resume" in request.form else whole_match.stop
    return posting.answered(code, act, url_for("table.show", code=code))


@bp.get("/delete")
def ask_delete(code: str, fault: Text | None = None) -> str:
    """Ask for confirmation, the safe answer first, and tell how to save the match before."""
    the_match(code)
    return render_template("end_match/delete.html", fault=fault)


@bp.post("/delete")
def delete(code: str) -> ResponseReturnValue:
    """Delete the match with all its entries; without an open house a backup is made before, and an entry remains."""
    number, noted = store().match_id(code), not open_house()
    if noted and (fault := backup_fault()):
        return ask_delete(code, fault), 503
    delete_match(store(), number, noted)
    return redirect(url_for("home.show"), 303)

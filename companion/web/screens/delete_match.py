"""Deleting a match by its host, after a confirmation that tells how to save it first."""

from flask import Blueprint, redirect, render_template, url_for
from werkzeug.wrappers import Response

from companion.storage.delete_match import delete_match
from companion.web.forms.posting import store, the_match

bp = Blueprint("removal", __name__, url_prefix="/m/<code>/delete")


@bp.get("")
def show(code: str) -> str:
    """Ask for confirmation, the safe answer first."""
    match = the_match(code)
    return render_template("delete_match/removal.html", match=match, sheet=match.sheet, game=match.game)


@bp.post("")
def remove(code: str) -> Response:
    """Delete the match with all its entries."""
    delete_match(store(), store().match_id(code))
    return redirect(url_for("home.show"), 303)

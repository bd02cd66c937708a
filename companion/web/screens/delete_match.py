"""A table deleted by its host: behind one question, which says what goes and how to keep it."""

from flask import Blueprint, redirect, render_template, url_for
from werkzeug.wrappers import Response

from companion.storage.delete_match import delete_match
from companion.web.forms.posting import store, the_match

bp = Blueprint("removal", __name__, url_prefix="/m/<code>/delete")


@bp.get("")
def show(code: str) -> str:
    """The question, the safe answer first."""
    match = the_match(code)
    return render_template("delete_match/removal.html", match=match, sheet=match.sheet, game=match.game)


@bp.post("")
def remove(code: str) -> Response:
    """The table and all that was booked at it are no more, for nobody."""
    delete_match(store(), store().match_id(code))
    return redirect(url_for("home.show"), 303)

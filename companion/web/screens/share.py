"""Sharing a finished match: its result as text, and a link by which anybody may look, until it is taken back."""

from flask import Blueprint, current_app, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.storage.shared_links import SharedLinks
from companion.web.forms.posting import store, the_match
from companion.web.guard.access import may_write
from companion.web.view.qr import join_link, shared_address
from companion.web.view.result_text import told, won
from companion.web.view.template_globals import date

bp = Blueprint("share", __name__, url_prefix="/m/<code>/share")


def links() -> SharedLinks:
    """The shared links of this application."""
    return SharedLinks(store())


@bp.get("")
def show(code: str) -> str | Response:
    """What can be told of a finished match elsewhere; the table while it is played."""
    match = the_match(code)
    if not match.finished_at:
        return redirect(url_for("table.show", code=code), 303)
    shared = links().code(match.id) if may_write() else None
    address = shared_address() or request.host_url.rstrip("/")
    return render_template(
        "share/share.html",
        match=match,
        won=won(match.sheet),
        text=told(match.sheet, date(match.finished_at)),
        link=join_link(address, shared) if shared else None,
        for_others=shared_address() is not None,
        everywhere=bool(current_app.config["PUBLIC_URL"]),
    )


@bp.post("/link")
def change(code: str) -> Response:
    """The link made, or taken back: from then on it opens nothing, and whoever came by it is nobody here."""
    match = the_match(code)
    if "back" in request.form:
        links().take_back(match.id)
    elif match.finished_at:
        links().share(match.id)
    return redirect(url_for(".show", code=code) + "#link", 303)

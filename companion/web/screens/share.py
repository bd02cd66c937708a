"""Sharing a finished match: its result as a picture and as text, and a link for viewers."""

from flask import Blueprint, abort, current_app, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.picture import Card
from companion.rules.text import N_, Text
from companion.sheet.refusals import Refused
from companion.storage.access.shared_links import SharedLinks
from companion.web.api.match_files import play_link
from companion.web.forms.posting import conflict_page, store, the_match
from companion.web.guard.permissions import may_write
from companion.web.guard.worker_jobs import build_file
from companion.web.view.qr import join_link, shared_address
from companion.web.view.result_picture import card
from companion.web.view.result_text import result_summary
from companion.web.view.template_globals import date

bp = Blueprint("share", __name__, url_prefix="/m/<code>/share")

OTHER_LINK = Text(N_("That link no longer belongs to this match."))
NOT_DRAWN = (N_("The picture cannot be made just now."), N_("Try again in a moment."))


def links() -> SharedLinks:
    """Return the shared links of this application."""
    return SharedLinks(store())


@bp.get("")
def show(code: str) -> str | Response:
    """Return the ways to share a finished match; redirect to the table while it is running."""
    match = the_match(code)
    if not match.finished_at:
        return redirect(url_for("table.show", code=code), 303)
    drawn = card(match)
    shared = links().code(match.id) if may_write() else None
    address = shared_address() or request.host_url.rstrip("/")
    return render_template(
        "share/share.html",
        match=match,
        won=drawn.heading,
        sentence=drawn.sentence,
        missing=unwritable(drawn),
        bg_stats=play_link(match),
        text=result_summary(match.sheet, date(match.day)),
        link=join_link(address, shared) if shared else None,
        shared=shared,
        for_others=shared_address() is not None,
        everywhere=bool(current_app.config["PUBLIC_URL"]),
    )


def unwritable(drawn: Card) -> list[str]:
    """Return the characters of the picture that no font of this machine has."""
    from companion.picture.fonts import unwritable_pieces

    return unwritable_pieces("".join(drawn.texts()), drawn.language)


@bp.get("/result.png")
def picture(code: str) -> Response:
    """Return the result as a picture, drawn in a worker process; 404 while running, or if fonts lack a character."""
    match = the_match(code)
    drawn = card(match) if match.finished_at else abort(404)
    if unwritable(drawn):
        abort(404)
    from companion.picture.drawing import png  # load Pillow only for a picture, not at every start

    drawing = build_file(NOT_DRAWN, png, drawn)
    return Response(drawing, mimetype="image/png", headers={"Cache-Control": "no-store"})


@bp.post("/link")
def change(code: str) -> Response | tuple[str, int]:
    """Create the link, or revoke it and the access of those who came by it.

    409 if the link on the page is not the present one."""
    match = the_match(code)
    if "back" in request.form:
        if request.form["back"] != links().code(match.id):
            return conflict_page(Refused("back", OTHER_LINK), url_for(".show", code=code) + "#link")
        links().take_back(match.id)
    elif match.finished_at:
        links().share(match.id)
    return redirect(url_for(".show", code=code) + "#link", 303)

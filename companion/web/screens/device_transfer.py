"""DeviceTransfers a place at a table to another phone, by a one-time QR code that is shown once."""

from flask import Blueprint, Response, abort, redirect, render_template, request, url_for

from companion.storage.access.device_transfer import DeviceTransfers
from companion.web.forms import posting
from companion.web.forms.posting import store, the_match
from companion.web.guard.browsers import give, made_known, new_secret, shown_once, to_show_once
from companion.web.guard.permissions import of_this_request, token
from companion.web.screens.hosting import Answer, invalid_link_page
from companion.web.view.qr import carry_link, shared_address

bp = Blueprint("carry", __name__)


def carrying() -> DeviceTransfers:
    """Return the transfer links of this application."""
    return DeviceTransfers(store())


@bp.get("/m/<code>/carry")
def offer(code: str) -> Response:
    """Return the choice: carry this table, or every table of this phone; with a link if one was just made."""
    this_device()
    secret, every = new_secret(), "every" in request.args
    link = carry_link(shared_address() or request.host_url.rstrip("/"), secret) if secret else None
    page = render_template("device_transfer/carry.html", match=the_match(code), link=link, every=every)
    return shown_once(page)


@bp.post("/m/<code>/carry")
def make(code: str) -> Answer:
    """Make a link for one more phone, shown only once, as only its digest is stored."""
    every = "every" in request.form
    secret = carrying().new_link(the_match(code).id, this_device(), every)
    return to_show_once(url_for(".offer", code=code, every=int(every) or None), secret)


@bp.get("/carry")
def show() -> Response:
    """Return the form for the link's secret; only posting uses it, so that a link preview does not."""
    return made_known(render_template("device_transfer/take.html", wrong=False, wait=0))


@bp.post("/carry")
def take() -> Answer:
    """Give this phone the place of the link, which becomes invalid."""
    secret = posting.secret("secret")
    carried = carrying().take(secret, known=token())
    if carried is None:
        return invalid_link_page("device_transfer/take.html", secret)
    there = url_for("home.show") if carried.tables > 1 else url_for("table.show", code=carried.match)
    response = redirect(there, 303)
    give(response, carried.token)
    return response


def this_device() -> int:
    """Return the id of this phone at the table; 404 for the host, who has no place to carry."""
    access = of_this_request()
    return (access.device if access else None) or abort(404)

"""Host browsers: the one-time links that make one, the list of them, and signing one off."""

import logging

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.wrappers import Response

from companion.web.forms import posting
from companion.web.guard.permissions import code_asked_for, host_browser, hosts
from companion.web.guard.security import own_token, set_token_cookie, with_token_cookie
from companion.web.guard.throttle import count_attempt
from companion.web.view.qr import shared_address

bp = Blueprint("hosting", __name__, url_prefix="/host")
log = logging.getLogger("companion")


@bp.get("")
def show() -> Response:
    """Return the form for the link's secret; only posting uses it, so that a link preview does not."""
    return with_token_cookie(render_template("hosting/host.html", wrong=False, wait=0))


@bp.post("")
def take() -> ResponseReturnValue:
    """Make this browser a host; the link becomes invalid."""
    secret, mine = posting.secret("secret"), own_token()
    if not hosts().take(secret, mine, label(request.headers.get("User-Agent", ""))):
        return invalid_link_page("hosting/host.html", secret)
    response = redirect(url_for("home.show"), 303)
    set_token_cookie(response, mine)
    return response


def invalid_link_page(template: str, secret: str) -> ResponseReturnValue:
    """Return the page that the link is invalid, or that it is time to wait: wrong secrets count like wrong codes.

    A valid link works whatever was tried before. The browser may store that a link is invalid, for Back."""
    wait = count_attempt()
    if not wait:
        log.info("a link was tried that opens nothing")
        return render_template(template, wrong=True, wait=0), 404, {"Cache-Control": "private, no-cache"}
    return render_template(template, wrong=False, wait=wait.time, typed=secret), 429, wait.again


@bp.get("/browsers")
def browsers() -> str:
    """Return the host browsers, and how to add one.

    The match whose code is given is the one whose phones led here, and lead back to."""
    return page()


@bp.post("/browsers")
def make() -> ResponseReturnValue:
    """Make a link for one more host, shown only once, as only its digest is stored."""
    address = shared_address()
    if address is None:  # no phone can reach this machine
        return redirect(url_for(".browsers", code=code_asked_for()), 303)
    return page(address + url_for(".show", _anchor=hosts().new_link()))


def page(link: str = "") -> str:
    """Return the page of the host browsers, with a new link if one was made."""
    known = {"hosts": hosts().present(), "mine": host_browser(), "address": shared_address()}
    return render_template("hosting/hosts.html", **known, link=link, code=code_asked_for())


@bp.post("/browsers/<int:browser>")
def sign_off(browser: int) -> Response:
    """Sign a host browser off."""
    if browser not in {one.id for one in hosts().present()}:
        abort(404)
    mine = browser == host_browser()
    hosts().sign_off(browser)
    return redirect(url_for("home.show") if mine else url_for(".browsers", code=code_asked_for()), 303)


FAMILIES = (  # the first match counts: most name Chrome or Safari as well
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser", "Samsung Internet"),
    ("FxiOS", "Firefox"),
    ("Firefox", "Firefox"),
    ("CriOS", "Chrome"),
    ("Chrome", "Chrome"),
    ("Safari", "Safari"),
)
SYSTEMS = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("CrOS", "ChromeOS"),
    ("Windows", "Windows"),
    ("Mac OS X", "Mac"),
    ("Linux", "Linux"),
)


def label(user_agent: str) -> str:
    """Return the family of a browser and its system, like "Safari · iPhone"; empty if both are unknown."""
    found = (next((name for mark, name in marks if mark in user_agent), "") for marks in (FAMILIES, SYSTEMS))
    return " · ".join(filter(None, found))

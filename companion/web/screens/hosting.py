"""Who is host: the one-time links that make a browser it, the browsers that are it, and how one is signed off."""

import logging

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.web.forms import posting
from companion.web.guard import guessing
from companion.web.guard.access import host_browser, hosts, token
from companion.web.guard.browsers import give, made_known
from companion.web.guard.throttle import how_long
from companion.web.view.browser_names import label
from companion.web.view.qr import host_link, shared_address

Answer = Response | tuple[str, int] | tuple[str, int, dict[str, str]]
bp = Blueprint("hosting", __name__, url_prefix="/host")
log = logging.getLogger("companion")


@bp.get("")
def show() -> Response:
    """Where the secret of the link is filled in; only posting takes it, so that a preview does not."""
    return made_known(render_template("hosting/host.html", wrong=False, wait=0))


@bp.post("")
def take() -> Answer:
    """This browser becomes the host's; the link opens nothing any more."""
    secret = posting.secret("secret")
    mine = hosts().take(secret, label(request.headers.get("User-Agent", "")), known=token())
    if mine is None:
        return refused("hosting/host.html", secret)
    response = redirect(url_for("home.show"), 303)
    give(response, mine)
    return response


def refused(template: str, secret: str) -> Answer:
    """The page that says the link opens nothing, or that it is time to wait: a secret is guessed as slowly as a code.

    A right one opens whatever went before."""
    wait = guessing.take()
    if not wait:
        log.info("a link was tried that opens nothing")
    page = render_template(template, wrong=not wait, wait=how_long(wait) if wait else None, typed=secret)
    return (page, 429, wait.again) if wait else (page, 404)


@bp.get("/browsers")
def browsers() -> str:
    """The browsers that are host, and how another becomes it."""
    return page(link=None)


@bp.post("/link")
def make() -> str:
    """A link for one more host, shown this once: only its digest is kept."""
    address = shared_address()
    if address is None:  # no phone reaches this machine
        return page(link=None)
    return page(link=host_link(address, hosts().new_link()))


@bp.post("/browsers/<int:browser>")
def sign_off(browser: int) -> Response:
    """That browser is host no more."""
    if browser not in {one.id for one in hosts().present()}:
        abort(404)
    mine = browser == host_browser()
    hosts().sign_off(browser)
    return redirect(url_for("home.show" if mine else ".browsers"), 303)


def page(link: str | None) -> str:
    """The page of the hosts, with a link if one was just made."""
    return render_template(
        "hosting/hosts.html", hosts=hosts().present(), mine=host_browser(), link=link, address=shared_address()
    )

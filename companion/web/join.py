"""Joining a table by its code: looking shows who sits where, only posting takes a seat."""

import secrets

from flask import Blueprint, abort, current_app, g, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.devices import PLAYER, Device, Opening, new_token
from companion.store import Match
from companion.web import access, posting
from companion.web.access import devices, token
from companion.web.leaving import leave
from companion.web.posting import store, the_match
from companion.web.security import cookie_options, device_cookie_name
from companion.web.throttle import Throttle

bp = Blueprint("join", __name__)
Answer = Response | str | tuple[str, int] | tuple[str, int, dict[str, str]]
YEAR = 365 * 24 * 3600  # seconds


@bp.get("/join")
def ask() -> Answer:
    """Where a code is typed; a typed one leads on."""
    code = "".join(request.args.get("code", "").split()).upper()
    if code:
        return redirect(url_for(".show", door=code[:12]), 303)
    return render_template("join.html", opening=None, wrong=False, wait=0)


@bp.get("/join/<door>")
def show(door: str) -> Answer:
    """Who sits at the table of that code, and which seats are free; changes nothing."""
    opening = opened(door)
    if not isinstance(opening, Opening):
        return opening
    return page(door, opening)


@bp.post("/join/<door>")
def take(door: str) -> Answer:
    """Take a seat, or watch: this browser gets a token, and the table knows it from then on."""
    opening = opened(door)
    if not isinstance(opening, Opening):
        return opening
    match = store().match(opening.match)
    seat = posting.number("seat") if opening.role == PLAYER else None
    if seat is not None and seat not in match.sheet.seats:
        return page(door, opening)
    mine = token() or new_token()
    role = opening.role if seat is not None else "viewer"
    device = devices().join(match.id, mine, role, seat)
    response = redirect(next_page(match, device), 303)
    response.set_cookie(device_cookie_name(), mine, max_age=YEAR, **cookie_options())
    return response


def next_page(match: Match, device: Device) -> str:
    """The table, or the page to wait on until somebody there confirms the seat."""
    return url_for("table.show" if device.confirmed else ".waiting", code=match.code)


def opened(door: str) -> Opening | Answer:
    """What the code opens; else the page that says it opens nothing, or that it is time to wait."""
    throttle = current_app.extensions.setdefault("companion.throttle", Throttle())
    address = request.remote_addr or ""
    wait = throttle.wait(address)
    if wait:
        return render_template("join.html", opening=None, wrong=False, wait=wait), 429, {"Retry-After": str(wait)}
    opening = devices().opening(door)
    if opening is None:
        throttle.failed(address)
        return render_template("join.html", opening=None, wrong=True, wait=0), 404
    return opening


def page(door: str, opening: Opening) -> str:
    """The seats of the table, those that another browser holds marked."""
    match = store().match(opening.match)
    known = devices().at(token(), match.code) if token() else None
    mine = known.seat if known and known.confirmed else None
    held = {device.seat for device in devices().of(match.id) if device.confirmed} - {mine, None}
    return render_template(
        "join.html", opening=opening, door=door, match=match, held=held, mine=mine, wrong=False, wait=0
    )


@bp.get("/host/<secret>")
def become_host(secret: str) -> Answer:
    """What the one-time host link shows; only posting takes it, so that a preview does not."""
    the_secret(secret)
    return render_template("host.html", secret=secret)


@bp.post("/host/<secret>")
def take_host(secret: str) -> Answer:
    """This browser becomes the host's; the link opens nothing any more."""
    the_secret(secret)
    mine = new_token()
    current_app.config["HOST_SECRET"] = None
    current_app.config["HOST_TOKENS"] = {*current_app.config.get("HOST_TOKENS", ()), mine}
    response = redirect(url_for("home.show"), 303)
    response.set_cookie(device_cookie_name(), mine, max_age=YEAR, **cookie_options())
    return response


def the_secret(given: str) -> None:
    """404 unless it is the secret of the host link that is still open."""
    kept = current_app.config.get("HOST_SECRET") or ""
    if not kept or not secrets.compare_digest(given.encode(), kept.encode()):
        abort(404)


@bp.get("/m/<code>/waiting")
def waiting(code: str) -> Answer:
    """The page of a browser whose seat is still to be confirmed by another phone of the table."""
    match = the_match(code)
    device = devices().at(token(), code) if token() else None
    if device is None:
        abort(404)
    if device.confirmed:
        return leave(url_for("table.show", code=code))
    return render_template("waiting.html", match=match, device=device, door=devices().door(match.id).join)


@bp.get("/m/<code>/phones")
def phones(code: str) -> str:
    """The phones at the table, the codes that let more in, and who waits to be known."""
    allowed(code)
    match = the_match(code)
    address = (
        current_app.config.get("PUBLIC_URL") or current_app.config.get("LAN_ADDRESS") or request.host_url.rstrip("/")
    )
    known, waiting = divided(devices().of(match.id))
    return render_template(
        "phones.html", match=match, devices=known, waiting=waiting, door=devices().door(match.id), address=address
    )


@bp.get("/m/<code>/phones/wanting")
def wanting(code: str) -> Answer:
    """Who waits to be known; 204 where the page shows just these."""
    allowed(code)
    match = the_match(code)
    waiting = devices().waiting(match.id)
    if ".".join(str(device.id) for device in waiting) == request.args.get("shown"):
        return "", 204
    return render_template("_wanting.html", match=match, waiting=waiting)


def divided(present: list[Device]) -> tuple[list[Device], list[Device]]:
    """Those whom the table knows, and those who still wait."""
    return [device for device in present if device.confirmed], [device for device in present if not device.confirmed]


@bp.post("/m/<code>/phones/<int:device>")
def settle(code: str, device: int) -> Response:
    """Somebody at the table says: that is them; or: that phone is lost, away with it."""
    allowed(code)
    match = the_match(code)
    if device not in {present.id for present in devices().of(match.id)}:
        abort(404)
    if "confirm" in request.form:
        devices().confirm(match.id, device)
    elif "away" in request.form:
        devices().send_away(match.id, device)
    return redirect(url_for(".phones", code=code), 303)


def allowed(code: str) -> None:
    """These pages are for those who play; to others there is nothing here."""
    g.access = access.access_to(code)
    if g.access is None:
        abort(404)
    if not g.access.may(PLAYER):
        abort(403)

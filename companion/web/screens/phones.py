"""Phones of a table: present ones, those waiting for confirmation, the codes to join, and moving a place to another.

A place is carried to another phone by a one-time QR code, which is shown once."""

from collections.abc import Sequence

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.wrappers import Response

from companion.storage.access.links import CARRY, HOST
from companion.storage.matches import Match
from companion.storage.models import DeviceRow
from companion.web.forms import posting
from companion.web.forms.posting import the_match
from companion.web.guard.client_address import from_this_machine
from companion.web.guard.permissions import devices, hosts_table, links, own_device
from companion.web.guard.security import own_token, set_token_cookie, with_token_cookie
from companion.web.screens.hosting import invalid_link_page
from companion.web.view.qr import shared_address

bp = Blueprint("phones", __name__)


@bp.get("/m/<code>/phones")
def show(code: str) -> str:
    """Return the phones at the table, the codes to join, and the phones waiting for confirmation."""
    match = the_match(code)
    known, waiting = divided(devices().of(match.id))
    return render_template(
        "phones/phones.html",
        devices=known,
        waiting=waiting,
        seats_without=without_phone(match, known),
        invite_codes=links().codes(match.id),
        address=shared_address(),
        here=request.host_url.rstrip("/"),
        reached=shared_address() is not None or not from_this_machine(),
    )


@bp.get("/m/<code>/phones/<any(here, wanting):part>")
def present(code: str, part: str) -> ResponseReturnValue:
    """Return the fragment of the present phones, or of those waiting; 204 if the page shows exactly these."""
    match = the_match(code)
    known, waiting = divided(devices().of(match.id))
    if ".".join(str(device.id) for device in (known if part == "here" else waiting)) == request.args.get("shown"):
        return "", 204
    values = {"devices": known, "waiting": waiting, "seats_without": without_phone(match, known)}
    return render_template("phones/_here.html" if part == "here" else "phones/_pending_devices.html", **values)


@bp.post("/m/<code>/phones/<int:device>")
def decide(code: str, device: int) -> Response:
    """Confirm a waiting phone as its player, or revoke a phone."""
    match = the_match(code)
    there = {present.id: present for present in devices().of(match.id)}
    if device not in there:
        abort(404)
    if there[device].role == HOST and not hosts_table(code):
        abort(403)  # players may not remove the table's host
    if "confirm" in request.form:
        devices().confirm(match.id, device)
    elif "away" in request.form:
        devices().revoke(match.id, device, by=own_device())
    return redirect(url_for(".show", code=code), 303)


def without_phone(match: Match, present: Sequence[DeviceRow]) -> list[int]:
    """Return the seats at the table without a phone of their own."""
    held = {device.seat for device in present}
    return [seat for seat in match.sheet.around if seat not in held and seat not in match.sheet.left]


def divided(present: Sequence[DeviceRow]) -> tuple[list[DeviceRow], list[DeviceRow]]:
    """Split the devices into confirmed ones and those that wait."""
    return [device for device in present if device.confirmed], [device for device in present if not device.confirmed]


@bp.get("/m/<code>/carry")
def offer(code: str) -> str:
    """Return the choice: carry this table, or every table of this phone."""
    this_device()
    the_match(code)
    return render_template("phones/carry.html")


@bp.post("/m/<code>/carry")
def carry_here(code: str) -> str:
    """Make a link for one more phone, shown only once, as only its digest is stored."""
    match, every = the_match(code), "every" in request.form
    address = shared_address() or request.host_url.rstrip("/")
    link = address + url_for(".carry_form", _anchor=links().new(CARRY, match.id, this_device(), every))
    return render_template("phones/carry.html", link=link, every=every)


@bp.get("/carry")
def carry_form() -> Response:
    """Return the form for the link's secret; only posting uses it, so that a link preview does not."""
    return with_token_cookie(render_template("phones/take.html", wrong=False, wait=0))


@bp.post("/carry")
def take() -> ResponseReturnValue:
    """Give this phone the place of the link, which becomes invalid."""
    secret, mine = posting.secret("secret"), own_token()
    taken = devices().take_place(secret, mine)
    if taken is None:
        return invalid_link_page("phones/take.html", secret)
    code, tables = taken
    response = redirect(url_for("home.show") if tables > 1 else url_for("table.show", code=code), 303)
    set_token_cookie(response, mine)
    return response


def this_device() -> int:
    """Return the id of this phone at the table; 404 for the host, who has no place to carry."""
    return own_device() or abort(404)

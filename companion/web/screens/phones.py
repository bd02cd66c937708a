"""Phones of a table: present ones, those waiting for confirmation, and the codes to join."""

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.storage.access.devices import HOST, Device
from companion.storage.matches import Match
from companion.web.forms.posting import the_match
from companion.web.guard.client_address import from_this_machine
from companion.web.guard.permissions import devices, hosts_table, invites, of_this_request
from companion.web.view.qr import shared_address

bp = Blueprint("phones", __name__, url_prefix="/m/<code>/phones")


@bp.get("")
def show(code: str) -> str:
    """Return the phones at the table, the codes to join, and the phones waiting for confirmation."""
    match = the_match(code)
    known, waiting = divided(devices().of(match.id))
    return render_template(
        "phones/phones.html",
        match=match,
        devices=known,
        waiting=waiting,
        seats_without=without_phone(match, known),
        invite_codes=invites().codes(match.id),
        address=shared_address(),
        here=request.host_url.rstrip("/"),
        reached=shared_address() is not None or not from_this_machine(),
    )


@bp.get("/here")
def present(code: str) -> str | tuple[str, int]:
    """Return the fragment of the present phones; 204 if the page shows exactly these."""
    match = the_match(code)
    known, _ = divided(devices().of(match.id))
    if shown_of(known) == request.args.get("shown"):
        return "", 204
    without = without_phone(match, known)
    return render_template("phones/_here.html", match=match, devices=known, seats_without=without)


@bp.get("/wanting")
def pending(code: str) -> str | tuple[str, int]:
    """Return the fragment of the phones waiting for confirmation; 204 if the page shows exactly these."""
    match = the_match(code)
    waiting = devices().waiting(match.id)
    if shown_of(waiting) == request.args.get("shown"):
        return "", 204
    return render_template("phones/_pending_devices.html", match=match, waiting=waiting)


@bp.post("/<int:device>")
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
        access = of_this_request()
        devices().revoke(match.id, device, by=access.device if access else None)
    return redirect(url_for(".show", code=code), 303)


def without_phone(match: Match, present: list[Device]) -> list[int]:
    """Return the seats at the table without a phone of their own."""
    held = {device.seat for device in present}
    return [seat for seat in match.sheet.around if seat not in held and seat not in match.sheet.roster.left]


def shown_of(present: list[Device]) -> str:
    """Return the ids of these devices as a poll sends them."""
    return ".".join(str(device.id) for device in present)


def divided(present: list[Device]) -> tuple[list[Device], list[Device]]:
    """Split the devices into confirmed ones and those that wait."""
    return [device for device in present if device.confirmed], [device for device in present if not device.confirmed]


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

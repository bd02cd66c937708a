"""The phones of a table: who is there, who waits to be known, and the codes that let more in."""

from flask import Blueprint, abort, current_app, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.storage.devices import Device
from companion.web.forms.posting import the_match
from companion.web.guard.access import devices

bp = Blueprint("phones", __name__, url_prefix="/m/<code>/phones")


@bp.get("")
def show(code: str) -> str:
    """The phones at the table, the codes that let more in, and who waits to be known."""
    match = the_match(code)
    address = (
        current_app.config.get("PUBLIC_URL") or current_app.config.get("LAN_ADDRESS") or request.host_url.rstrip("/")
    )
    known, waiting = divided(devices().of(match.id))
    return render_template(
        "phones/phones.html",
        match=match,
        devices=known,
        waiting=waiting,
        invite_codes=devices().invite_codes(match.id),
        address=address,
    )


@bp.get("/wanting")
def pending(code: str) -> str | tuple[str, int]:
    """Who waits to be known; 204 where the page shows just these."""
    match = the_match(code)
    waiting = devices().waiting(match.id)
    if ".".join(str(device.id) for device in waiting) == request.args.get("shown"):
        return "", 204
    return render_template("phones/_pending_devices.html", match=match, waiting=waiting)


@bp.post("/<int:device>")
def decide(code: str, device: int) -> Response:
    """Somebody at the table says: that is them; or: that phone is lost, away with it."""
    match = the_match(code)
    if device not in {present.id for present in devices().of(match.id)}:
        abort(404)
    if "confirm" in request.form:
        devices().confirm(match.id, device)
    elif "away" in request.form:
        devices().revoke(match.id, device)
    return redirect(url_for(".show", code=code), 303)


def divided(present: list[Device]) -> tuple[list[Device], list[Device]]:
    """Those whom the table knows, and those who still wait."""
    return [device for device in present if device.confirmed], [device for device in present if not device.confirmed]

"""Joining a table by its code: viewing shows the seats, only posting takes one."""

import logging

from flask import Blueprint, Response, abort, make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.rules.text import N_
from companion.sheet.refusals import Refused
from companion.storage.access.links import PLAYER, SECRET, Invite, can_be_typed
from companion.storage.matches import Match
from companion.storage.models import DeviceRow
from companion.web.forms import posting
from companion.web.forms.posting import redirect_to, store, the_match
from companion.web.guard.client_address import from_this_machine, network
from companion.web.guard.permissions import access_to, devices, links, may_open
from companion.web.guard.security import cookie_name, cookie_options, own_token, set_token_cookie, token
from companion.web.guard.throttle import ADDRESS, ALL, NETWORK, NotNow, count_attempt, give_back, throttle
from companion.web.view.language import say
from companion.web.view.qr import shared_address

bp = Blueprint("join", __name__)
log = logging.getLogger("companion")
INVITE = "door"  # cookie that holds a code while a seat is chosen
DECIDING = 900  # lifetime of that cookie in seconds
LONGEST_CODE = SECRET + 1  # characters of a code that are read
TOO_MANY = {
    ADDRESS: N_("Too many wrong codes were typed here. Try again in {time}, or point the camera at the code."),
    NETWORK: N_("Too many wrong codes came from your network. Try again in {time}, or point the camera at the code."),
    ALL: N_("Too many wrong codes are being typed by strangers. Try again in {time}, or point the camera at the code."),
}
TOO_MANY_JOINED = N_("Too many phones have joined from here in the last ten minutes.")
JOIN_AGAIN = N_("You have no seat yet. Wait {time}, go back and choose it again.")
WRONG = N_("No table has that code. Check the host’s screen.")


@bp.get("/join")
def ask() -> str:
    """Return the form for a code, which is typed or filled in from the # of a link, a part that no proxy sees."""
    address = shared_address() if may_open() else None
    alone = shared_address() is None and from_this_machine()
    return render_template("join/join.html", invite=None, address=address, alone=alone)


@bp.post("/join")
def knock() -> ResponseReturnValue:
    """Accept a code and redirect to its seats; a cookie holds the code meanwhile, as no address may contain it."""
    invite = opened(typed())
    if access_to(invite.match) and store().match(invite.match).finished_at:
        return redirect(url_for("table.show", code=invite.match), 303)  # a player who follows the link stays one
    response = redirect(url_for(".show"), 303)
    response.set_cookie(cookie_name(INVITE), invite.secret, max_age=DECIDING, **cookie_options())
    set_token_cookie(response, own_token())
    return response


@bp.after_request
def allow_back(response: Response) -> Response:
    """Let the browser store that a code is wrong: it answers a form, which Back would have to send again."""
    if request.endpoint == "join.knock" and response.status_code == 404:
        response.headers["Cache-Control"] = "private, no-cache"
    return response


@bp.get("/join/seats")
def show() -> ResponseReturnValue:
    """Return the seats of the code's table, with those held by other browsers marked; changes nothing."""
    invite_code = letters(request.cookies.get(cookie_name(INVITE), ""))
    if not invite_code:
        return redirect(url_for(".ask"), 303)
    invite = opened(invite_code)
    match = store().match(invite.match)
    known = devices().at(token(), match.code)
    mine = known.seat if known and known.confirmed else None
    held = {device.seat for device in devices().of(match.id) if device.confirmed} - {mine, None}
    return render_template(
        "join/join.html", invite=invite, invite_code=invite.secret, match=match, held=held, mine=mine
    )


@bp.post("/join/seats")
def take() -> ResponseReturnValue:
    """Take a seat, or watch."""
    invite = opened(typed())
    match = store().match(invite.match)
    slow_down(invite)
    seat = posting.number("seat") if invite.role == PLAYER else None
    before = devices().at(token(), match.code)
    mine, role = own_token(), invite.role if seat is not None else "viewer"
    try:
        device = devices().join(match.id, mine, role, seat)
    except Refused as refused:
        return posting.conflict_page(refused, url_for(".show"))
    log.info("a phone joined as %s", device.role if device.confirmed else "one to be confirmed")
    again = before is not None and before.seat == seat
    response = redirect(next_page(match, device, again), 303)
    set_token_cookie(response, mine)
    return response


def slow_down(invite: Invite) -> None:
    """Refuse a phone if too many of its network have just joined that table."""
    wait = None if from_this_machine() else throttle("joins").take(table=f"{invite.match} {network()}")
    if wait:
        raise NotNow(429, TOO_MANY_JOINED, JOIN_AGAIN, wait)


def typed() -> str:
    """Return the code in this form."""
    return letters(posting.secret("code"))


def letters(text: str) -> str:
    """Return a code in its stored form, however it was typed."""
    return "".join(filter(str.isalnum, text)).upper()[:LONGEST_CODE]


def next_page(match: Match, device: DeviceRow, again: bool) -> str:
    """Return the address after joining: waiting for confirmation, a welcome at a new seat, else the table."""
    if not device.confirmed:
        return url_for(".waiting", code=match.code)
    return url_for("table.show" if again or device.seat is None else ".welcome", code=match.code)


@bp.get("/m/<code>/welcome")
def welcome(code: str) -> ResponseReturnValue:
    """Return the welcome page of this phone's seat, with the state of the match."""
    match = the_match(code)
    device = devices().at(token(), code)
    if device is None or device.seat is None or not device.confirmed:
        return redirect(url_for("table.show", code=code), 303)
    name, again = match.sheet.names[device.seat], links().codes(match.id).join_secret
    return render_template("join/welcome.html", name=name, invite_code=again)


def opened(invite_code: str) -> Invite:
    """Return the invite of a code; else answer with the page that it is invalid, or that it is time to wait.

    A code short enough to guess is looked up only within the limit on wrong codes, and a right one does not count. A
    code from a link is looked up at once."""
    guess = can_be_typed(invite_code)
    wait = count_attempt() if guess else None
    if wait:
        words = say(TOO_MANY[wait.of], time=say(wait.time))
        page = render_template("join/join.html", invite=None, fault=words, typed=invite_code)
        abort(make_response(page, 429, wait.again))
    invite = links().resolve(invite_code)
    if invite is None:
        if guess:
            log.info("a wrong code was typed")
        abort(make_response(render_template("join/join.html", invite=None, fault=say(WRONG), typed=invite_code), 404))
    if guess:
        give_back()
    return invite


@bp.get("/m/<code>/waiting")
def waiting(code: str) -> ResponseReturnValue:
    """Return the page of a browser whose seat another phone of the table still has to confirm."""
    match = the_match(code)
    device = devices().at(token(), code)
    if device is None:
        abort(404)
    if device.confirmed:
        return redirect_to(url_for(".welcome", code=code))
    return render_template("join/waiting.html", device=device, invite_code=links().codes(match.id).join_secret)

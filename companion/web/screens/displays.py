"""Displays for all players: a television across the room, or a screen lying flat between the players."""

from typing import Any

from flask import Blueprint, Response, render_template, request, url_for

from companion.sheet.scoresheet import Sheet
from companion.storage.matches import Match
from companion.web.forms.posting import the_match
from companion.web.guard.permissions import links
from companion.web.screens.live import fragment
from companion.web.view.qr import shared_address

bp = Blueprint("displays", __name__, url_prefix="/m/<code>")
SIDES = {  # sides clockwise, by number of players: the next player is to the left of the last
    2: ("bottom", "top"),
    3: ("bottom", "left", "right"),
    4: ("bottom", "left", "top", "right"),
}


@bp.get("/big-screen")
def choose(code: str) -> str:
    """Return the choice between the two displays."""
    the_match(code)
    return render_template("displays/big_screen.html")


@bp.get("/tv")
def tv(code: str) -> str:
    """Return the table for reading from across the room."""
    return render_template("displays/tv.html", **from_afar(the_match(code)))


@bp.get("/tv/part")
def tv_part(code: str) -> Response:
    """Return the changing fragment of the television; after the last deal it moves on to the rematch itself."""
    return fragment(code, "displays/_tv.html", from_afar)


@bp.get("/flat")
def flat(code: str) -> str:
    """Return the table for a flat screen, each total turned to its player; with five or more, a link elsewhere."""
    return render_template("displays/flat.html", **flat_values(the_match(code), request.args.get("bottom", type=int)))


@bp.get("/flat/part")
def flat_part(code: str) -> Response:
    """Return the changing fragment of the flat screen."""
    bottom = request.args.get("bottom", type=int)  # seat that the reader turned to the bottom
    return fragment(code, "displays/_flat.html", lambda match: flat_values(match, bottom))


def from_afar(match: Match) -> dict[str, Any]:
    """Return the values of the television: the deal or the winners, and a link for watching while the match runs."""
    sheet, address = match.sheet, shared_address()
    values: dict[str, Any] = {"deal": sheet.current, "watch": None}
    if address and not sheet.finished:
        codes = links().codes(match.id)
        watch = address + url_for("join.ask", _anchor=codes.view_secret)
        values |= {"watch": watch, "invite_code": codes.view}
    return values


def flat_values(match: Match, bottom: int | None) -> dict[str, Any]:
    """Return the values of the flat screen: the deal in the middle, the players by side, that seat at the bottom."""
    sheet = match.sheet
    around = clockwise(sheet, bottom)
    sides = list(zip(SIDES.get(len(around), ()), around, strict=False))
    return {"deal": sheet.current, "sides": sides, "bottom": around[0], "next_bottom": around[1 % len(around)]}


def clockwise(sheet: Sheet, bottom: int | None) -> list[int]:
    """Return the seats at the table in order, starting at `bottom`, or at the first if it is not there."""
    deal = sheet.current or sheet.schedule[-1]
    seats = list(sheet.seating(deal.number))
    turn = seats.index(bottom) if bottom in seats else 0
    return seats[turn:] + seats[:turn]

"""The table for everybody at once: on a television across the room, or on a screen lying flat between the players."""

from typing import Any

from flask import Blueprint, Response, render_template, request

from companion.sheet.scoresheet import Sheet
from companion.storage.matches import Match
from companion.web.forms.posting import the_match
from companion.web.guard.access import invites
from companion.web.screens.live import look
from companion.web.view.qr import join_link, shared_address

bp = Blueprint("wide", __name__, url_prefix="/m/<code>")
SIDES = {  # clockwise as it lies, by how many sit at it: the next player is to the left of the last
    2: ("bottom", "top"),
    3: ("bottom", "left", "right"),
    4: ("bottom", "left", "top", "right"),
}


@bp.get("/tv")
def tv(code: str) -> str:
    """The table to be read from across the room."""
    return render_template("displays/tv.html", **from_afar(the_match(code)))


@bp.get("/tv/part")
def tv_part(code: str) -> Response:
    """The part of the television that changes; after the last deal it goes on with the rematch by itself."""
    return look(code, "displays/_tv.html", lambda match: from_afar(match) | {"again": True})


@bp.get("/flat")
def flat(code: str) -> str:
    """The table to lie on the table, each total turned to its player; with five and more, where else to look."""
    return render_template("displays/flat.html", **lying(the_match(code), asked_bottom()))


@bp.get("/flat/part")
def flat_part(code: str) -> Response:
    """The part of the flat screen that changes."""
    bottom = asked_bottom()
    return look(code, "displays/_flat.html", lambda match: lying(match, bottom) | {"again": True}, bottom)


def from_afar(match: Match) -> dict[str, Any]:
    """What a television shows: the deal, or the winners, and where to watch on a phone while there is something to."""
    sheet, address = match.sheet, shared_address()
    values = {"match": match, "sheet": sheet, "game": sheet.game, "deal": sheet.current, "watch": None}
    if address and not sheet.finished:
        codes = invites().codes(match.id)
        values |= {"watch": join_link(address, codes.view_secret), "invite_code": codes.view}
    return values


def lying(match: Match, bottom: int | None) -> dict[str, Any]:
    """What a flat screen shows: the deal in the middle and who sits at which side, that seat at the bottom."""
    sheet = match.sheet
    around = clockwise(sheet, bottom)
    sides = list(zip(SIDES.get(len(around), ()), around, strict=False))
    values = {"match": match, "sheet": sheet, "game": sheet.game, "deal": sheet.current}
    return values | {"sides": sides, "bottom": around[0], "next_bottom": around[1 % len(around)]}


def clockwise(sheet: Sheet, bottom: int | None) -> list[int]:
    """The seats at the table in their order, from that one on; from the first one on if it is not there."""
    deal = sheet.current or sheet.schedule[-1]
    seats = list(sheet.seating(deal.number))
    turn = seats.index(bottom) if bottom in seats else 0
    return seats[turn:] + seats[:turn]


def asked_bottom() -> int | None:
    """The seat the reader turned to the bottom, if any."""
    return request.args.get("bottom", type=int)

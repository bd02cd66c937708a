"""Live fragments that every phone at the table polls: 204 while unchanged, else the new fragment."""

from collections.abc import Callable
from typing import Any

from flask import Blueprint, Response, abort, g, render_template, request, url_for

from companion.storage.matches import Match
from companion.storage.store import UnknownMatch
from companion.web.forms.posting import store, the_match
from companion.web.guard.permissions import may_write, own_seat
from companion.web.screens.count import elsewhere, note_presence, present, reviewed, to_count
from companion.web.screens.table import chosen_deal, on_the_table
from companion.web.screens.totals import counted

bp = Blueprint("live", __name__, url_prefix="/m/<code>")
Values = dict[str, Any]


@bp.get("/board")
def board(code: str) -> Response:
    """Return the present deal with all totals; redirect the phone when the match is over."""

    def values(match: Match) -> Values | None:
        return None if match.sheet.finished else on_the_table(match.sheet)

    return fragment(code, "table/_board.html", values)


@bp.get("/deals/<int:number>/tabs")
def tabs(code: str, number: int) -> Response:
    """Return the tabs of counted and missing hands; redirect the phone when the deal is closed."""
    seat = request.args.get("seat", type=int)
    if seat is not None and seat == own_seat() and may_write():
        note_presence(code, number, seat)
    noted = ".".join(map(str, sorted(present(code, number) - {own_seat()})))

    def values(match: Match) -> Values | None:
        deal = match.sheet.current
        if deal is None or deal.number != number:
            return None
        away = elsewhere(match.sheet, deal, code)
        rest = to_count(match.sheet, deal, away, seat)
        return {"deal": deal, "seat_now": seat, "away": away, "noted": noted, "rest": rest}

    changed = noted != request.args.get("away", "")
    return fragment(code, "count/_tabs.html", values, changed=changed)


@bp.get("/deals/<int:number>/totals/part")
def totals(code: str, number: int) -> Response:
    """Return the figures counted so far; redirect the phone when the deal is closed."""

    def values(match: Match) -> Values | None:
        sheet, deal = match.sheet, match.sheet.current
        return {"deal": deal, "counted": counted(sheet, deal)} if deal and deal.number == number else None

    return fragment(code, "count/_counted.html", values)


@bp.get("/deals/<int:number>/tally")
def tally(code: str, number: int) -> Response:
    """Return the hands as they would be booked; redirect the phone when the deal is closed or a hand missing again."""

    def values(match: Match) -> Values | None:
        sheet, deal = match.sheet, match.sheet.current
        if deal is None or deal.number != number or sheet.missing(deal):
            return None
        return {"deal": deal, **reviewed(sheet, deal)}

    return fragment(code, "count/_tally.html", values)


@bp.get("/sheet/part")
def sheet(code: str) -> Response:
    """Return the scoresheet, without the rest of its page."""
    deal, seat = request.args.get("deal", type=int), request.args.get("seat", type=int)

    def values(match: Match) -> Values:
        return {"chosen": chosen_deal(match.sheet, deal, seat), "seat_chosen": seat}

    return fragment(code, "table/_sheet.html", values)


@bp.get("/onward")
def onward(code: str) -> Response:
    """Return the links after the result; redirect to the table when the match is resumed."""
    return fragment(code, "table/_after_match.html", lambda match: {} if match.sheet.finished else None)


def fragment(code: str, template: str, values: Callable[[Match], Values | None], *, changed: bool = False) -> Response:
    """Return a fragment of the match, or redirect to the table if the match gives no values.

    204 if the phone has seen the newest entry and `changed` is false."""
    if newest(code) == request.args.get("seen", type=int) and not changed:
        return Response(status=204)
    found = values(the_match(code))
    if found is None:
        return Response(headers={"HX-Redirect": url_for("table.show", code=code)})
    return Response(render_template(template, **found))


def newest(code: str) -> int:
    """Return the id of the match's last entry, as read with the device; 404 if there is no match of that code."""
    if g.access.newest is not None:
        return int(g.access.newest)
    try:
        return store().version(code)
    except UnknownMatch:
        abort(404)

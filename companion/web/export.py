"""The scoresheet to take away: as CSV for a spreadsheet, as JSON with every entry."""

import csv
import io
from typing import Any

from flask import Blueprint, Response, jsonify

from companion.rules.text import N_
from companion.scoresheet import Sheet
from companion.web.language import say
from companion.web.posting import the_match

bp = Blueprint("export", __name__, url_prefix="/m/<code>")
FORMULAS = ("=", "+", "-", "@", "\t", "\r")  # what a spreadsheet would take for the beginning of a formula


@bp.get("/sheet.csv")
def as_csv(code: str) -> Response:
    """Deals by seats, the totals last; text that a spreadsheet might run is quoted with an apostrophe."""
    match = the_match(code)
    written = io.StringIO()
    csv.writer(written).writerows([[harmless(cell) for cell in row] for row in rows(match.sheet)])
    response = Response("\ufeff" + written.getvalue(), mimetype="text/csv")  # the mark tells a spreadsheet it is UTF-8
    response.headers["Content-Disposition"] = f'attachment; filename="{match.code}.csv"'
    response.headers["Cache-Control"] = "no-store"
    return response


def rows(sheet: Sheet) -> list[list[Any]]:
    """The sheet as people read it: a row a deal, a column a seat."""
    table: list[list[Any]] = [[say(N_("Deal")), say(sheet.game.words.short), *sheet.names]]
    for deal in sheet.schedule:
        booked = sheet.closed(deal.number) == "booked"
        points = [sheet.penalty(deal.number, seat) if booked else None for seat in sheet.seats]
        table.append([deal.number, deal.short, *("" if figure is None else figure for figure in points)])
    return [*table, [say(N_("Total")), "", *sheet.totals]]


def harmless(cell: Any) -> Any:
    """A cell that no spreadsheet runs as a formula."""
    return "'" + cell if isinstance(cell, str) and cell.startswith(FORMULAS) else cell


@bp.get("/sheet.json")
def as_json(code: str) -> Response:
    """The match with every entry, exactly as it is kept."""
    match = the_match(code)
    sheet = match.sheet
    entries = [{**vars(entry), "body": dict(entry.body), "at": entry.at.isoformat()} for entry in sheet.entries]
    kept = {"code": match.code, "game": sheet.game.id, "house": dict(sheet.game.house), "names": sheet.names}
    response = jsonify(kept | {"first_dealer": sheet.first_dealer, "totals": sheet.totals, "entries": entries})
    response.headers["Cache-Control"] = "no-store"
    return response

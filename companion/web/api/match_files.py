"""The scoresheet to take away: as CSV for a spreadsheet, as JSON with every entry, as a file to be brought in again."""

import csv
import io
import re
from collections.abc import Mapping
from typing import Any

from flask import Blueprint, Response, jsonify

from companion.rules.deals import Deal
from companion.rules.text import N_
from companion.sheet.ledger import Action, EntryKind
from companion.sheet.scoresheet import Sheet
from companion.storage.transfer.match_file import document
from companion.web.forms.posting import store, the_match
from companion.web.view.language import say

bp = Blueprint("export", __name__, url_prefix="/m/<code>")
SIGNS = "=+\\-@\u2212\ufe62\ufe63\ufe66\ufe6b\uff1d\uff0b\uff0d\uff20"  # also as written small or at full width
FORMULA = re.compile(rf"(^|[;\t\r\n])(?=\s*[{SIGNS}]|[\t\r])")  # where a spreadsheet would begin one


@bp.get("/sheet.csv")
def as_csv(code: str) -> Response:
    """Deals by seats, the totals last; every cell is quoted, and what a spreadsheet might run has an apostrophe."""
    match = the_match(code)
    written = io.StringIO()
    csv.writer(written, quoting=csv.QUOTE_ALL).writerows(
        [[harmless(cell) for cell in row] for row in rows(match.sheet)]
    )
    response = Response("\ufeff" + written.getvalue(), mimetype="text/csv")  # the mark tells a spreadsheet it is UTF-8
    response.headers["Content-Disposition"] = f'attachment; filename="{match.code}.csv"'
    response.headers["Cache-Control"] = "no-store"
    return response


def rows(sheet: Sheet) -> list[list[Any]]:
    """The sheet as people read it: a row a deal, a column a seat, each column adding up to its total.

    Below the totals stand the bonus deals: they decide between those who tie and add nothing."""
    head = [say(sheet.game.words.column), say(sheet.game.words.short), *sheet.names]
    deals, bonus = sheet.schedule[: len(sheet.game.deals)], sheet.schedule[len(sheet.game.deals) :]
    total = [say(N_("Total")), "", *sheet.totals]
    added = [deal_row(sheet, deal) for deal in deals]
    return [head, *start_rows(sheet), *added, *adjustment_rows(sheet), total, *(deal_row(sheet, one) for one in bonus)]


def deal_row(sheet: Sheet, deal: Deal) -> list[Any]:
    """What a booked deal brought to each seat that played it."""
    seats = sheet.seats_in(deal) if sheet.closed(deal.number) == Action.BOOKED else []
    figures = {seat: sheet.penalty(deal.number, seat) for seat in seats}
    return row(sheet, say(N_("Bonus")) if deal.bonus else deal.number, deal.short, figures)


def start_rows(sheet: Sheet) -> list[list[Any]]:
    """What latecomers began with, in one row; none where there are none."""
    begun = {seat: start.points for seat in sheet.seats if (start := sheet.roster.start(seat))}
    return [row(sheet, say(N_("Begins with")), "", begun)] if begun else []


def adjustment_rows(sheet: Sheet) -> list[list[Any]]:
    """A row for each bonus or fine, with its reason."""
    adjustments = [entry for entry in sheet.entries if entry.kind == EntryKind.ADJUST]
    return [row(sheet, say(N_("Bonus or fine")), one.reason, {one.seat: one.points}) for one in adjustments]


def row(sheet: Sheet, what: Any, more: str, figures: Mapping[int, int | None]) -> list[Any]:
    """A row with a figure for some of the seats."""
    found = [figures.get(seat) for seat in sheet.seats]
    return [what, more, *("" if figure is None else figure for figure in found)]


def harmless(cell: Any) -> Any:
    """A cell that no spreadsheet runs as a formula, also where it takes a semicolon for the end of a cell."""
    return FORMULA.sub(r"\1'", cell) if isinstance(cell, str) else cell


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


@bp.get("/match.json")
def whole(code: str) -> Response:
    """The match as one file that another companion takes in."""
    match = the_match(code)
    with store().reading() as session:
        response = Response(document(session, match.id), mimetype="application/json")
    response.headers["Content-Disposition"] = f'attachment; filename="{match.code}.json"'
    response.headers["Cache-Control"] = "no-store"
    return response

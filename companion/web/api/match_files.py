"""Files of one match: CSV for a spreadsheet, a file for import, and one for BG Stats."""

import csv
import io
import json
import re
from collections.abc import Iterable, Mapping
from typing import Any
from urllib.parse import quote

from flask import Blueprint, Response

from companion.names import folded
from companion.rules.deals import Deal
from companion.rules.text import N_
from companion.sheet.days import on_day
from companion.sheet.ledger import EntryKind
from companion.sheet.scoresheet import Sheet
from companion.storage.matches import Match
from companion.storage.transfer.export import exported
from companion.web.forms.posting import database, the_match
from companion.web.view.language import say

bp = Blueprint("match_files", __name__, url_prefix="/m/<code>")
SIGNS = "=+\\-@\u2212\ufe62\ufe63\ufe66\ufe6b\uff1d\uff0b\uff0d\uff20"  # including small and full-width forms
FORMULA = re.compile(rf"(^|[;\t\r\n])(?=\s*[{SIGNS}]|[\t\r])")  # position at which a spreadsheet would start a formula


@bp.get("/sheet.csv")
def as_csv(code: str) -> Response:
    """Return deals by seats, totals last; cells are quoted, and an apostrophe precedes text a spreadsheet might run."""
    match = the_match(code)
    return spreadsheet(rows(match.sheet), file_name(match, "csv"))


def file_name(match: Match, suffix: str) -> str:
    """Return the name under which a file of a match is saved: its game and its day."""
    return f"{match.game.id}-{match.day}.{suffix}"


def spreadsheet(rows: Iterable[Iterable[Any]], name: str) -> Response:
    """Return rows as a CSV file, in which an apostrophe precedes text that a spreadsheet might run."""
    written = io.StringIO()
    csv.writer(written, quoting=csv.QUOTE_ALL).writerows([[harmless(cell) for cell in row] for row in rows])
    return file("\ufeff" + written.getvalue(), "text/csv", name)  # the BOM marks it as UTF-8


def file(text: str, kind: str, name: str) -> Response:
    """Return a file for download or for a subscribing program."""
    response = Response(text, mimetype=kind)
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    response.headers["Cache-Control"] = "no-store"
    return response


def rows(sheet: Sheet) -> list[list[Any]]:
    """Return the sheet as rows: a row a deal, a column a seat, each column adding up to its total.

    Below the totals come the bonus deals: they decide between tied players and are not added."""
    head = [say(sheet.game.words.column), say(sheet.game.words.label_heading), *sheet.names]
    deals, bonus = sheet.schedule[: len(sheet.game.deals)], sheet.schedule[len(sheet.game.deals) :]
    total = [say(N_("Total")), "", *sheet.totals]
    added = [deal_row(sheet, deal) for deal in deals]
    return [head, *start_rows(sheet), *added, *adjustment_rows(sheet), total, *(deal_row(sheet, one) for one in bonus)]


def deal_row(sheet: Sheet, deal: Deal) -> list[Any]:
    """Return the row of a deal: points of each seat that played it, if it is booked."""
    figures = {seat: sheet.booked_points(deal, seat) for seat in sheet.seats}
    return row(sheet, say(N_("Bonus")) if deal.bonus else deal.number, deal.label, figures)


def start_rows(sheet: Sheet) -> list[list[Any]]:
    """Return a row with the starting points of latecomers, if there are any."""
    starts = {seat: start.points for seat in sheet.seats if (start := sheet.start(seat))}
    return [row(sheet, say(N_("Starts with")), "", starts)] if starts else []


def adjustment_rows(sheet: Sheet) -> list[list[Any]]:
    """Return a row for each bonus or fine, with its reason."""
    adjustments = [entry for entry in sheet.entries if entry.kind == EntryKind.ADJUST]
    return [row(sheet, say(N_("Bonus or fine")), one.reason, {one.seat: one.points}) for one in adjustments]


def row(sheet: Sheet, what: Any, more: str, figures: Mapping[int, int | None]) -> list[Any]:
    """Return a row with points for some of the seats."""
    found = [figures.get(seat) for seat in sheet.seats]
    return [what, more, *("" if figure is None else figure for figure in found)]


def harmless(cell: Any) -> Any:
    """Return a cell that no spreadsheet runs as a formula, even if it splits cells at semicolons."""
    return FORMULA.sub(r"\1'", cell) if isinstance(cell, str) else cell


@bp.get("/match.jsonl")
def whole(code: str) -> Response:
    """Return the match as one file that another companion can import."""
    match = the_match(code)
    return file(exported(database(), [match.id]).decode(), "application/jsonl", file_name(match, "jsonl"))


TAKES_PLAYS = "https://app.bgstatsapp.com/createPlay.html?data="
SOURCE = "Rummy table companion"


def play_link(match: Match) -> str:
    """Return the link with all data of a finished match; the app requests nothing from this companion."""
    return TAKES_PLAYS + quote(json.dumps(play(match), ensure_ascii=False, separators=(",", ":")), safe="")


def play(match: Match) -> dict[str, Any]:
    """Return a finished match in the app's format of a play."""
    sheet, ended = match.sheet, match.finished_at or match.opened_at
    played_at = on_day(ended, match.day) if match.day else ended
    return {
        "sourceName": SOURCE,
        "sourcePlayId": match.code,
        "playDate": f"{played_at:%Y-%m-%d %H:%M:%S}",  # in UTC, as stored
        **({"durationMin": match.minutes} if match.minutes else {}),
        "comments": sheet.note.text,
        "location": sheet.note.place,
        "game": {
            "name": say(sheet.game.name),
            "sourceGameId": sheet.game.id,
            "highestWins": False,
            "noPoints": False,
        },
        "players": [player(sheet, seat) for seat in sheet.by_rank],
    }


def player(sheet: Sheet, seat: int) -> dict[str, Any]:
    """Return one player: joint winners share the first place, and so on; no place without a winner."""
    return {
        "name": sheet.names[seat],
        "sourcePlayerId": folded(sheet.names[seat]),
        "startPlayer": seat == sheet.first_player(sheet.schedule[0]),
        "score": sheet.totals[seat],
        **({"rank": sheet.ranks[seat]} if sheet.winners else {}),
        "winner": seat in sheet.winners,
    }

"""Finished matches for other programs: a table for spreadsheets, and the evenings as a calendar."""

import csv
import io

from flask import Blueprint, Response, request

from companion.storage.outcomes import Outcome, outcomes
from companion.web.forms.posting import store
from companion.web.screens.export import harmless
from companion.web.screens.home import own_matches, row_number
from companion.web.view.calendar import calendar

bp = Blueprint("lists", __name__)
MOST = 5000  # matches of one file; earlier ones by `before`
COLUMNS = ("match", "game", "opened", "ended", "place", "text", "player", "points", "won")


def latest() -> list[Outcome]:
    """The finished matches that this reader may know of, the latest first; from `before` on, if that is given."""
    return outcomes(store(), MOST, request.args.get("before", type=row_number), own_matches())


@bp.get("/matches.csv")
def as_csv() -> Response:
    """A row a player and match; what a spreadsheet might run has an apostrophe."""
    written = io.StringIO()
    rows = [COLUMNS, *(row for match in latest() for row in rows_of(match))]
    csv.writer(written, quoting=csv.QUOTE_ALL).writerows([[harmless(cell) for cell in row] for row in rows])
    return file("\ufeff" + written.getvalue(), "text/csv", "matches.csv")


def rows_of(match: Outcome) -> list[tuple[str | int, ...]]:
    """A row for each player of a match."""
    times = (f"{match.opened_at.isoformat()}", f"{match.finished_at.isoformat()}")
    head = (match.code, match.game, *times, match.place, match.text)
    return [(*head, one.name, one.points, int(one.won)) for one in match.players]


@bp.get("/evenings.ics")
def as_calendar() -> Response:
    """An entry an evening."""
    return file(calendar(latest()), "text/calendar", "evenings.ics")


def file(text: str, kind: str, name: str) -> Response:
    """A file to take away, or for a program that asks again and again."""
    response = Response(text, mimetype=kind)
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    response.headers["Cache-Control"] = "no-store"
    return response

"""Feeds of finished matches for other programs: CSV for spreadsheets, and evenings as a calendar."""

import csv
import hmac
import io
from pathlib import Path

from flask import Blueprint, Response, abort, current_app, redirect, request, url_for
from werkzeug.wrappers import Response as Answer

from companion.rules.text import N_
from companion.storage.access.devices import matches_of
from companion.storage.access.shared_links import calendar_secret, make_calendar_link, take_calendar_link_back
from companion.storage.backup.catalog import DATABASE
from companion.storage.match_summaries import Outcome, outcomes
from companion.storage.transfer.export import exported
from companion.web.api.match_files import harmless
from companion.web.forms.match_filter import row_number
from companion.web.forms.posting import store
from companion.web.guard.permissions import own_matches, token
from companion.web.guard.search_dispatch import written
from companion.web.guard.security import only_here
from companion.web.view.calendar import calendar

bp = Blueprint("lists", __name__)
MOST = 5000  # matches in one file; earlier ones by `before`
OF_A_PHONE = 250  # latest tables in a browser's own file
OF_A_FEED = 400  # latest matches in the calendar feed; calendars store earlier evenings themselves
NOT_WRITTEN = (N_("The file cannot be written just now."), N_("Try again in a moment."))
COLUMNS = ("match", "game", "day", "opened", "ended", "place", "text", "player", "points", "won", "counts", "whole")


def latest() -> list[Outcome]:
    """Return the finished matches visible to this reader, latest first; from `before` on, if given."""
    return outcomes(store(), MOST, request.args.get("before", type=row_number), own_matches())


def whole_evenings(matches: list[Outcome], most: int) -> list[Outcome]:
    """Drop the evening at which the list of `most` matches is cut off, so that no entry shows half of one."""
    kept = [match for match in matches if match.day != matches[-1].day] if len(matches) >= most else []
    return kept or matches


@bp.get("/matches.csv")
def as_csv() -> Response:
    """Return a row for each player and match; an apostrophe precedes text that a spreadsheet might run."""
    written = io.StringIO()
    rows = [COLUMNS, *(row for match in latest() for row in rows_of(match))]
    csv.writer(written, quoting=csv.QUOTE_ALL).writerows([[harmless(cell) for cell in row] for row in rows])
    return file("\ufeff" + written.getvalue(), "text/csv", "matches.csv")


def rows_of(match: Outcome) -> list[tuple[str | int, ...]]:
    """Return a row for each player of a match."""
    times = (f"{match.opened_at.isoformat()}", f"{match.finished_at.isoformat()}")
    head = (match.code, match.game, match.day.isoformat(), *times, match.place, match.text)
    ends = [(one.name, one.points, int(one.won), int(match.counts), int(one.whole)) for one in match.players]
    return [(*head, *end) for end in ends]


@bp.get("/evenings.ics")
def as_calendar() -> Response:
    """Return a calendar with an entry for each evening."""
    return file(calendar(whole_evenings(latest(), MOST)), "text/calendar", "evenings.ics")


@bp.get("/mine.jsonl")
def take_away() -> Response:
    """Return the latest tables of this browser with all entries, as one file that another companion can import."""
    only_here()
    with store().reading() as session:
        numbers = session.exec(matches_of(token(), OF_A_PHONE)).all()
    database = current_app.config["DATABASE_URL"] or Path(current_app.instance_path) / DATABASE
    tables = written(NOT_WRITTEN, exported, database, list(numbers))
    return file(tables.decode(), "application/jsonl", "tables.jsonl")


@bp.get("/evenings/<secret>.ics")
def feed(secret: str) -> Response:
    """Return the latest evenings for a subscribed calendar; 404 unless the secret address is valid."""
    known = calendar_secret(store())
    if known is None or not hmac.compare_digest(known.encode(), secret.encode()):
        abort(404)
    evenings = whole_evenings(outcomes(store(), OF_A_FEED), OF_A_FEED)
    response = file(calendar(evenings), "text/calendar", "evenings.ics")
    response.headers["Referrer-Policy"] = "no-referrer"  # the address is secret
    return response


@bp.post("/calendar")
def change() -> Answer:
    """Create the address for calendars, or revoke it."""
    (take_calendar_link_back if "back" in request.form else make_calendar_link)(store())
    return redirect(url_for("keep.show") + "#programs", 303)


def file(text: str, kind: str, name: str) -> Response:
    """Return a file for download or for a subscribing program."""
    response = Response(text, mimetype=kind)
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    response.headers["Cache-Control"] = "no-store"
    return response

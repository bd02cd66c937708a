"""Feeds of finished matches for other programs: CSV for spreadsheets, and evenings as a calendar (RFC 5545)."""

import hmac
from collections.abc import Iterable, Iterator
from datetime import UTC, date, datetime
from itertools import groupby
from operator import attrgetter

from flask import Blueprint, Response, abort, redirect, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from companion.games import GAMES
from companion.rules.text import N_, isolated
from companion.sheet.days import start_and_end
from companion.storage.access.devices import matches_of
from companion.storage.match_lists import Outcome, outcomes
from companion.storage.transfer.export import exported
from companion.web.api.match_files import file, spreadsheet
from companion.web.forms.match_filter import row_number
from companion.web.forms.posting import database, store
from companion.web.guard.permissions import links, own_matches
from companion.web.guard.questions import run_job
from companion.web.guard.security import only_here, token
from companion.web.view.language import say

bp = Blueprint("feeds", __name__)
MOST_MATCHES = 5000  # matches in one file; earlier ones by `before`
OF_A_PHONE = 250  # latest tables in a browser's own file
OF_A_FEED = 400  # latest matches in the calendar feed; calendars store earlier evenings themselves
COLUMNS = (
    *("match", "game", "day", "opened", "ended", "place", "text", "player", "points", "won", "counts", "whole"),
    "rank",  # by the total; `place` is where they played
)


def latest() -> list[Outcome]:
    """Return the finished matches visible to this reader, latest first; from `before` on, if given."""
    return outcomes(store(), MOST_MATCHES, request.args.get("before", type=row_number), own_matches())


@bp.get("/matches.csv")
def as_csv() -> Response:
    """Return a row for each player and match; an apostrophe precedes text that a spreadsheet might run."""
    return spreadsheet([COLUMNS, *(row for match in latest() for row in rows_of(match))], "matches.csv")


def rows_of(match: Outcome) -> list[tuple[str | int, ...]]:
    """Return a row for each player of a match; its times are empty if it is from paper."""
    times = ("", "") if match.from_paper else (match.opened_at.isoformat(), match.finished_at.isoformat())
    head = (match.code, match.game, match.day.isoformat(), *times, match.place, match.text)
    ends = [(one.name, one.points, int(one.won), int(match.counts), int(one.whole), one.rank) for one in match.players]
    return [(*head, *end) for end in ends]


@bp.get("/evenings.ics")
def as_calendar() -> Response:
    """Return a calendar with an entry for each evening."""
    return file(calendar(latest()), "text/calendar", "evenings.ics")


@bp.get("/mine.jsonl")
def take_away() -> Response:
    """Return the latest tables of this browser with all entries, as one file that another companion can import."""
    only_here()
    with store().reading() as session:
        numbers = session.exec(matches_of(token(), OF_A_PHONE)).all()
    tables = run_job(exported, database(), list(numbers))
    return file(tables.decode(), "application/jsonl", "tables.jsonl")


@bp.get("/evenings/<secret>.ics")
def feed(secret: str) -> Response:
    """Return the latest evenings for a subscribed calendar; 404 unless the secret address is valid."""
    known = links().calendar()
    if known is None or not hmac.compare_digest(known.encode(), secret.encode()):
        abort(404)
    response = file(calendar(outcomes(store(), OF_A_FEED)), "text/calendar", "evenings.ics")
    response.headers["Referrer-Policy"] = "no-referrer"  # the address is secret
    return response


@bp.post("/calendar")
def change() -> BaseResponse:
    """Create the address for calendars, or revoke it."""
    (links().end_calendar if "back" in request.form else links().make_calendar)()
    return redirect(url_for("data.show") + "#programs", 303)


FOLD = 75  # bytes of a line; longer ones are folded
HEAD = ("BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//rummy table companion//evenings//EN", "CALSCALE:GREGORIAN")


def calendar(matches: Iterable[Outcome]) -> str:
    """Return finished matches as a calendar with one entry an evening."""
    nights = groupby(matches, key=attrgetter("day"))
    entries = (line for day, night in nights for line in entry(day, sorted(night, key=attrgetter("finished_at"))))
    return "".join(f"{fold(line)}\r\n" for line in (*HEAD, *entries, "END:VCALENDAR"))


def entry(day: date, matches: list[Outcome]) -> Iterator[str]:
    """Yield the lines of an evening: its times, games, results and place; the whole day if it is all from paper."""
    games = dict.fromkeys(say(GAMES[match.game].name) if match.game in GAMES else match.game for match in matches)
    places = [match.place for match in matches if match.place]
    yield "BEGIN:VEVENT"
    yield f"UID:{day.isoformat()}@rummy-table-companion"
    yield f"DTSTAMP:{moment(matches[-1].finished_at)}"
    if timed := [match for match in matches if not match.from_paper]:
        start, end = start_and_end((match.started_at for match in timed), (match.finished_at for match in timed), day)
        yield f"DTSTART:{moment(start)}"
        yield f"DTEND:{moment(end)}"
    else:
        yield f"DTSTART;VALUE=DATE:{day:%Y%m%d}"
    yield f"SUMMARY:{escaped(' · '.join(games))}"
    yield f"DESCRIPTION:{escaped(chr(10).join(map(sentence, matches)))}"
    if places:
        yield f"LOCATION:{escaped(places[-1])}"
    yield "END:VEVENT"


def sentence(match: Outcome) -> str:
    """Return a match in one line: all players by rank with their points, and its note."""
    order = sorted(match.players, key=attrgetter("rank"))
    points = ", ".join(f"{isolated(player.name)} {player.points}" for player in order)
    told = [points, "" if match.counts else say(N_("Nobody wins")), isolated(match.text)]
    return " — ".join(filter(None, told))


def moment(at: datetime) -> str:
    """Return a point in time, in UTC."""
    return at.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")


def escaped(text: str) -> str:
    """Escape a text for a property value."""
    for sign, instead in (("\\", "\\\\"), (";", "\\;"), (",", "\\,"), ("\r", ""), ("\n", "\\n")):
        text = text.replace(sign, instead)
    return text


def fold(line: str) -> str:
    """Fold a line into pieces of the permitted length, never within a character."""
    pieces, size = [""], 0
    for character in line:
        size += len(character.encode())
        if size > FOLD:
            pieces, size = [*pieces, " "], 1 + len(character.encode())
        pieces[-1] += character
    return "\r\n".join(pieces)

"""Evening: the matches of one night, its players, its winner, its place, and a note for each match."""

from datetime import date, timedelta

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.wrappers import Response

from companion.games import GAMES
from companion.rules.text import Text
from companion.sheet.commands.whole_match import remember
from companion.sheet.ledger import LONGEST_NOTE, Entry
from companion.sheet.scoresheet import Sheet
from companion.storage.matches import Match
from companion.web.forms import posting
from companion.web.forms.posting import store, the_match
from companion.web.guard.permissions import own_matches
from companion.web.view.evening import Evening

bp = Blueprint("evenings", __name__)
MOST_MATCHES = 60  # matches shown of one evening


@bp.get("/evenings/<day>")
def show(day: str) -> str:
    """Return the evening of that day; 404 without any match visible to this reader."""
    matches = of_day(day)
    evening, more = Evening(matches[:MOST_MATCHES]), len(matches) > MOST_MATCHES
    last = evening.matches[-1].sheet
    names = [last.names[seat] for seat in last.seating(len(last.game.deals))]
    return render_template(
        "evenings/evening.html",
        evening=evening,
        more=more,
        longest=LONGEST_NOTE,
        again={f"name{chair}": name for chair, name in enumerate(names)},
        games=[game for game in GAMES.values() if game.id != last.game.id and len(names) in game.players],
    )


@bp.post("/m/<code>/note")
def note(code: str) -> Response:
    """Record the note of a match or the place of its evening, and redirect to the evening."""
    match = the_match(code)
    if not match.finished_at:
        abort(404)
    texts = {name: posting.words(name, LONGEST_NOTE) for name in ("text", "place") if name in request.form}
    here = url_for(".show", day=Evening([match]).day)

    def act(sheet: Sheet) -> list[Entry]:
        return remember(sheet, texts.get("text"), texts.get("place"))

    return redirect(posting.write(code, act, here), 303)


@bp.get("/m/<code>/day")
def day(code: str) -> ResponseReturnValue:
    """Return the form for the day of a match from paper."""
    match = on_paper(code)
    return (day_page(match, Text(posting.NO_DAY)), 422) if "check" in request.args else day_page(match)


@bp.post("/m/<code>/day")
def change_day(code: str) -> ResponseReturnValue:
    """Record another day of a match from paper, and redirect to the evening of that day."""
    match = on_paper(code)
    chosen = posting.day_of(posting.field("other") or posting.field("day"))
    if chosen is None:
        return posting.shown_again(url_for(".day", code=code)) or (day_page(match, Text(posting.NO_DAY)), 422)
    here = url_for(".show", day=chosen)
    return redirect(posting.write(code, lambda sheet: remember(sheet, day=chosen), here), 303)


def on_paper(code: str) -> Match:
    """Return a finished match from paper; 404 for any other one."""
    match = the_match(code)
    return match if match.finished_at and match.from_paper else abort(404)


def day_page(match: Match, fault: Text | None = None) -> str:
    """Return the form for the day of a match."""
    today = date.today()
    days = dict.fromkeys((today, today - timedelta(days=1), match.day or today))
    return render_template("evenings/day.html", days=list(days), fault=fault, latest=today.isoformat())


def of_day(day: str) -> list[Match]:
    """Return the matches of that day, at most one more than are shown; 404 without any, or for no day."""
    try:
        found = store().of_day(date.fromisoformat(day), MOST_MATCHES + 1, own_matches())
    except ValueError:
        abort(404)
    return [match for match in found if isinstance(match, Match) and match.sheet.finished] or abort(404)

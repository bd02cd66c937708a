"""Evenings in iCalendar format (RFC 5545)."""

from collections.abc import Iterable, Iterator
from datetime import UTC, date, datetime
from itertools import groupby

from companion.games import GAMES
from companion.rules.text import N_
from companion.storage.match_summaries import Outcome
from companion.storage.matches import on_day
from companion.web.view.language import say

FOLD = 75  # bytes of a line; longer ones are folded
HEAD = ("BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//rummy table companion//evenings//EN", "CALSCALE:GREGORIAN")


def calendar(matches: Iterable[Outcome]) -> str:
    """Return finished matches as a calendar with one entry an evening."""
    nights = groupby(matches, key=lambda match: match.day)
    entries = (line for day, night in nights for line in entry(day, sorted(night, key=ended)))
    return "".join(f"{fold(line)}\r\n" for line in (*HEAD, *entries, "END:VCALENDAR"))


def entry(day: date, matches: list[Outcome]) -> Iterator[str]:
    """Yield the lines of an evening: its times, games, results and place."""
    games = dict.fromkeys(say(GAMES[match.game].name) if match.game in GAMES else match.game for match in matches)
    places = [match.place for match in matches if match.place]
    yield "BEGIN:VEVENT"
    yield f"UID:{day.isoformat()}@rummy-table-companion"
    yield f"DTSTAMP:{moment(matches[-1].finished_at)}"
    yield f"DTSTART:{moment(min(on_day(match.opened_at, day) for match in matches))}"
    yield f"DTEND:{moment(max(on_day(match.finished_at, day) for match in matches))}"
    yield f"SUMMARY:{escaped(' · '.join(games))}"
    yield f"DESCRIPTION:{escaped(chr(10).join(map(sentence, matches)))}"
    if places:
        yield f"LOCATION:{escaped(places[-1])}"
    yield "END:VEVENT"


def sentence(match: Outcome) -> str:
    """Return a match in one line: winners first, all points, fewest first, and its note."""
    order = sorted(match.players, key=lambda player: (not player.won, player.points))
    points = ", ".join(f"{player.name} {player.points}" for player in order)
    told = [points, *([] if match.counts else [say(N_("Nobody wins"))]), *([match.text] if match.text else [])]
    return " — ".join(told)


def ended(match: Outcome) -> datetime:
    """Return the time a match ended."""
    return match.finished_at


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

"""The day a match was played, by which lists, evenings and statistics are ordered."""

from datetime import UTC, date, datetime, time, timedelta

from companion.sheet.scoresheet import Sheet
from companion.storage.models import MatchRow

NIGHT = timedelta(hours=4)  # time after midnight that still belongs to the evening before
PLAYED_AT = time(21)  # assumed local time of a match from paper


def day_of(row: MatchRow, sheet: Sheet) -> date:
    """Return the day a finished match was played: the day of its note, or else that of its evening.

    A stored day is not changed, so that no evening moves when this machine comes into another time zone. A match
    from paper has its opening and first entry at one moment of its day, also if no note names the day."""
    if written := sheet.note.day:
        return written
    paper = bool(sheet.entries) and sheet.entries[0].at == row.opened_at
    return row.played_on or evening(row.opened_at if paper else row.finished_at or row.opened_at)


def evening(moment: datetime) -> date:
    """Return the day of the evening that a moment belongs to, in local time."""
    try:
        return (moment - NIGHT).astimezone().date()
    except (OverflowError, ValueError, OSError):  # a moment at the end of time
        return moment.astimezone(UTC).date()


def on_day(moment: datetime, day: date) -> datetime:
    """Return the moment, or one on the evening of `day` if it is on another: the match was entered some other day."""
    return moment if evening(moment) == day else datetime.combine(day, PLAYED_AT).astimezone(UTC)

"""The day a match was played: lists that people read, evenings and statistics go by it."""

from datetime import UTC, date, datetime, time, timedelta

from companion.sheet.scoresheet import Sheet
from companion.storage.models import MatchRow

NIGHT = timedelta(hours=4)  # after midnight it is still the evening before
PLAYED_AT = time(21)  # when a match from paper is said to have been played, on the clock of this machine


def day_of(row: MatchRow, sheet: Sheet) -> date:
    """The day a finished match was played: as it is written down, or else the day of its evening.

    What is kept already stays, so that no evening moves when this machine comes into another zone. A match from paper
    was opened and written down at one moment of its day, also where no day is written in it."""
    if written := sheet.note.day:
        return written
    paper = bool(sheet.entries) and sheet.entries[0].at == row.opened_at
    return row.played_on or evening(row.opened_at if paper else row.finished_at or row.opened_at)


def evening(moment: datetime) -> date:
    """The day whose evening that moment belongs to, on the clock of this machine."""
    try:
        return (moment - NIGHT).astimezone().date()
    except (OverflowError, ValueError, OSError):  # a moment at the end of time
        return moment.astimezone(UTC).date()


def on_day(moment: datetime, day: date) -> datetime:
    """That moment, or one of that evening where it belongs to another: the match was written down some other day."""
    return moment if evening(moment) == day else datetime.combine(day, PLAYED_AT).astimezone(UTC)

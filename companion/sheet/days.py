"""Evenings of play: the night after midnight belongs to the day before, in local time."""

from collections.abc import Iterable
from datetime import UTC, date, datetime, time, timedelta

NIGHT = timedelta(hours=4)  # time after midnight that still belongs to the evening before
PLAYED_AT = time(21)  # assumed local time of a match from paper
EARLIEST = date(1900, 1, 1)  # first day of a match from paper


def evening(moment: datetime) -> date:
    """Return the day of the evening that a moment belongs to, by the clock on the wall."""
    try:
        return (moment.astimezone().replace(tzinfo=None) - NIGHT).date()
    except (OverflowError, ValueError, OSError):  # a moment at the end of time
        return moment.astimezone(UTC).date()


def tonight() -> date:
    """Return the day of the present evening: until four in the morning that of the day before."""
    return evening(datetime.now(UTC))


def is_past(day: date) -> bool:
    """Return whether a match can have been played on that day: from 1900 until today."""
    return EARLIEST <= day <= date.today()


def on_day(moment: datetime, day: date) -> datetime:
    """Return the moment, or one on the evening of `day` if it is on another: the match was entered some other day."""
    return moment if evening(moment) == day else datetime.combine(day, PLAYED_AT).astimezone(UTC)


def start_and_end(starts: Iterable[datetime], ends: Iterable[datetime], day: date) -> tuple[datetime, datetime]:
    """Return the first of these starts, and the last of these ends on the evening of `day`, or the start if later."""
    start = min(starts)
    return start, max([start, *(on_day(end, day) for end in ends)])


def first_moment(moments: Iterable[datetime], day: date) -> datetime:
    """Return the first of these times on the evening of `day`; without one, the usual time of play on that day."""
    given = list(moments)
    return next((moment for moment in given if evening(moment) == day), on_day(given[0], day))

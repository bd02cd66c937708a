"""Retention of backups: the newest of each of the last days, weeks and months that have one."""

from collections.abc import Callable, Iterable
from datetime import datetime

DAYS, WEEKS, MONTHS = 7, 4, 12
Period = Callable[[datetime], tuple[int, ...]]


def kept(times: Iterable[datetime]) -> set[datetime]:
    """Return the times whose backups are retained: the newest of each of 7 days, 4 weeks and 12 months."""
    newest_first = sorted(times, reverse=True)
    return {
        *latest_of_each(newest_first, lambda at: (at.year, at.month, at.day), DAYS),
        *latest_of_each(newest_first, lambda at: tuple(at.isocalendar()[:2]), WEEKS),
        *latest_of_each(newest_first, lambda at: (at.year, at.month), MONTHS),
    }


def latest_of_each(newest_first: Iterable[datetime], period: Period, most: int) -> list[datetime]:
    """Return the newest time of each of the latest `most` periods."""
    found: dict[tuple[int, ...], datetime] = {}
    for at in newest_first:
        found.setdefault(period(at), at)
    return list(found.values())[:most]

"""Which backups are kept: the newest of each of the last days, weeks and months that have one."""

from collections.abc import Callable, Iterable
from datetime import datetime

DAYS, WEEKS, MONTHS = 7, 4, 12
Period = Callable[[datetime], tuple[int, ...]]


def kept(times: Iterable[datetime]) -> set[datetime]:
    """Of these times those whose backups stay: of 7 days, of 4 weeks and of 12 months the newest each."""
    newest_first = sorted(times, reverse=True)
    return {
        *latest_of_each(newest_first, lambda at: (at.year, at.month, at.day), DAYS),
        *latest_of_each(newest_first, lambda at: tuple(at.isocalendar()[:2]), WEEKS),
        *latest_of_each(newest_first, lambda at: (at.year, at.month), MONTHS),
    }


def latest_of_each(newest_first: Iterable[datetime], period: Period, most: int) -> list[datetime]:
    """The newest time of each of the latest periods, so many at most."""
    found: dict[tuple[int, ...], datetime] = {}
    for at in newest_first:
        found.setdefault(period(at), at)
    return list(found.values())[:most]

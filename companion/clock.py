"""Time that passes evenly: the clock on the wall may be set while the companion runs, forward or back."""

from datetime import UTC, datetime, timedelta
from time import monotonic

STARTED, SINCE = datetime.now(UTC), monotonic()  # of this process


def steady() -> datetime:
    """Return the time by the clock at the start of this process and the seconds that have passed since."""
    return STARTED + timedelta(seconds=monotonic() - SINCE)


def earliest() -> datetime:
    """Return the earlier of the wall's time and the steady one: what ends by it ends late, if a clock was set."""
    return min(datetime.now(UTC), steady())


def latest() -> datetime:
    """Return the later of the two: a time limit counted from it does not end early, if the clock is set again."""
    return max(datetime.now(UTC), steady())

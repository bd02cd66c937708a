"""Time that passes evenly: the clock on the wall may be set while the companion runs, forward or back."""

from datetime import UTC, datetime, timedelta
from time import monotonic

STARTED, SINCE = datetime.now(UTC), monotonic()  # of this process


def steady() -> datetime:
    """Return the time by the clock at the start of this process and the seconds that have passed since."""
    return STARTED + timedelta(seconds=monotonic() - SINCE)


def earliest() -> datetime:
    """Return the earlier of wall and steady time: measured by it, a time limit ends late rather than early."""
    return min(datetime.now(UTC), steady())


def latest() -> datetime:
    """Return the later of wall and steady time: counted from it, a time limit does not end early."""
    return max(datetime.now(UTC), steady())

"""Rate limit for wrong codes, checked before a code is looked up, as short codes could be guessed."""

from companion.storage.access.rate_counters import Wait
from companion.web.guard.client_address import whereabouts
from companion.web.guard.permissions import throttle
from companion.web.guard.throttle import ALL, noted

WINDOWS = ("codes", "hour")  # per minute, and per hour


def count_attempt() -> Wait | None:
    """Count an attempt with a code; return None, or a Wait if a limit is reached."""
    for at, window in enumerate(WINDOWS):
        wait = throttle(window).take(**whose())
        if wait:
            noted.note("wrong codes", wait)
            give_back(WINDOWS[:at])
            return wait
    return None


def give_back(windows: tuple[str, ...] = WINDOWS) -> None:
    """Subtract the latest attempt, because its code was right."""
    for window in windows:
        throttle(window).give_back(**whose())


def whose() -> dict[str, str]:
    """Return the names under which an attempt counts."""
    return whereabouts() | {ALL: ""}

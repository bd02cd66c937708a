"""Codes that can be typed can be guessed: how many wrong ones are tried is limited before any is looked up."""

from companion.storage.access.rate_counters import Wait
from companion.web.guard.access import throttle
from companion.web.guard.client_address import whereabouts
from companion.web.guard.refusals import noted
from companion.web.guard.throttle import ALL

WINDOWS = ("codes", "hour")  # a minute, and what goes on for long


def take() -> Wait | None:
    """How long until another code may be tried from there; None where it may be, and counts."""
    for at, window in enumerate(WINDOWS):
        wait = throttle(window).take(**whose())
        if wait:
            noted.note("wrong codes", wait)
            give_back(WINDOWS[:at])
            return wait
    return None


def give_back(windows: tuple[str, ...] = WINDOWS) -> None:
    """Let what was tried last not count: it was right."""
    for window in windows:
        throttle(window).give_back(**whose())


def whose() -> dict[str, str]:
    """Those for whom a guess counts."""
    return whereabouts() | {ALL: ""}

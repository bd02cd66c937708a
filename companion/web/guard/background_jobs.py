"""The host's chores with the data: each in a process of its own, one at a time, so that no table waits for it."""

from collections.abc import Callable
from functools import cache
from threading import Lock
from typing import TypeVar

from companion.rules.text import N_
from companion.server.worker_process import Apart, NotDone, TooLong
from companion.web.guard.search_dispatch import NotNow

Result = TypeVar("Result")
SECONDS = 600.0  # for one chore by the clock: a file of 5,000 matches is looked through in less on a busy machine
BUSY = (N_("Another look at the data is under way."), N_("Try again in a moment."))
TOO_LONG = (N_("This takes too long for a page."), N_("The same command in a terminal has all the time it needs."))
BROKEN = (N_("The work was interrupted."), N_("Try again in a moment."))


class Chores:
    """One process for the chores, and whoever comes second is told so."""

    def __init__(self) -> None:
        self.apart, self._turn = Apart(), Lock()

    def run(self, function: Callable[..., Result], *arguments: object) -> Result:
        """What the function returns there; NotNow where another chore is under way, or this one came to nothing."""
        if not self._turn.acquire(blocking=False):
            raise NotNow(503, BUSY)
        try:
            return self.apart.run(function, *arguments, seconds=SECONDS)
        except TooLong:
            raise NotNow(503, TOO_LONG) from None
        except NotDone:
            raise NotNow(503, BROKEN) from None
        finally:
            self._turn.release()


@cache
def shared() -> Chores:
    """The chores of this process; nothing is begun before it is wanted."""
    return Chores()

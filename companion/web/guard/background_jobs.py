"""Long jobs of the host on the data, one at a time in a worker process, so that no table waits for them."""

from collections.abc import Callable
from functools import cache
from threading import Lock
from typing import TypeVar

from companion.rules.text import N_
from companion.server.worker_process import NotDone, TooLong, WorkerProcess
from companion.web.guard.search_dispatch import NotNow

Result = TypeVar("Result")
SECONDS = 600.0  # wall-clock seconds for one job: more than a file of 5,000 matches takes on a busy machine
BUSY = (N_("Another check of the data is running."), N_("Try again in a moment."))
TOO_LONG = (N_("This takes too long for a page."), N_("The same command in a terminal has all the time it needs."))
BROKEN = (N_("The work was interrupted."), N_("Try again in a moment."))


class BackgroundJobs:
    """A worker process for these jobs; a second job at the same time is refused."""

    def __init__(self) -> None:
        self.apart, self._turn = WorkerProcess(), Lock()

    def run(self, function: Callable[..., Result], *arguments: object) -> Result:
        """Call the function in the worker process. Raises NotNow if another job is running, or this one fails."""
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
def shared() -> BackgroundJobs:
    """Return the jobs of this process; nothing is started before its first use."""
    return BackgroundJobs()

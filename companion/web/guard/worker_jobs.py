"""Jobs in worker processes: expensive searches and files in queues, and long jobs of the host on the data.

Refused if a client or all ask for too much at once; of the long jobs one runs at a time, and no table waits for it."""

import logging
from collections.abc import Callable
from functools import cache
from threading import Lock
from typing import Any, ClassVar, TypeVar

from flask import Flask, current_app, g, request
from werkzeug.exceptions import HTTPException

from companion.rules.text import N_
from companion.server import worker_pools
from companion.server.job_queue import QueueFull, TooManyFromClient
from companion.server.worker_pools import FILES, STRANGERS, TABLE, Asker, NotDone, TooLong, WorkerPools, WorkerProcess
from companion.web.guard.client_address import household, network
from companion.web.guard.permissions import is_host, open_house

Result = TypeVar("Result")
log = logging.getLogger("companion")
GREEDY = (N_("You are asking too much at once."), N_("Wait for the current answers, then ask again."))
CROWDED = (N_("The referee is busy."), N_("Others are asking just now. Ask again in a moment."))
TOO_LONG = (N_("This takes too long to judge."), N_("Ask about fewer cards, or fewer questions at once."))
BROKEN = (N_("The referee was interrupted."), N_("Ask again in a moment."))


class NotNow(HTTPException):
    """A question that is not answered now, with the reason in words."""

    again: ClassVar[dict[str, str]] = {"Retry-After": "2"}  # seconds until a client should ask again

    def __init__(self, status: int, words: tuple[str, str]):
        super().__init__(words[0])
        self.status, self.code, self.words = status, status, words


def install(app: Flask) -> None:
    """Share the worker pools of this process with all its applications; on a server, queues span all processes."""
    engine = app.extensions["companion.store"].engine
    on_server = engine.dialect.name == "postgresql"
    app.extensions["companion.searches"] = WorkerPools(server=engine) if on_server else worker_pools.shared()


def in_worker(function: Callable[..., Result], *arguments: Any, line: str = STRANGERS) -> Result:
    """Call the function in a worker process and return its result. Raises NotNow."""
    kept: WorkerPools = current_app.extensions["companion.searches"]
    try:
        return kept.run(queue_client(line), function, *arguments)
    except TooManyFromClient:
        raise NotNow(429, GREEDY) from None
    except QueueFull:
        raise NotNow(503, CROWDED) from None
    except TooLong:
        raise NotNow(503, TOO_LONG) from None
    except NotDone as error:
        log.warning("judging: %s", error)
        raise NotNow(503, BROKEN) from None


def build_file(words: tuple[str, str], function: Callable[..., bytes], *arguments: Any) -> bytes:
    """Return the file made by the function in the queue for files. Raises NotNow with these words."""
    try:
        return in_worker(function, *arguments, line=FILES)
    except NotNow as error:
        raise NotNow(error.status, words) from error


def queue_client(line: str) -> Asker:
    """Return the client for the queue: the device at the table, else the host there, or the client's house.

    In an open house anyone may open any number of tables, so that the network counts too."""
    gone = request.environ.get("waitress.client_disconnected", lambda: False)
    where = network() if open_house() else ""
    access = g.get("access")
    if access and access.device and line != STRANGERS:
        return Asker(f"device {access.device}", line, gone, where)
    return Asker("host" if line == TABLE else household(), line, gone, where)


def sits_here() -> bool:
    """True if this browser has a role at the request's match, or is host."""
    return bool(g.get("access")) or is_host()


JOB_SECONDS = 600.0  # wall-clock seconds for one job: more than a file of 5,000 matches takes on a busy machine
JOB_BUSY = (N_("Another check of the data is running."), N_("Try again in a moment."))
JOB_TOO_LONG = (
    N_("This takes too long for a page."),
    N_("Use the same command in a terminal, where there is no time limit."),
)
JOB_BROKEN = (N_("The work was interrupted."), N_("Try again in a moment."))


class BackgroundJobs:
    """A worker process for these jobs; a second job at the same time is refused."""

    def __init__(self) -> None:
        self.apart, self._turn = WorkerProcess(), Lock()

    def run(self, function: Callable[..., Result], *arguments: object) -> Result:
        """Call the function in the worker process. Raises NotNow if another job is running, or this one fails."""
        if not self._turn.acquire(blocking=False):
            raise NotNow(503, JOB_BUSY)
        try:
            return self.apart.run(function, *arguments, seconds=JOB_SECONDS)
        except TooLong:
            raise NotNow(503, JOB_TOO_LONG) from None
        except NotDone:
            raise NotNow(503, JOB_BROKEN) from None
        finally:
            self._turn.release()


@cache
def background_jobs() -> BackgroundJobs:
    """Return the jobs of this process; nothing is started before its first use."""
    return BackgroundJobs()

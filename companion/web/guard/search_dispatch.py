"""Judging that may cost more than a look at the table: done apart, refused where too much is asked at once."""

import logging
from collections.abc import Callable
from typing import Any, TypeVar

from flask import Flask, current_app, g, request
from werkzeug.exceptions import HTTPException

from companion.rules.text import N_
from companion.server import worker_pools
from companion.server.job_queue import Crowded, Greedy
from companion.server.worker_pools import FILES, STRANGERS, TABLE, Asker, Searches
from companion.server.worker_process import NotDone, TooLong
from companion.web.guard.access import is_host, open_house
from companion.web.guard.client_address import household, network

Result = TypeVar("Result")
log = logging.getLogger("companion")
AGAIN = 2  # seconds after which it may be asked again
GREEDY = (N_("You are asking too much at once."), N_("Wait for the answers that are on their way, then ask again."))
CROWDED = (N_("The referee is busy."), N_("Others are asking just now. Ask again in a moment."))
TOO_LONG = (N_("This takes too long to judge."), N_("Ask about fewer cards, or fewer questions at once."))
BROKEN = (N_("The referee was interrupted."), N_("Ask again in a moment."))


class NotNow(HTTPException):
    """A question that is not judged now, and in words why."""

    def __init__(self, status: int, words: tuple[str, str]):
        super().__init__(words[0])
        self.status, self.code, self.words = status, status, words

    @property
    def again(self) -> dict[str, str]:
        """The header that says when to ask again."""
        return {"Retry-After": str(AGAIN)}


def install(app: Flask) -> None:
    """Share the searches of this process with all its applications; a server has turns for all processes."""
    engine = app.extensions["companion.store"].engine
    on_server = engine.dialect.name == "postgresql"
    app.extensions["companion.searches"] = Searches(server=engine) if on_server else worker_pools.shared()


def apart(function: Callable[..., Result], *arguments: Any, line: str = STRANGERS) -> Result:
    """What the function returns in a process that serves no table; NotNow where that cannot be."""
    kept: Searches = current_app.extensions["companion.searches"]
    try:
        return kept.run(asker(line), function, *arguments)
    except Greedy:
        raise NotNow(429, GREEDY) from None
    except Crowded:
        raise NotNow(503, CROWDED) from None
    except TooLong:
        raise NotNow(503, TOO_LONG) from None
    except NotDone as error:
        log.warning("judging: %s", error)
        raise NotNow(503, BROKEN) from None


def written(words: tuple[str, str], function: Callable[..., bytes], *arguments: Any) -> bytes:
    """The file that the function makes in the line for files; NotNow in these words where that cannot be."""
    try:
        return apart(function, *arguments, line=FILES)
    except NotNow as error:
        raise NotNow(error.status, words) from error


def asker(line: str) -> Asker:
    """Who asks: this browser by its device at the table, else the host there, or whoever is at that address.

    In an open house anybody has as many tables as they like, so that their network counts as well."""
    gone = request.environ.get("waitress.client_disconnected", lambda: False)
    where = network() if open_house() else ""
    access = g.get("access")
    if access and access.device and line != STRANGERS:
        return Asker(f"device {access.device}", line, gone, where)
    return Asker("host" if line == TABLE else household(), line, gone, where)


def sits_here() -> bool:
    """Whether this browser is at the match that is asked about, or is the host's."""
    return bool(g.get("access")) or is_host()

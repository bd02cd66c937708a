"""Expensive work of a request: questions in the process pool, and long work on the data in a separate process."""

import logging
from collections.abc import Callable, Iterator
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from threading import Lock
from typing import TypeVar

from companion.rules.text import N_
from companion.server.searches import SEARCHES, Busy, run_in_process
from companion.web.guard.client_address import household
from companion.web.guard.permissions import is_host, of_this_request, own_device
from companion.web.guard.throttle import NotNow

Result = TypeVar("Result")
Words = tuple[str, str]
log = logging.getLogger("companion")
BUSY = (N_("The referee is busy."), N_("Ask again in a moment."))
JOB_BUSY = (N_("Other work on the data is under way."), N_("Try again in a moment."))
TABLES, STRANGERS = "tables", "strangers"  # kinds of clients: strangers take no place of a table
JOB = Lock()  # held by the long work of this process: one at a time


def run_in_pool(function: Callable[..., Result], *arguments: object, busy: Words = BUSY) -> Result:
    """Call the function in the pool and return its result. Raises NotNow, if too many ask with the words given."""
    client = f"device {own_device()}" if own_device() else household()
    try:
        return SEARCHES.run(client, TABLES if of_this_request() or is_host() else STRANGERS, function, *arguments)
    except Busy:
        raise NotNow(503, *busy) from None
    except (BrokenProcessPool, OSError) as error:
        log.warning("judging: %s", error)
        raise NotNow(503, *busy) from None


def run_job(function: Callable[..., Result], *arguments: object) -> Result:
    """Call the function in a separate process and return its result. Raises NotNow if other work is under way."""
    with the_only_job():
        try:
            return run_in_process(function, *arguments)
        except BrokenProcessPool:
            raise NotNow(503, *JOB_BUSY) from None


@contextmanager
def the_only_job() -> Iterator[None]:
    """Do long work on the data in the block. Raises NotNow if other work is under way."""
    if not JOB.acquire(blocking=False):
        raise NotNow(503, *JOB_BUSY)
    try:
        yield
    finally:
        JOB.release()

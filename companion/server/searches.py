"""Process pool for expensive questions: one worker process, one question at a time, few that wait.

A search in a thread of the server would hold the interpreter, and with it every booking, for up to 250 ms."""

import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import cached_property
from multiprocessing import active_children, get_context, parent_process
from typing import TypeVar

from companion.server import logs

Result = TypeVar("Result")
QUEUE_TIMEOUT = 2.0  # seconds to wait for the question before
PLACES = 2  # questions of one kind of client at once, running or waiting
WEAKER = 10  # niceness, to give way to the server


class Busy(Exception):
    """Raised if too many questions wait, one of this client does, or the question before takes too long."""


class Searches:
    """The pool; the worker starts with the first question, and again if it died."""

    def __init__(self) -> None:
        self.clients = dict[str, str]()  # each with its kind
        self._lock, self._one = threading.Lock(), threading.Semaphore()

    @cached_property
    def pool(self) -> ProcessPoolExecutor:
        """The pool, made at first use."""
        return new_pool()

    def run(self, client: str, kind: str, function: Callable[..., Result], *arguments: object) -> Result:
        """Call the function in the worker and return its result. Raises Busy, or BrokenProcessPool if it dies twice."""
        with self._lock:
            if client in self.clients or list(self.clients.values()).count(kind) >= PLACES:
                raise Busy
            self.clients[client] = kind
        try:
            if not self._one.acquire(timeout=QUEUE_TIMEOUT):
                raise Busy
            try:
                return self.pool.submit(function, *arguments).result()
            except BrokenProcessPool:
                del self.pool
                return self.pool.submit(function, *arguments).result()
            finally:
                self._one.release()
        finally:
            del self.clients[client]


def run_in_process(function: Callable[..., Result], *arguments: object) -> Result:
    """Call the function in a separate process, for work of many seconds. Raises BrokenProcessPool if it dies."""
    with new_pool() as pool:
        return pool.submit(function, *arguments).result()


def new_pool() -> ProcessPoolExecutor:
    """Return a new pool of one process; it inherits nothing, as the server has threads and connections."""
    return ProcessPoolExecutor(1, get_context("spawn"), begin)


def begin() -> None:
    """Prepare the worker: give way to others, leave Ctrl-C to the server, end with it, and load the games."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(WEAKER)
    logs.quote()
    threading.Thread(target=end_with_server, daemon=True).start()
    import companion.interfaces.replies  # noqa: F401


def end_with_server() -> None:
    """End this process when the server is gone, even if it was killed: the executor would wait for work forever."""
    if server := parent_process():
        server.join()
        os._exit(0)


def end() -> None:
    """End the workers, also in the middle of their work."""
    for worker in active_children():
        worker.terminate()


SEARCHES = Searches()  # of this process, for all its applications

"""Main loop and graceful shutdown of a server: requests under way are answered first."""

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic, sleep
from types import FrameType
from typing import Any

from waitress import wasyncore
from waitress.channel import HTTPChannel
from waitress.server import BaseWSGIServer

SIGNALS = (signal.SIGINT, signal.SIGTERM)
PATIENCE = 3.0  # seconds for requests under way; the sender of the signal waits five, and a busy machine needs some
LOOK_AGAIN = 0.1  # seconds
# Seconds for each connection between two turns of the loop, each of which polls all of them: so requests are taken
# in batches, and polling costs a small part of the time with any number of connections.
GATHERING = 10e-6
LAST_THREADS = 0.5  # seconds for remaining threads


class Shutdown:
    """Request to end the server, from a signal; a second signal ends it at once."""

    def __init__(self, server: Any):
        self.asked = False
        self._server = server

    def ask(self, _number: int, _frame: FrameType | None) -> None:
        """Record the first signal, and restore the default for the second."""
        for number in SIGNALS:
            signal.signal(number, signal.SIG_DFL)
        self.asked = True
        next(of_kind(self._server, BaseWSGIServer)).pull_trigger()  # wakes the loop


def run(server: Any, goes_on: Callable[[], bool] = lambda: True) -> None:
    """Serve until Ctrl-C, SIGTERM or `goes_on` is False, finish requests under way, and close the server."""
    with heard(Shutdown(server)) as ending:
        while not ending.asked and goes_on():
            turn(server, server.adj.asyncore_loop_timeout)
            sleep(len(everything(server)) * GATHERING)
        drain(server)
        server.task_dispatcher.shutdown(timeout=LAST_THREADS)
    wasyncore.close_all(everything(server))


@contextmanager
def heard(ending: Shutdown) -> Iterator[Shutdown]:
    """Handle the signals that ask for an end and are not ignored, for the length of the block."""
    asking = [number for number in SIGNALS if signal.getsignal(number) != signal.SIG_IGN]
    before = {number: signal.signal(number, ending.ask) for number in asking}
    try:
        yield ending
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def turn(server: Any, timeout: float) -> None:
    """Run one turn of the loop: read and send what is ready."""
    wasyncore.loop(timeout, server.adj.asyncore_use_poll, everything(server), count=1)


def drain(server: Any) -> None:
    """Stop accepting, and go on until no request is under way, at most PATIENCE seconds."""
    until = monotonic() + PATIENCE
    for listener in list(of_kind(server, BaseWSGIServer)):
        wasyncore.dispatcher.close(listener)  # its own close() would close the trigger of the loop too
    while hang_up(server) and monotonic() < until:
        turn(server, LOOK_AGAIN)


def hang_up(server: Any) -> bool:
    """Close the idle connections, and return whether any connection is left."""
    connections = list(of_kind(server, HTTPChannel))
    for connection in connections:
        if not (connection.request or connection.requests or connection.total_outbufs_len):
            connection.will_close = True
    return bool(connections)


def of_kind(server: Any, kind: type) -> Iterator[Any]:
    """Return the sockets of a server that are of that class."""
    return (one for one in everything(server).values() if isinstance(one, kind))


def everything(server: Any) -> dict[int, Any]:
    """Return all sockets of a server, which may listen on several addresses."""
    found: dict[int, Any] = server.map if hasattr(server, "map") else server._map
    return found

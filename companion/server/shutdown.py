"""The life of a server from its first answer to its last: whoever asks it to end cuts nobody off."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic, sleep
from types import FrameType
from typing import Any

from waitress import wasyncore
from waitress.channel import HTTPChannel
from waitress.server import BaseWSGIServer

SIGNALS = (signal.SIGINT, signal.SIGTERM)
PATIENCE = 3.0  # seconds for what is under way; whoever sent the signal waits five, and a busy machine takes some
LOOK_AGAIN = 0.1  # seconds
# Seconds for each connection between two turns, each of which looks at all of them: so what comes meanwhile is taken
# together, and looking costs a small part of the time however many there are.
GATHERING = 10e-6
LAST_THREADS = 0.5  # seconds for threads that nobody waits for any more


class Ending:
    """Whether somebody asked the server to end; asked twice, it ends at once."""

    def __init__(self, server: Any):
        self.asked = False
        self._server = server

    def ask(self, _number: int, _frame: FrameType | None) -> None:
        """Take note of the first signal and leave the second to the system."""
        for number in SIGNALS:
            signal.signal(number, signal.SIG_DFL)
        self.asked = True
        next(of_kind(self._server, BaseWSGIServer)).pull_trigger()  # wakes the loop


def run(server: Any) -> None:
    """Serve until Ctrl-C or SIGTERM, finish what is under way, and close the server."""
    with heard(Ending(server)) as ending:
        while not ending.asked:
            turn(server, server.adj.asyncore_loop_timeout)
            sleep(len(everything(server)) * GATHERING)
        drain(server)
        server.task_dispatcher.shutdown(timeout=LAST_THREADS)
    wasyncore.close_all(everything(server))


@contextmanager
def heard(ending: Ending) -> Iterator[Ending]:
    """For the length of the block, the signals that ask for an end."""
    before = {number: signal.signal(number, ending.ask) for number in SIGNALS}
    try:
        yield ending
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def turn(server: Any, timeout: float) -> None:
    """One turn of the loop: read what came, send what is ready."""
    wasyncore.loop(timeout, server.adj.asyncore_use_poll, everything(server), count=1)


def drain(server: Any) -> None:
    """Let nobody else in, and go on until nothing is under way, or for as long as anybody waits."""
    until = monotonic() + PATIENCE
    for listener in list(of_kind(server, BaseWSGIServer)):
        wasyncore.dispatcher.close(listener)  # its own close() would end what wakes the loop as well
    while hang_up(server) and monotonic() < until:
        turn(server, LOOK_AGAIN)


def hang_up(server: Any) -> bool:
    """Close the connections on which nothing is under way; whether others are left."""
    connections = list(of_kind(server, HTTPChannel))
    for connection in connections:
        if not busy(connection):
            connection.will_close = True
    return bool(connections)


def busy(connection: Any) -> bool:
    """Whether a request is being read or answered there."""
    return bool(connection.request or connection.requests or connection.total_outbufs_len)


def of_kind(server: Any, kind: type) -> Iterator[Any]:
    """The sockets of a server that are of that kind."""
    return (one for one in everything(server).values() if isinstance(one, kind))


def everything(server: Any) -> dict[int, Any]:
    """All sockets of a server, which may listen on several addresses."""
    found: dict[int, Any] = server.map if hasattr(server, "map") else server._map
    return found

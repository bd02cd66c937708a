"""Stalls: a server that freezes for seconds, phones that never read their answer, and sockets that send nothing."""

import os
import signal
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from tests.faults.outbox import Outcome, fines, outcome, send_all, through
from tests.faults.proxy import lossy
from tests.support.stage import Staged
from tests.support.wire import Wire, opened

FAMILY = ("Aki", "Ben", "Cy", "Dee")
PHONES = 8
PATIENCE = 0.5  # response timeout of a phone in seconds, before it tries again


@contextmanager
def stopped(process: int) -> Iterator[None]:
    """Stop a process (SIGSTOP) for the length of the block."""
    os.kill(process, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(process, signal.SIGCONT)


def stalled(server: Staged, rounds: int, seconds: float) -> tuple[Outcome, int]:
    """Freeze the server repeatedly for this many seconds; return the outcome of the posts and the abandoned tries."""
    assert server.process and server.process.pid
    host = Wire(server.port)
    code = opened(host, FAMILY)
    with lossy(server.port, losses=0) as wifi:
        boxes = through(wifi, fines(code, PHONES, 2000), host.host)
        for box in boxes:
            box.wire.patience = PATIENCE
        sending = send_all(boxes, 10 * rounds * (seconds + 1))
        for _ in range(rounds):
            time.sleep(0.3)
            with stopped(server.process.pid):
                time.sleep(seconds)
        time.sleep(0.3)
        for box in boxes:
            box.enough.set()
        for thread in sending:
            thread.join(20)
        return outcome(server.store, code, boxes), sum(box.wire.cuts for box in boxes)


def slowest(server: Staged, silent: int, deaf: int, looks: int = 40) -> float:
    """Return the seconds of the slowest of `looks` requests beside silent sockets and phones that read nothing."""
    host = Wire(server.port)
    table = f"/m/{opened(host, FAMILY)}"
    with ExitStack() as held:
        for _ in range(silent):
            held.enter_context(socket.create_connection(("127.0.0.1", server.port)))
        for _ in range(deaf):
            asking = held.enter_context(socket.create_connection(("127.0.0.1", server.port)))
            asking.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            asking.sendall(f"GET {table} HTTP/1.1\r\nHost: {host.host}\r\n\r\n".encode() * 20)
        took = []
        for _ in range(looks):
            started = time.monotonic()
            assert host.get(f"{table}/board").status == 200
            took.append(time.monotonic() - started)
    return max(took)

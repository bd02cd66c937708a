"""Queues of waiting clients, and clients that occupy places in them."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from companion.server.worker_pools import WorkerPool

LONG = 200.0  # seconds of patience: they stay until released


@contextmanager
def busy(line: WorkerPool, *askers: str) -> Iterator[None]:
    """Occupy places in a queue with these clients; the first one holds the turn."""
    let_go = threading.Event()

    def hold(asker: str) -> None:
        with line.turns.taken(asker):
            let_go.wait(LONG)

    line.turns.patience = LONG
    threads = [threading.Thread(target=hold, args=(asker,)) for asker in askers]
    for thread in threads:
        thread.start()
    while line.turns.size < len(askers):
        time.sleep(0.001)
    line.turns.patience = 0.05
    try:
        yield
    finally:
        let_go.set()
        for thread in threads:
            thread.join()

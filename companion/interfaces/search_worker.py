"""Worker process for judging: receives a function and its arguments, returns its result or its exception.

Before each result it sends STARTED, once everything that the function needs is loaded: from then on its time counts.

    python -m companion.interfaces.search_worker

It is started by companion.server.worker_pools and ends with the process that started it, even if that one is
killed.
"""

import io
import os
import pickle
import queue
import signal
import sys
import threading
import traceback
from typing import Any, BinaryIO

STARTED = "started"
BROKEN_OFF = (EOFError, OSError, pickle.UnpicklingError)  # errors from reading a message that ends too early
WEAKER = 10  # niceness, to give way to other processes


def send(to: BinaryIO, message: object) -> None:
    """Write one message, whole or not at all; `pickle.load` reads as much as it is long."""
    to.write(pickle.dumps(message))
    to.flush()


def listen(source: BinaryIO, jobs: "queue.SimpleQueue[Any]") -> None:
    """Queue incoming jobs; exit at once, even during a search, when the parent process closes the pipe."""
    try:
        while True:
            jobs.put(pickle.load(source))
    except BROKEN_OFF:
        os._exit(0)


def done(job: Any) -> tuple[bool, Any]:
    """Return whether a job succeeded, and its result or its exception."""
    function, arguments = job
    try:
        return True, function(*arguments)
    except Exception as error:
        error.add_note(traceback.format_exc())  # the traceback is lost in pickling
        return False, error


def main() -> None:
    """Judge jobs until the parent process is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C in a terminal is meant for the server, and reaches all
    if hasattr(os, "nice"):
        os.nice(WEAKER)
    answers = io.FileIO(os.dup(sys.stdout.fileno()), "w")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # accidental prints must not look like answers
    jobs: queue.SimpleQueue[Any] = queue.SimpleQueue()
    threading.Thread(target=listen, args=(sys.stdin.buffer, jobs), daemon=True).start()
    with io.BufferedWriter(answers) as out:
        while True:
            job = jobs.get()
            send(out, STARTED)
            send(out, done(job))


if __name__ == "__main__":
    main()

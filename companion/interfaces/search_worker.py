"""A process that judges and nothing else: a function and what it takes come in, what it returns or raises goes out.

Before that goes out BEGUN, once everything is loaded that the function needs: from then on its time counts.

    python -m companion.interfaces.search_worker

It is started by companion.server.worker_process and ends with the process that started it, even if that one is killed.
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

BEGUN = "begun"
HEAD = 4  # bytes that say how long a message is
WEAKER = 10  # how far it stands back where others want the processor, as `nice` counts


def send(to: BinaryIO, message: object) -> None:
    """Write one message."""
    packed = pickle.dumps(message)
    to.write(len(packed).to_bytes(HEAD, "big") + packed)
    to.flush()


def receive(source: BinaryIO) -> Any:
    """The next message; EOFError where there is none any more."""
    head = source.read(HEAD)
    packed = source.read(int.from_bytes(head, "big"))
    if len(head) < HEAD or len(packed) < int.from_bytes(head, "big"):
        raise EOFError
    return pickle.loads(packed)


def listen(source: BinaryIO, jobs: "queue.SimpleQueue[Any]") -> None:
    """Take what is asked; end at once, in the middle of a search too, when nobody can ask any more."""
    try:
        while True:
            jobs.put(receive(source))
    except (EOFError, OSError):
        os._exit(0)


def done(job: Any) -> tuple[bool, Any]:
    """Whether a job was done, and what it returned or raised."""
    function, arguments = job
    try:
        return True, function(*arguments)
    except Exception as error:
        error.add_note(traceback.format_exc())  # where it happened is known only here
        return False, error


def main() -> None:
    """Judge until the process that asks is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C in a terminal is meant for the server, and reaches all
    if hasattr(os, "nice"):
        os.nice(WEAKER)
    answers = io.FileIO(os.dup(sys.stdout.fileno()), "w")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # what is printed by mistake is no answer
    jobs: queue.SimpleQueue[Any] = queue.SimpleQueue()
    threading.Thread(target=listen, args=(sys.stdin.buffer, jobs), daemon=True).start()
    with io.BufferedWriter(answers) as out:
        while True:
            job = jobs.get()
            send(out, BEGUN)
            send(out, done(job))


if __name__ == "__main__":
    main()

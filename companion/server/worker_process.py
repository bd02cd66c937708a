"""Work that is done in a process of its own, which is begun when it is wanted and killed when it takes too long."""

import atexit
import os
import queue
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import Any, TypeVar

import companion
from companion.interfaces.search_worker import BEGUN, receive, send

Result = TypeVar("Result")
PROGRAM = ("-m", "companion.interfaces.search_worker")
HERE = Path(companion.__file__).parents[1]
LOADING = 60.0  # seconds until the process must have begun: a busy machine is no fault of the work's
LOOK = 0.05  # seconds between two looks at whether anybody still waits for it


class NotDone(Exception):
    """The work was given up: it took too long, nobody waits for it, or its process ended."""


class TooLong(NotDone):
    """It took longer than it may."""


class Apart:
    """One process beside this one, for one piece of work at a time; whoever uses it sees to that."""

    def __init__(self, program: tuple[str, ...] = PROGRAM) -> None:
        self.program = program
        self.process: subprocess.Popen[bytes] | None = None
        self._answers: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self._owner = 0

    def run(
        self, function: Callable[..., Result], *arguments: Any, seconds: float, gone: Callable[[], bool] = lambda: False
    ) -> Result:
        """What the function returns there, within so many seconds and while anybody waits; NotDone otherwise."""
        self._hand_over((function, arguments))
        answer = self._awaited(LOADING, gone)
        if answer == BEGUN:
            answer = self._awaited(seconds, gone)
        if answer is None:
            self.end()
            raise NotDone("its process ended")
        finished, found = answer
        if not finished:
            raise found
        return found  # type: ignore[no-any-return]

    def end(self) -> None:
        """Kill the process, if there is one; the next work begins another."""
        process, self.process = self.process, None
        if process and self._owner == os.getpid():
            process.kill()
            process.wait()
            for pipe in (process.stdin, process.stdout):
                with suppress(OSError):
                    pipe.close()  # type: ignore[union-attr]

    def _hand_over(self, job: Any) -> None:
        """Give the work to the process; to a new one where there is none, or it died while it had nothing to do."""
        if self.process is None or self._owner != os.getpid() or self.process.poll() is not None:
            self.end()
            self._begin()
        assert self.process and self.process.stdin
        try:
            send(self.process.stdin, job)  # type: ignore[arg-type]
        except OSError as error:
            self.end()
            raise NotDone("its process ended") from error

    def _awaited(self, seconds: float, gone: Callable[[], bool]) -> Any:
        """What comes from the process next, None where it ended."""
        end = monotonic() + seconds
        while True:
            try:
                return self._answers.get(timeout=LOOK)
            except queue.Empty:
                self._go_on(end, gone)

    def _go_on(self, end: float, gone: Callable[[], bool]) -> None:
        """Give up where there is a reason to."""
        if gone() or monotonic() > end:
            self.end()
            raise NotDone("nobody waits for it any more") if gone() else TooLong

    def _begin(self) -> None:
        """Begin the process, and a thread that takes its answers."""
        path = os.pathsep.join(filter(None, (str(HERE), os.environ.get("PYTHONPATH"))))
        try:
            self.process = subprocess.Popen(
                [sys.executable, "-P", *self.program],  # the folder it is begun in may hold another companion
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                env={**os.environ, "PYTHONPATH": path},
            )
        except OSError as error:
            raise NotDone("its process could not be begun") from error
        if self._owner != os.getpid():
            atexit.register(self.end)
        self._owner, self._answers = os.getpid(), queue.SimpleQueue()
        threading.Thread(target=take, args=(self.process.stdout, self._answers), daemon=True).start()


def take(source: Any, answers: "queue.SimpleQueue[Any]") -> None:
    """Put every answer where it is waited for, and nothing after the last."""
    try:
        while True:
            answers.put(receive(source))
    except (EOFError, OSError, ValueError):
        answers.put(None)

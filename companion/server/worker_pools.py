"""Worker processes for expensive work: one each for tables, for strangers, and for files.

They start on first use, and a job that takes too long is killed with its process."""

import atexit
import os
import pickle
import queue
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from time import monotonic
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import Engine

import companion
from companion.interfaces.search_worker import BROKEN_OFF, STARTED, send
from companion.server.job_queue import JobQueue, SharedJobQueue

Result = TypeVar("Result")
PROGRAM = ("-m", "companion.interfaces.search_worker")
HERE = Path(companion.__file__).parents[1]
LOADING = 60.0  # seconds for the process to start, not counted against the job: the machine may be busy
LOOK = 0.05  # seconds between two checks whether the client still waits


class NotDone(Exception):
    """The job was given up: it timed out, its client hung up, or the process ended."""


class TooLong(NotDone):
    """The job exceeded its time limit."""


class WorkerProcess:
    """A worker process for one job at a time; the caller ensures that."""

    def __init__(self, program: tuple[str, ...] = PROGRAM) -> None:
        self.program = program
        self.process: subprocess.Popen[bytes] | None = None
        self._answers: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self._owner = 0

    def run(
        self, function: Callable[..., Result], *arguments: Any, seconds: float, gone: Callable[[], bool] = lambda: False
    ) -> Result:
        """Call the function in the process and return its result, within that many seconds.

        Raises: NotDone if it takes longer, the client is gone, or the process ends; the function's own exception."""
        self._hand_over((function, arguments))
        answer = self._awaited(LOADING, gone)
        if answer == STARTED:
            answer = self._awaited(seconds, gone)
        if answer is None:
            self.end()
            raise NotDone("its process ended")
        finished, found = answer
        if not finished:
            raise found
        return found  # type: ignore[no-any-return]

    def end(self) -> None:
        """Kill the process, if there is one; the next job starts another."""
        process, self.process = self.process, None
        if process and self._owner == os.getpid():
            process.kill()
            process.wait()
            for pipe in (process.stdin, process.stdout):
                with suppress(OSError):
                    pipe.close()  # type: ignore[union-attr]

    def _hand_over(self, job: Any) -> None:
        """Send the job to the process; start one first if none runs or it died while idle."""
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
        """Return the next message of the process; None if it ended.

        Raises: NotDone if the client is gone meanwhile, TooLong after that many seconds; the process is killed."""
        end = monotonic() + seconds
        while True:
            try:
                return self._answers.get(timeout=LOOK)
            except queue.Empty:
                left = gone()
                if left or monotonic() > end:
                    self.end()
                    raise (NotDone("nobody waits for it any more") if left else TooLong) from None

    def _begin(self) -> None:
        """Start the process, and a thread that reads its messages."""
        path = os.pathsep.join(filter(None, (str(HERE), os.environ.get("PYTHONPATH"))))
        try:
            self.process = subprocess.Popen(
                [sys.executable, "-P", *self.program],  # the working folder may hold another companion
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                env={**os.environ, "PYTHONPATH": path},
            )
        except OSError as error:
            raise NotDone("its process could not be started") from error
        if self._owner != os.getpid():
            atexit.register(self.end)
        self._owner, self._answers = os.getpid(), queue.SimpleQueue()
        threading.Thread(target=forward_messages, args=(self.process.stdout, self._answers), daemon=True).start()


def forward_messages(source: Any, answers: "queue.SimpleQueue[Any]") -> None:
    """Put every message into the queue, and None after the last."""
    try:
        while True:
            answers.put(pickle.load(source))
    except (*BROKEN_OFF, ValueError):
        answers.put(None)


TABLE, STRANGERS, FILES = LINES = ("table", "strangers", "files")
PATIENCE = {TABLE: 6.0, STRANGERS: 2.0, FILES: 2.0}  # seconds to wait: at a table, until the job before is over
SECONDS = {TABLE: 5.0, STRANGERS: 5.0, FILES: 30.0}  # wall-clock seconds for one job, after which it is killed


class Asker(NamedTuple):
    """A client of a pool: a name by which its requests are counted, and the queue it waits in."""

    name: str
    line: str = STRANGERS
    gone: Callable[[], bool] = lambda: False  # returns whether the client hung up
    network: str = ""  # network with the same limit as one client; "": no limit by network


class WorkerPool:
    """A queue for one worker process, and its time limit in seconds."""

    def __init__(self, turns: JobQueue, apart: WorkerProcess, seconds: float) -> None:
        self.turns, self.apart, self.seconds = turns, apart, seconds

    def run(self, asker: Asker, function: Callable[..., Result], *arguments: Any) -> Result:
        """Call the function in the worker process, in the client's turn. Raises Refused or NotDone."""
        with self.turns.taken(asker.name, asker.gone, asker.network):
            return self.apart.run(function, *arguments, seconds=self.seconds, gone=asker.gone)


class WorkerPools:
    """A queue and a worker process for each kind of work, so that none waits for another."""

    def __init__(self, server: Engine | None = None) -> None:
        """Make the queues; `server` is the database server on which several programs share them."""
        turns = [
            SharedJobQueue(server, name, patience=PATIENCE[name]) if server else JobQueue(patience=PATIENCE[name])
            for name in LINES
        ]
        apart = processes() if server else [WorkerProcess() for _ in LINES]
        self.lines = dict(zip(LINES, map(WorkerPool, turns, apart, SECONDS.values()), strict=True))

    def run(self, asker: Asker, function: Callable[..., Result], *arguments: Any) -> Result:
        """Call the function in a worker process. Raises Refused or NotDone."""
        return self.lines[asker.line].run(asker, function, *arguments)

    def end(self) -> None:
        """Kill the running jobs."""
        for line in self.lines.values():
            line.apart.end()


@cache
def processes() -> tuple[WorkerProcess, ...]:
    """Return the worker processes of this process, for all its applications; each is started on first use."""
    return tuple(WorkerProcess() for _ in LINES)


@cache
def shared() -> WorkerPools:
    """Return the pools of this process, for all its applications; nothing is started before its first use."""
    return WorkerPools()

"""Worker pools for expensive work: one process each for tables, for strangers, and for files."""

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import Engine

from companion.server.job_queue import JobQueue, SharedJobQueue
from companion.server.worker_process import WorkerProcess

Result = TypeVar("Result")
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

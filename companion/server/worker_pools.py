"""What is worked out beside the tables: a process each for questions at a table, for those of strangers, for files."""

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import Engine

from companion.server.job_queue import Turns
from companion.server.shared_job_queue import SharedTurns
from companion.server.worker_process import Apart

Result = TypeVar("Result")
TABLE, STRANGERS, FILES = LINES = ("table", "strangers", "files")
PATIENCE = {TABLE: 6.0, STRANGERS: 2.0, FILES: 2.0}  # seconds to wait: at a table, until the one before is over
SECONDS = {TABLE: 5.0, STRANGERS: 5.0, FILES: 30.0}  # for one request, by the clock; what takes longer is killed


class Asker(NamedTuple):
    """Who asks: a name by which requests of the same asker are known, and the line it waits in."""

    name: str
    line: str = STRANGERS
    gone: Callable[[], bool] = lambda: False  # whether it hung up
    network: str = ""  # of which no more than of one asker are there at once; "" where everybody is at home


class Line:
    """Those who wait for one process, and how many seconds each may have it."""

    def __init__(self, turns: Turns, apart: Apart, seconds: float) -> None:
        self.turns, self.apart, self.seconds = turns, apart, seconds

    def run(self, asker: Asker, function: Callable[..., Result], *arguments: Any) -> Result:
        """What the function returns in the process, in the asker's turn; Refused or NotDone otherwise."""
        with self.turns.taken(asker.name, asker.gone, asker.network):
            return self.apart.run(function, *arguments, seconds=self.seconds, gone=asker.gone)


class Searches:
    """A line of its own for each kind of work, so that none waits for another."""

    def __init__(self, server: Engine | None = None) -> None:
        """`server` keeps the turns of all programs where several share it."""
        turns = [
            SharedTurns(server, name, patience=PATIENCE[name]) if server else Turns(patience=PATIENCE[name])
            for name in LINES
        ]
        apart = processes() if server else [Apart() for _ in LINES]
        self.lines = dict(zip(LINES, map(Line, turns, apart, SECONDS.values()), strict=True))

    def run(self, asker: Asker, function: Callable[..., Result], *arguments: Any) -> Result:
        """What the function returns in a process of its own; Refused or NotDone where it cannot be had now."""
        return self.lines[asker.line].run(asker, function, *arguments)

    def end(self) -> None:
        """Kill what is at work."""
        for line in self.lines.values():
            line.apart.end()


@cache
def processes() -> tuple[Apart, ...]:
    """The processes beside this one, whichever applications it serves; none is begun before it is wanted."""
    return tuple(Apart() for _ in LINES)


@cache
def shared() -> Searches:
    """The searches of this process, whichever applications it serves; nothing is begun before it is wanted."""
    return Searches()

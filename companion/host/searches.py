"""The searches of all who ask: one process for those at a table and one for strangers, so that neither waits long."""

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import Engine

from companion.host.apart import Apart
from companion.host.shared_turns import SharedTurns
from companion.host.turns import Turns

Result = TypeVar("Result")
SECONDS = 5.0  # for one request, by the clock; what takes longer is killed


class Asker(NamedTuple):
    """Who asks: a name by which requests of the same asker are known, and whether it sits at a table."""

    name: str
    at_table: bool = False
    gone: Callable[[], bool] = lambda: False  # whether it hung up


LINES = ("table", "strangers")


class Line:
    """Those who wait for one process."""

    def __init__(self, turns: Turns, apart: Apart) -> None:
        self.turns, self.apart = turns, apart

    def run(self, asker: Asker, seconds: float, function: Callable[..., Result], *arguments: Any) -> Result:
        """What the function returns in the process, in the asker's turn; Refused or NotDone otherwise."""
        with self.turns.taken(asker.name, asker.gone):
            return self.apart.run(function, *arguments, seconds=seconds, gone=asker.gone)


class Searches:
    """A line for those at a table and one for strangers."""

    def __init__(self, seconds: float = SECONDS, server: Engine | None = None) -> None:
        """For each `seconds` by the clock; `server` keeps the turns of all programs where several share it."""
        turns = [SharedTurns(server, name) if server else Turns() for name in LINES]
        self.table, self.strangers = map(Line, turns, processes() if server else (Apart(), Apart()))
        self.seconds = seconds

    def run(self, asker: Asker, function: Callable[..., Result], *arguments: Any) -> Result:
        """What the function returns in a process of its own; Refused or NotDone where it cannot be had now."""
        line = self.table if asker.at_table else self.strangers
        return line.run(asker, self.seconds, function, *arguments)

    def end(self) -> None:
        """Kill what is at work."""
        self.table.apart.end()
        self.strangers.apart.end()


@cache
def processes() -> tuple[Apart, ...]:
    """The two processes beside this one, whichever applications it serves; neither is begun before it is wanted."""
    return tuple(Apart() for _ in LINES)


@cache
def shared() -> Searches:
    """The searches of this process, whichever applications it serves; nothing is begun before it is wanted."""
    return Searches()

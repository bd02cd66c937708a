"""The searches of all who ask: one process for those at a table and one for strangers, so that neither waits long."""

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple, TypeVar

from companion.host.apart import Apart
from companion.host.turns import Turns

Result = TypeVar("Result")
SECONDS = 5.0  # for one request, by the clock; what takes longer is killed


class Asker(NamedTuple):
    """Who asks: a name by which requests of the same asker are known, and whether it sits at a table."""

    name: str
    at_table: bool = False
    gone: Callable[[], bool] = lambda: False  # whether it hung up


class Line:
    """Those who wait for one process."""

    def __init__(self) -> None:
        self.turns, self.apart = Turns(), Apart()

    def run(self, asker: Asker, seconds: float, function: Callable[..., Result], *arguments: Any) -> Result:
        """What the function returns in the process, in the asker's turn; Refused or NotDone otherwise."""
        with self.turns.taken(asker.name, asker.gone):
            return self.apart.run(function, *arguments, seconds=seconds, gone=asker.gone)


class Searches:
    """A line for those at a table and one for strangers."""

    def __init__(self, seconds: float = SECONDS) -> None:
        self.table, self.strangers, self.seconds = Line(), Line(), seconds

    def run(self, asker: Asker, function: Callable[..., Result], *arguments: Any) -> Result:
        """What the function returns in a process of its own; Refused or NotDone where it cannot be had now."""
        line = self.table if asker.at_table else self.strangers
        return line.run(asker, self.seconds, function, *arguments)

    def end(self) -> None:
        """Kill what is at work."""
        self.table.apart.end()
        self.strangers.apart.end()


@cache
def shared() -> Searches:
    """The searches of this process, whichever applications it serves; nothing is begun before it is wanted."""
    return Searches()

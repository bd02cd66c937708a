"""Progress reports: a long task calls `report`, and a command sets `watcher` to show a progress bar."""

from collections.abc import Callable, Collection, Iterator
from contextvars import ContextVar
from typing import TypeVar

Item = TypeVar("Item")
# Called with the fraction of the task that is done, from 0 to 1; with None before anything else is printed.
watcher: ContextVar[Callable[[float | None], None]] = ContextVar("watcher", default=lambda part: None)


def report(part: float | None) -> None:
    """Report the fraction of the task that is done."""
    watcher.get()(part)


def tracked(items: Collection[Item]) -> Iterator[Item]:
    """Yield the items, reporting how many of them are done."""
    for done, item in enumerate(items):
        report(done / len(items))
        yield item
    report(1)

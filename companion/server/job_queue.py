"""Who may have something done that takes long: one after another, few at once, and few of one asker.

Where askers come from anywhere, as few are of one network, and its next waits until another had a turn."""

import threading
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from time import monotonic

MOST = 3  # at once: one has the turn, the others wait
EACH = 2  # of these for one asker
PATIENCE = 2.0  # seconds to wait for the turn
ALL = ""  # under which everybody counts
LOOK = 0.05  # seconds between two looks at whether the asker still waits


class Refused(Exception):
    """It cannot be taken now."""


class Crowded(Refused):
    """Too many others are there already."""


class Greedy(Refused):
    """This asker has too much there already."""


class Turns:
    """A short line of askers, one of whom has the turn."""

    def __init__(self, most: int = MOST, each: int = EACH, patience: float = PATIENCE) -> None:
        self.most, self.each, self.patience = most, each, patience
        self._there: Counter[str] = Counter()
        self._guard, self._freed = threading.Lock(), threading.Condition()
        self._busy, self._latest, self._waiting = False, "", list[list[str]]()

    @property
    def there(self) -> int:
        """How many have the turn or wait for it."""
        with self._guard:
            return self._there[ALL]

    @contextmanager
    def taken(self, asker: str, gone: Callable[[], bool] = lambda: False, network: str = "") -> Iterator[None]:
        """The turn of that asker, once those before have had theirs; Refused where that cannot be."""
        names = names_of(asker, network)
        self._enter(names)
        try:
            self._wait(gone, network)
            try:
                yield
            finally:
                self._free()
        finally:
            self._leave(names)

    def _enter(self, names: Sequence[str]) -> None:
        with self._guard:
            if any(self._there[name] >= self.each for name in names):
                raise Greedy
            if self._there[ALL] >= self.most:
                raise Crowded
            self._there.update([*names, ALL])

    def _leave(self, names: Sequence[str]) -> None:
        with self._guard:
            self._there.subtract([*names, ALL])
            self._there += Counter()  # forgets who is not there any more

    def _wait(self, gone: Callable[[], bool], network: str) -> None:
        end, mine = monotonic() + self.patience, [network]
        with self._freed:
            self._waiting.append(mine)
            try:
                while self._busy or self._next() is not mine:
                    if gone() or monotonic() > end:
                        raise Crowded
                    self._freed.wait(LOOK)
                self._busy, self._latest = True, network
            finally:
                self._waiting = [one for one in self._waiting if one is not mine]

    def _next(self) -> list[str]:
        """The first who waits of another network than had the latest turn; else the first of all."""
        return next((one for one in self._waiting if one[0] != self._latest), self._waiting[0])

    def _free(self) -> None:
        with self._freed:
            self._busy = False
            self._freed.notify_all()


def names_of(asker: str, network: str) -> tuple[str, ...]:
    """The names under which an asker counts: its own, and that of its network where one is said."""
    return (asker, f"network {network}") if network else (asker,)

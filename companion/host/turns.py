"""Who may have something done that takes long: one after another, few at once, and few of one asker."""

import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic

MOST = 3  # at once: one has the turn, the others wait
EACH = 2  # of these for one asker
PATIENCE = 2.0  # seconds to wait for the turn
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
        self._guard, self._turn = threading.Lock(), threading.Lock()

    @property
    def there(self) -> int:
        """How many have the turn or wait for it."""
        with self._guard:
            return self._there.total()

    @contextmanager
    def taken(self, asker: str, gone: Callable[[], bool] = lambda: False) -> Iterator[None]:
        """The turn of that asker, once those before have had theirs; Refused where that cannot be."""
        self._enter(asker)
        try:
            self._wait(gone)
            try:
                yield
            finally:
                self._turn.release()
        finally:
            self._leave(asker)

    def _enter(self, asker: str) -> None:
        with self._guard:
            if self._there[asker] >= self.each:
                raise Greedy
            if self._there.total() >= self.most:
                raise Crowded
            self._there[asker] += 1

    def _leave(self, asker: str) -> None:
        with self._guard:
            self._there[asker] -= 1
            self._there += Counter()  # forgets who is not there any more

    def _wait(self, gone: Callable[[], bool]) -> None:
        end = monotonic() + self.patience
        while not self._turn.acquire(timeout=LOOK):
            if gone() or monotonic() > end:
                raise Crowded

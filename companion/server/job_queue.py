"""Job queue for expensive work: one job at a time, few waiting, few of one client.

In an open house each network has the same limit as a client, and its next job waits until another network had a
turn."""

import threading
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from hashlib import sha256
from time import monotonic

from sqlalchemy import Engine, text

from companion.storage.database.engines import engine_for

MOST = 3  # jobs at once: one runs, the others wait
MOST_PER_CLIENT = 2  # of these
PATIENCE = 2.0  # seconds to wait for a turn
ALL = ""  # name under which all jobs count
POLL_INTERVAL = 0.05  # seconds between two checks whether the client still waits


class Refused(Exception):
    """The job is refused for now."""


class QueueFull(Refused):
    """The queue is full, or the wait was too long."""


class TooManyFromClient(Refused):
    """This client has too many jobs in the queue."""


class JobQueue:
    """A short queue, in which one client has the turn."""

    def __init__(self, most: int = MOST, each: int = MOST_PER_CLIENT, patience: float = PATIENCE) -> None:
        self.most, self.each, self.patience = most, each, patience
        self._count: Counter[str] = Counter()
        self._guard, self._freed = threading.Lock(), threading.Condition()
        self._busy, self._latest, self._waiting = False, "", list[list[str]]()

    @property
    def size(self) -> int:
        """Number of jobs that run or wait."""
        with self._guard:
            return self._count[ALL]

    @contextmanager
    def taken(self, asker: str, gone: Callable[[], bool] = lambda: False, network: str = "") -> Iterator[None]:
        """Hold the client's turn for the block, waiting for it. Raises Refused."""
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
            if any(self._count[name] >= self.each for name in names):
                raise TooManyFromClient
            if self._count[ALL] >= self.most:
                raise QueueFull
            self._count.update([*names, ALL])

    def _leave(self, names: Sequence[str]) -> None:
        with self._guard:
            self._count.subtract([*names, ALL])
            self._count += Counter()  # removes names with a count of 0

    def _wait(self, gone: Callable[[], bool], network: str) -> None:
        end, mine = monotonic() + self.patience, [network]
        with self._freed:
            self._waiting.append(mine)
            try:
                while self._busy or self._next() is not mine:
                    if gone() or monotonic() > end:
                        raise QueueFull
                    self._freed.wait(POLL_INTERVAL)
                self._busy, self._latest = True, network
            finally:
                self._waiting = [one for one in self._waiting if one is not mine]

    def _next(self) -> list[str]:
        """Return the first job from another network than the last one's; else the first of all."""
        return next((one for one in self._waiting if one[0] != self._latest), self._waiting[0])

    def _free(self) -> None:
        with self._freed:
            self._busy = False
            self._freed.notify_all()


def names_of(asker: str, network: str) -> tuple[str, ...]:
    """Return the names under which a job counts: its client, and its network if given."""
    return (asker, f"network {network}") if network else (asker,)


TRY = text("SELECT pg_try_advisory_lock(:key)")
LEAVE = text("SELECT pg_advisory_unlock_all()")


class SharedJobQueue(JobQueue):
    """The queue of one program, with each client's places in all programs as advisory locks, which end with it."""

    def __init__(self, engine: Engine, line: str, **limits: float):
        super().__init__(**limits)  # type: ignore[arg-type]
        self._glances, self._line = engine_for(engine, "glance"), line

    @contextmanager
    def taken(self, asker: str, gone: Callable[[], bool] = lambda: False, network: str = "") -> Iterator[None]:
        with self._glances.connect() as connection:
            try:
                for name in names_of(asker, network):
                    if not any(connection.execute(TRY, {"key": key}).scalar() for key in self._places(name)):
                        raise TooManyFromClient
                with super().taken(asker, gone, network):
                    yield
            finally:
                connection.execute(LEAVE)

    def _places(self, asker: str) -> Iterator[int]:
        """Yield the keys of the locks for one client's places."""
        for place in range(self.each):
            name = f"turns {self._line} {place} {asker}"
            yield int.from_bytes(sha256(name.encode()).digest()[:8], "big", signed=True)

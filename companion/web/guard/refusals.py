"""What the log tells of those who come and of those who have to wait: of what there was too much, never who or where.

One line a minute for each kind, however many are refused: a flood fills no disk."""

import logging
from collections import Counter
from threading import Lock
from time import monotonic

from companion.storage.access.rate_counters import Wait

EVERY = 60.0  # seconds
log = logging.getLogger("companion")


class Refusals:
    """How often each kind was refused since it was last told."""

    def __init__(self) -> None:
        self._told: dict[str, float] = {}
        self._times: Counter[str] = Counter()
        self._lock = Lock()

    def note(self, what: str, wait: Wait) -> None:
        """Count one more, and tell them together unless some were told just now."""
        kind, now = f"{what} of one {wait.of}" if wait.of != "all" else f"{what} of all together", monotonic()
        with self._lock:
            self._times[kind] += 1
            if now - self._told.get(kind, -EVERY) < EVERY:
                return
            self._told[kind], times = now, self._times.pop(kind)
        log.warning("too many %s: %s refused", kind, times)


noted = Refusals()  # of this process, as its log is

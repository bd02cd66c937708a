"""Log of refusals by rate limits: the kind of limit, never the client or match.

One line a minute for each kind with any number of refusals, so that a flood does not fill the disk."""

import logging
from collections import Counter
from threading import Lock
from time import monotonic

from companion.storage.access.rate_counters import Wait

EVERY = 60.0  # seconds
log = logging.getLogger("companion")


class Refusals:
    """Counts of refusals by kind since the last log line."""

    def __init__(self) -> None:
        self._told: dict[str, float] = {}
        self._times: Counter[str] = Counter()
        self._lock = Lock()

    def note(self, what: str, wait: Wait) -> None:
        """Count a refusal, and log the count unless that was done within the last minute."""
        kind, now = f"{what} of one {wait.of}" if wait.of != "all" else f"{what} of all together", monotonic()
        with self._lock:
            self._times[kind] += 1
            if now - self._told.get(kind, -EVERY) < EVERY:
                return
            self._told[kind], times = now, self._times.pop(kind)
        log.warning("too many %s: %s refused", kind, times)


noted = Refusals()  # of this process, as its log is

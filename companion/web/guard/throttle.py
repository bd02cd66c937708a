"""What would be too much for any table waits: wrong codes, phones that join, forms that write. Nobody is banned."""

from collections import Counter, deque
from math import ceil
from threading import Lock
from time import monotonic

from werkzeug.exceptions import TooManyRequests

from companion.rules.text import N_, Text

TRIES, TRIES_OF_ALL, WITHIN = 10, 60, 60.0  # wrong codes of one house, wrong codes together, and seconds
# Twenty tables of six that sit down within ten minutes behind one address; beyond all together nobody could look over.
JOINS, JOINS_OF_ALL, SITTING_DOWN = 120, 3000, 600.0
# A deal of eight players is some thirty forms, and a phone that was away for a whole evening has kept about 250: five a
# second, for a whole minute, is beyond any thumb. All together it is what the server could not write in that time.
WRITES, WRITES_OF_ALL = 300, 20_000
DAY, TABLES_OF_ALL = 86_400.0, 20_000  # seconds, and the tables that an open house opens in them for all together
Bound = tuple[int, int, float]
LIMITS: dict[str, Bound] = {  # of each, of all together, and within how many seconds
    "codes": (TRIES, TRIES_OF_ALL, WITHIN),
    "joins": (JOINS, JOINS_OF_ALL, SITTING_DOWN),
    "writes": (WRITES, WRITES_OF_ALL, WITHIN),
}


class TooMuch(TooManyRequests):
    """A phone sent more than any table writes."""

    def __init__(self, wait: int):
        super().__init__()
        self.status, self.again = 429, {"Retry-After": str(wait)}
        self.words = (
            N_("This phone sends more than any table writes."),
            Text(N_("Nothing was booked by this. Wait {seconds} seconds, go back and send it again."), seconds=wait),
        )


class Throttle:
    """So many in a while for each, and so many for all together: more is not remembered, so it never grows."""

    def __init__(self, each: int = TRIES, of_all: int = TRIES_OF_ALL, within: float = WITHIN) -> None:
        self.each, self.of_all, self.within = each, of_all, within
        self._lately: deque[tuple[float, str]] = deque()
        self._counts: Counter[str] = Counter()
        self._lock = Lock()

    def take(self, whose: str) -> int:
        """Seconds until one more of theirs may be taken; 0 where it was taken, and counts."""
        with self._lock:
            now = monotonic()
            self._forget(now - self.within)
            all_full = len(self._lately) >= self.of_all
            if all_full or self._counts[whose] >= self.each:
                oldest = next(at for at, who in self._lately if all_full or who == whose)
                return max(1, ceil(oldest + self.within - now))
            self._lately.append((now, whose))
            self._counts[whose] += 1
            return 0

    def lately(self) -> int:
        """How many were taken within the while, of all together."""
        with self._lock:
            self._forget(monotonic() - self.within)
            return len(self._lately)

    def _forget(self, before: float) -> None:
        while self._lately and self._lately[0][0] <= before:
            _, whose = self._lately.popleft()
            self._counts[whose] -= 1
            if not self._counts[whose]:
                del self._counts[whose]

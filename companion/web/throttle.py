"""Wrong codes are slowed, by address and in total; never banned, and a right code is never held up."""

from collections import deque
from threading import Lock
from time import monotonic

TRIES, TRIES_OF_ALL, WITHIN = 10, 60, 60.0  # wrong codes of one address, wrong codes together, and seconds


class Throttle:
    """The wrong codes of the last minute: at most as many as all together may try, so it never grows."""

    def __init__(self) -> None:
        self._wrong: deque[tuple[float, str]] = deque()
        self._lock = Lock()

    def wrong(self, address: str) -> int:
        """Seconds to wait after one more wrong code from that address; 0, and it counts, while there are few."""
        with self._lock:
            now = monotonic()
            while self._wrong and now - self._wrong[0][0] >= WITHIN:
                self._wrong.popleft()
            own, everybodys = [at for at, whose in self._wrong if whose == address], [at for at, _ in self._wrong]
            for tries, most in ((own, TRIES), (everybodys, TRIES_OF_ALL)):
                if len(tries) >= most:
                    return max(1, int(tries[0] + WITHIN - now))
            self._wrong.append((now, address))
            return 0

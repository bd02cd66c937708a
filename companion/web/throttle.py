"""Failed codes are slowed by address: ten a minute, never banned."""

from collections import OrderedDict, deque
from time import monotonic

TRIES, WITHIN = 10, 60.0  # failures and seconds
ADDRESSES = 10_000  # remembered at most


class Throttle:
    """How many codes an address got wrong in the last minute."""

    def __init__(self) -> None:
        self._failed: OrderedDict[str, deque[float]] = OrderedDict()

    def wait(self, address: str) -> int:
        """Seconds until the address may try again; 0 if it may now."""
        failed = self._failed.get(address)
        if not failed:
            return 0
        now = monotonic()
        while failed and now - failed[0] > WITHIN:
            failed.popleft()
        return max(1, int(WITHIN - (now - failed[0]))) if len(failed) >= TRIES else 0

    def failed(self, address: str) -> None:
        """One more wrong code from that address."""
        self._failed.setdefault(address, deque(maxlen=TRIES)).append(monotonic())
        self._failed.move_to_end(address)
        while len(self._failed) > ADDRESSES:
            self._failed.popitem(last=False)

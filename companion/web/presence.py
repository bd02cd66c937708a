"""Which hands are being counted on their players' own phones just now, known by their looking and kept nowhere."""

from collections.abc import Callable
from threading import Lock
from time import monotonic

from flask import current_app

SECONDS = 5.0  # without a look after which a phone counts as put away; phones look each second
Hand = tuple[str, int, int]  # the code of the match, the deal, the seat


class Presence:
    """The hands that a phone looked at lately. A hint: another process of the server has hints of its own."""

    def __init__(self, clock: Callable[[], float] = monotonic):
        self._clock, self._seen, self._lock = clock, dict[Hand, float](), Lock()

    def note(self, code: str, deal: int, seat: int) -> None:
        """The player at that seat has the own hand on the pad."""
        now = self._clock()
        with self._lock:
            self._seen = {hand: at for hand, at in self._seen.items() if now - at < SECONDS}
            self._seen[code, deal, seat] = now

    def seats(self, code: str, deal: int) -> set[int]:
        """The seats whose hands of that deal are being counted on their own phones."""
        now = self._clock()
        with self._lock:
            return {
                seat
                for (at_code, at_deal, seat), at in self._seen.items()
                if (at_code, at_deal) == (code, deal) and now - at < SECONDS
            }


def presence() -> Presence:
    """What this application knows of it."""
    known: Presence = current_app.extensions.setdefault("companion.presence", Presence())
    return known

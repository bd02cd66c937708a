"""Hands that players are counting on their own phones just now, known from polls and not stored."""

from collections.abc import Callable
from threading import Lock
from time import monotonic

from flask import current_app

from companion.storage.store import Store

SECONDS = 5.0  # without a poll until a phone counts as put away; phones poll each second
AGAIN = SECONDS / 2  # seconds between notifications of other processes about the same hand
Hand = tuple[str, int, int]  # the code of the match, the deal, the seat


class Presence:
    """The hands that phones polled lately. Only a hint: other processes of a server are notified with a delay."""

    def __init__(self, clock: Callable[[], float] = monotonic, tell: Callable[[str], None] = lambda hand: None):
        self._clock, self._tell, self._lock = clock, tell, Lock()
        self._seen, self._told = dict[Hand, float](), dict[Hand, float]()

    def note(self, code: str, deal: int, seat: int) -> None:
        """Record that the player at that seat has the own hand on the pad."""
        hand, now = (code, deal, seat), self._clock()
        self._keep(hand)
        if now - self._told.get(hand, -AGAIN) >= AGAIN:
            self._told = {other: at for other, at in self._told.items() if now - at < AGAIN} | {hand: now}
            self._tell(f"{code} {deal} {seat}")

    def heard(self, hand: str) -> None:
        """Record a hand that another process saw on a pad."""
        code, *numbers = hand.split() or [""]
        if len(numbers) == 2 and all(number.isascii() and number.isdecimal() for number in numbers):
            self._keep((code, int(numbers[0]), int(numbers[1])))

    def seats(self, code: str, deal: int) -> set[int]:
        """Return the seats whose hands of that deal are being counted on their own phones."""
        now = self._clock()
        with self._lock:
            return {
                seat
                for (at_code, at_deal, seat), at in self._seen.items()
                if (at_code, at_deal) == (code, deal) and now - at < SECONDS
            }

    def _keep(self, hand: Hand) -> None:
        now = self._clock()
        with self._lock:
            self._seen = {hand: at for hand, at in self._seen.items() if now - at < SECONDS}
            self._seen[hand] = now


def presence() -> Presence:
    """Return the presence of this application."""
    known: Presence | None = current_app.extensions.get("companion.presence")
    if known is None:
        kept: Store = current_app.extensions["companion.store"]
        known = current_app.extensions["companion.presence"] = Presence(tell=kept.hint)
        kept.versions.hinted.append(known.heard)
    return known

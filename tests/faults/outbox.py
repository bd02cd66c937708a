"""Phones with an outbox: forms are sent until they are answered, then compared with the sheet."""

import threading
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from time import monotonic

from companion.sheet.ledger import EntryKind
from companion.storage.store import Store
from tests.faults.proxy import Lossy
from tests.support.wire import CUT, Post, Wire, made_again

AGAIN = 0.1  # seconds between two tries
UNSURE = 500  # statuses from this one on do not say whether the form is stored


@dataclass
class Outbox:
    """A phone with forms to send in order, each until it is answered."""

    wire: Wire
    posts: Sequence[Post]
    done: int = 0
    enough: threading.Event = field(default_factory=threading.Event)

    def send(self, until: float) -> None:
        """Send all forms, as many as are answered before that time; start no new one once `enough` is set."""
        for post in self.posts:
            if self.enough.is_set():
                return
            left: Post | None = post
            while left := self._left(left):
                if monotonic() > until:
                    return
                time.sleep(AGAIN)
            self.done += 1

    def _left(self, post: Post) -> Post | None:
        """Send a form; return the one to send next (after a 409 with today's revision), or None once it is stored."""
        try:
            answer = self.wire.post(post)
        except CUT:
            return post
        assert answer.status in (303, 409) or answer.status >= UNSURE, answer.status
        return made_again(post, answer) if answer.status == 409 else None if answer.status == 303 else post


def fines(code: str, phones: int, each: int) -> list[list[Post]]:
    """Return, for each phone, adjustments with random points, each with a unique reason."""
    random = Random(313)
    path = f"/m/{code}/adjust"
    return [
        [
            Post.of(path, seat=random.randrange(4), points=random.randint(1, 99), reason=f"{phone}-{n}", revision=n + 1)
            for n in range(each)
        ]
        for phone in range(phones)
    ]


def send_all(boxes: Sequence[Outbox], seconds: float) -> list[threading.Thread]:
    """Start all outboxes at once, for at most this many seconds."""
    until = monotonic() + seconds
    sending = [threading.Thread(target=box.send, args=(until,), daemon=True) for box in boxes]
    for thread in sending:
        thread.start()
    return sending


@dataclass(frozen=True)
class Outcome:
    """The fines on the sheet compared with the acknowledged ones."""

    acknowledged: int
    lost: int
    extra: int
    changed: int
    out_of_order: int

    @property
    def faultless(self) -> bool:
        """True if every acknowledged form is there exactly once, unchanged and in its phone's order."""
        return not (self.lost or self.extra or self.changed or self.out_of_order)


def outcome(store: Store, code: str, boxes: Sequence[Outbox]) -> Outcome:
    """Compare the fines on the sheet with those acknowledged to the phones.

    A form still in flight at the end may be there or not, but no more than once."""
    wanted = {dict(post.fields)["reason"]: dict(post.fields) for box in boxes for post in box.posts[: box.done]}
    underway = {dict(box.posts[box.done].fields)["reason"] for box in boxes if box.done < len(box.posts)}
    entries = [entry for entry in store.match(code).sheet.entries if entry.kind == EntryKind.ADJUST]
    found = Counter(entry.reason for entry in entries)
    extra = sum(times - (reason in wanted or reason in underway) for reason, times in found.items())
    changed = sum(
        (str(entry.seat), str(entry.points)) != (wanted[entry.reason]["seat"], wanted[entry.reason]["points"])
        for entry in entries
        if entry.reason in wanted
    )
    order: dict[str, int] = {}
    out_of_order = 0
    for reason in found:  # a Counter keeps insertion order
        phone, n = reason.split("-")
        out_of_order += int(n) < order.get(phone, 0)
        order[phone] = int(n)
    return Outcome(len(wanted), sum(reason not in found for reason in wanted), extra, changed, out_of_order)


def through(proxy: Lossy, posts: Sequence[Sequence[Post]], host: str) -> list[Outbox]:
    """Return phones that reach the server through the proxy only, with one connection for each try."""
    return [Outbox(Wire(proxy.port, host, alive=False), some) for some in posts]

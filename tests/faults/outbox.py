"""Phones that keep what they post until it is answered, and what must then stand on the sheet."""

import threading
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from random import Random
from time import monotonic

from companion.sheet.ledger import EntryKind
from companion.storage.store import Store
from tests.faults.proxy import Lossy
from tests.support.phone import fresh_key
from tests.support.wire import CUT, Post, Wire, made_again

AGAIN = 0.02  # seconds between two tries
UNSURE = 500  # from this status on, nothing is known to be kept


@dataclass
class Outbox:
    """A phone with forms to send, in order, each until it has an answer."""

    wire: Wire
    posts: Sequence[Post]
    new_keys: bool = False  # a phone that forgets the key between two tries
    done: int = 0
    enough: threading.Event = field(default_factory=threading.Event)

    def send(self, until: float) -> None:
        """Send all, or as many as are answered before that moment; nothing new once it is enough."""
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
        """The form to send next: the same one, or from today's page where another phone was first; None once kept."""
        try:
            answer = self.wire.post(replace(post, key=fresh_key()) if self.new_keys else post)
        except CUT:
            return post
        assert answer.status in (303, 409) or answer.status >= UNSURE, answer.status
        return made_again(post, answer) if answer.status == 409 else None if answer.status == 303 else post


def fines(code: str, phones: int, each: int, seed: int = 313) -> list[list[Post]]:
    """For every phone some points to adjust, each told from all others by its reason."""
    random = Random(seed)
    path = f"/m/{code}/adjust"
    return [
        [
            Post.of(path, seat=random.randrange(4), points=random.randint(1, 99), reason=f"{phone}-{n}", revision=n + 1)
            for n in range(each)
        ]
        for phone in range(phones)
    ]


def send_all(boxes: Sequence[Outbox], seconds: float) -> list[threading.Thread]:
    """All outboxes begin to send at once, for so long at most."""
    until = monotonic() + seconds
    sending = [threading.Thread(target=box.send, args=(until,), daemon=True) for box in boxes]
    for thread in sending:
        thread.start()
    return sending


@dataclass(frozen=True)
class Outcome:
    """What stands on the sheet beside what was acknowledged."""

    acknowledged: int
    lost: int
    extra: int
    changed: int
    out_of_order: int

    @property
    def faultless(self) -> bool:
        """Whether every acknowledged form is there exactly once, unchanged and in its phone's order."""
        return not (self.lost or self.extra or self.changed or self.out_of_order)


def outcome(store: Store, code: str, boxes: Sequence[Outbox]) -> Outcome:
    """The fines on the sheet held against those that the phones were told are kept.

    One that was still on its way at the end may be there or not, but no more than once."""
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
    for reason in found:  # a Counter keeps the order in which each was first met
        phone, n = reason.split("-")
        out_of_order += int(n) < order.get(phone, 0)
        order[phone] = int(n)
    return Outcome(len(wanted), sum(reason not in found for reason in wanted), extra, changed, out_of_order)


def through(proxy: Lossy, posts: Sequence[Sequence[Post]], host: str, new_keys: bool = False) -> list[Outbox]:
    """Phones that reach the server through the proxy only, a connection a try."""
    return [Outbox(Wire(proxy.port, host, alive=False), some, new_keys) for some in posts]

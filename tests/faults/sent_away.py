"""Lost phone: it goes on posting while it is sent away, and none of its posts may be stored after that answer."""

import threading
from dataclasses import dataclass, replace
from time import monotonic

from companion.storage.access.devices import Devices
from tests.support.phone import fresh_key
from tests.support.stage import NAME, Staged
from tests.support.wire import Post, Wire, doors, joined, made_again, opened

FAMILY = ("Aki", "Ben", "Cy", "Dee")
BEFORE, AFTER = 3, 5  # least posts of a phone before it is sent away, and after


@dataclass
class Away:
    """Answers to the posts of phones that were sent away."""

    phones: int = 0
    kept: int = 0
    refused: int = 0
    kept_after: int = 0
    shown_after: int = 0

    def __str__(self) -> str:
        return (
            f"{self.phones} phones sent away: {self.kept} posts kept before, {self.refused} refused after, "
            f"{self.kept_after} kept after, {self.shown_after} pages shown after"
        )


class Lost:
    """A phone that posts without a pause, and logs the start and status of each post."""

    def __init__(self, wire: Wire, code: str):
        self.wire, self.path = wire, f"/m/{code}/adjust"
        self.answers: list[tuple[float, int]] = []
        self.enough = threading.Event()
        self.posting = threading.Thread(target=self._post, daemon=True)
        self.warm = threading.Event()

    def _post(self) -> None:
        post = Post.of(self.path, seat=1, points=5, reason="lost phone", revision=1)
        while not self.enough.is_set():
            started = monotonic()
            answer = self.wire.post(post := replace(post, key=fresh_key()))
            post = made_again(post, answer) if answer.status == 409 else post
            self.answers.append((started, answer.status))
            if [status for _, status in self.answers].count(303) >= BEFORE:
                self.warm.set()


def sent_away(server: Staged, phones: int) -> Away:
    """Let one phone after another join, post, and be sent away meanwhile."""
    host, found = Wire(server.port), Away()
    code = opened(host, FAMILY)
    devices = Devices(server.store)
    match = devices.store.match_id(code)
    for _ in range(phones):
        lost = Lost(joined(server.port, f"{NAME}:{server.port}", doors(host, code)[0], seat=1), code)
        lost.posting.start()
        lost.warm.wait(10)
        device = devices.of(match)[-1].id
        answer = host.post(Post.of(f"/m/{code}/phones/{device}", away=1))
        away = monotonic()
        assert answer.status == 303, answer.page
        while sum(started > away for started, _ in lost.answers) < AFTER:
            lost.posting.join(0.005)
        lost.enough.set()
        lost.posting.join(10)
        tally(found, lost, away, code)
        devices.revoke(match, device)  # for the next phone, even if the server failed to do it
    return found


def tally(found: Away, lost: Lost, away: float, code: str) -> None:
    """Count one phone's answers before and after it was sent away."""
    found.phones += 1
    found.kept += sum(status == 303 for started, status in lost.answers if started <= away)
    found.kept_after += sum(status == 303 for started, status in lost.answers if started > away)
    found.refused += sum(status in (403, 404) for started, status in lost.answers if started > away)
    found.shown_after += lost.wire.get(f"/m/{code}/board").status == 200

"""Bad wifi: a proxy cuts connections before, during and after the request, and acknowledged forms are there once."""

from typing import NamedTuple

from tests.faults.outbox import Outcome, fines, outcome, send_all, through
from tests.faults.proxy import lossy
from tests.support.stage import Staged
from tests.support.wire import Wire, opened

FAMILY = ("Aki", "Ben", "Cy", "Dee")
PHONES = 20
SECONDS = 120  # time limit


class Crossed(NamedTuple):
    """Outcome of the posts, connections cut, and replays that the server saw."""

    outcome: Outcome
    cuts: int
    replays: int

    def __str__(self) -> str:
        return f"{self.cuts} cut, {self.replays} replays, {self.outcome}"


def bad_wifi(
    server: Staged,
    phones: int,
    posts: int,
    new_keys: bool = False,
    losses: float = 0.5,
    seconds: float = SECONDS,
) -> Crossed:
    """Post from phones behind a proxy that loses this share of all connections."""
    host = Wire(server.port)
    code = opened(host, FAMILY)
    with lossy(server.port, losses=losses) as wifi:
        boxes = through(wifi, fines(code, phones, posts), host.host, new_keys)
        for sending in send_all(boxes, seconds):
            sending.join()
        return Crossed(outcome(server.store, code, boxes), wifi.cuts, wifi.replays)

"""Bad wifi: a proxy cuts connections before, during and after the request, and acknowledged forms are there once.

Run by hand from the project's folder; it serves, cuts and ends on loopback:

    python -m tests.faults.wifi --posts 30

It prints the outcome of the posts of twenty phones, and of a few that forget the key, whose posts must be doubled:

    the same key until answered: 1179 cut, 482 replays, Outcome(acknowledged=600, lost=0, extra=0, …)
    a new key a try (control): 283 cut, 0 replays, Outcome(acknowledged=140, lost=0, extra=112, …)

With --mistake no-key the server has that mistake planted in it, and it must be found.
"""

import argparse
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

from tests.faults.mistakes import MISTAKES
from tests.faults.outbox import Outcome, fines, outcome, send_all, through
from tests.faults.proxy import lossy
from tests.support.stage import Staged, staged
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


def main() -> int:
    """Run with the key and without; return 1 if the first is at fault or the second is not."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--posts", type=int, default=30, help="of each of twenty phones")
    parser.add_argument("--mistake", choices=MISTAKES, default="")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, staged(Path(folder), options.mistake) as server:
        kept = bad_wifi(server, PHONES, options.posts, losses=0.66)
        control = bad_wifi(server, PHONES, options.posts // 4, new_keys=True, losses=0.66)
    print(f"the same key until answered: {kept}\na new key a try (control): {control}")
    return int(not kept.outcome.faultless or not control.outcome.extra)


if __name__ == "__main__":
    sys.exit(main())

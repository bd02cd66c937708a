"""Bad wifi and a dying host: what was acknowledged is there once, and without the key it would not be.

Run by hand from the project's folder; it serves, cuts, kills and ends on loopback:

    python -m tests.bench.lossy --posts 60 --rounds 30

With --mistake no-key, two-commits or answer-first the server has that mistake planted in it, and must be found out.
"""

import argparse
import tempfile
from pathlib import Path

from tests.lossy import lossy
from tests.outbox import fines, killed, outcome, send_all, through
from tests.stage import MISTAKES, Staged, staged
from tests.wire import Wire, opened

FAMILY = ("Aki", "Ben", "Cy", "Dee")
PHONES = 20
SECONDS = 120  # at most


def cutting(server: Staged, posts: int, new_keys: bool) -> None:
    """Phones behind a proxy that cuts two thirds of all connections."""
    host = Wire(server.port)
    code = opened(host, FAMILY)
    with lossy(server.port, losses=0.66) as wifi:
        boxes = through(wifi, fines(code, PHONES, posts), host.host, new_keys)
        for sending in send_all(boxes, SECONDS):
            sending.join()
        print("a new key a try (control):" if new_keys else "the same key until answered:", dict(wifi.fates))
        print(f"  {wifi.cuts} cut, {wifi.replays} replays, {outcome(server.store, code, boxes)}")


def dying(server: Staged, rounds: int) -> None:
    """Eight phones whose host is killed after 20 to 350 ms, again and again."""
    host = Wire(server.port)
    code = opened(host, FAMILY)
    with lossy(server.port, losses=0, delay=0.06) as wifi:
        boxes = through(wifi, fines(code, 8, 2000), host.host)
        done = killed(server, wifi, boxes, rounds, SECONDS)
        print(f"killed {done} times: {wifi.replays} replays, {outcome(server.store, code, boxes)}")


def main() -> None:
    """All three, one after the other."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--posts", type=int, default=60, help="of each of twenty phones")
    parser.add_argument("--rounds", type=int, default=30, help="how often the server is killed")
    parser.add_argument("--mistake", choices=MISTAKES, default="")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, staged(Path(folder), options.mistake) as server:
        cutting(server, options.posts, new_keys=False)
        cutting(server, options.posts // 4, new_keys=True)
        dying(server, options.rounds)


if __name__ == "__main__":
    main()

"""Kill loop: eight phones post from their outboxes while the server is killed after 20 to 350 ms, again and again.

Run by hand from the project's folder; it serves, kills and ends on loopback, about two rounds a second:

    python -m tests.faults.kill_loop --rounds 100

It prints the outcome of the posts; the run proves nothing unless some had to be sent again:

    killed 100 times: 47 replays, Outcome(acknowledged=780, lost=0, extra=0, changed=0, out_of_order=0)

With --mistake two-commits or answer-first the server has that mistake planted in it, and it must be found.
"""

import argparse
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from time import monotonic

from tests.faults.mistakes import MISTAKES
from tests.faults.outbox import Outbox, Outcome, fines, outcome, send_all, through
from tests.faults.proxy import Lossy, lossy
from tests.support.stage import Staged, staged
from tests.support.wire import Wire, opened

FAMILY = ("Aki", "Ben", "Cy", "Dee")
PHONES = 8
Enough = Callable[[int, Outcome, int], object]  # number of kills, outcome of the posts, number of replays


def struck(
    strike: Callable[[], object],
    boxes: Sequence[Outbox],
    enough: Callable[[int], object],
    seconds: float,
    pauses: tuple[float, float] = (0.02, 0.35),
    seed: int = 313,
) -> int:
    """Strike repeatedly while the phones send, until the number of strikes is enough; return that number.

    Ends early when the time is up or all is sent. `pauses`: shortest and longest seconds between two strikes."""
    random, until = Random(seed), monotonic() + seconds
    sending = send_all(boxes, seconds + 10)
    done = 0
    while not enough(done) and monotonic() < until and any(thread.is_alive() for thread in sending):
        time.sleep(random.uniform(*pauses))
        strike()
        done += 1
    for box in boxes:
        box.enough.set()
    for thread in sending:
        thread.join(20)
    return done


def kill_loop(
    server: Staged,
    enough: Enough,
    seconds: float,
    delay: float = 0.3,
    strike: Callable[[Lossy], object] | None = None,
    pauses: tuple[float, float] = (0.02, 0.35),
) -> tuple[int, Outcome, int]:
    """Kill the host until it is enough; return the number of kills, the outcome of the posts, and the server's replays.

    `strike` replaces the kill."""
    host = Wire(server.port)
    code = opened(host, FAMILY)
    with lossy(server.port, losses=0, delay=delay) as wifi:
        boxes = through(wifi, fines(code, PHONES, 2000), host.host)

        def now() -> tuple[Outcome, int]:
            return outcome(server.store, code, boxes), wifi.replays

        def death() -> None:
            server.kill()
            wifi.drop()
            server.start()

        blow = death if strike is None else lambda: strike(wifi)
        return struck(blow, boxes, lambda kills: enough(kills, *now()), seconds, pauses), *now()


def main() -> int:
    """Run this many rounds; return 1 if anything is wrong, or if nothing had to be sent again."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=100, help="how often the server is killed")
    parser.add_argument("--seconds", type=int, default=600, help="at most")
    parser.add_argument("--mistake", choices=MISTAKES, default="")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, staged(Path(folder), options.mistake) as server:
        kills, found, replays = kill_loop(
            server, lambda kills, *_: kills >= options.rounds, options.seconds, delay=0.06
        )
    print(f"killed {kills} times: {replays} replays, {found}")
    return int(not found.faultless or not replays)


if __name__ == "__main__":
    sys.exit(main())

"""Kill loop: eight phones post from their outboxes while the server is killed after 20 to 350 ms, again and again."""

import time
from collections.abc import Callable, Sequence
from random import Random
from time import monotonic

from tests.faults.outbox import Outbox, Outcome, fines, outcome, send_all, through
from tests.faults.proxy import Lossy, lossy
from tests.support.stage import Staged
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
) -> int:
    """Strike repeatedly while the phones send, until the number of strikes is enough; return that number.

    Ends early when the time is up or all is sent. `pauses`: shortest and longest seconds between two strikes."""
    random, until = Random(313), monotonic() + seconds
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
    with lossy(server.port, delay=delay) as wifi:
        boxes = through(wifi, fines(code, PHONES, 2000), host.host)

        def now() -> tuple[Outcome, int]:
            return outcome(server.store, code, boxes), wifi.replays

        def death() -> None:
            server.kill()
            wifi.drop()
            server.start()

        blow = death if strike is None else lambda: strike(wifi)
        return struck(blow, boxes, lambda kills: enough(kills, *now()), seconds, pauses), *now()

"""Kill loop: four phones post from their outboxes while the server is killed after 20 to 700 ms, again and again."""

import time
from collections.abc import Callable, Sequence
from operator import ge
from random import Random
from time import monotonic

from tests.faults.outbox import Outbox, Outcome, fines, outcome, send_all, through
from tests.faults.proxy import Lossy, lossy
from tests.support.stage import Staged
from tests.support.wire import Wire, opened

FAMILY = ("Aki", "Ben", "Cy", "Dee")
PHONES = 4


def struck(
    strike: Callable[[], object],
    boxes: Sequence[Outbox],
    enough: Callable[[int], object],
    seconds: float,
    pauses: tuple[float, float] = (0.02, 0.7),
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
    least: tuple[int, int, int],
    seconds: float,
    strike: Callable[[Lossy], object] | None = None,
    pauses: tuple[float, float] = (0.02, 0.7),
) -> tuple[Outcome, bool]:
    """Kill the host until there are as many kills, acknowledged posts and replays; return the outcome, and True if so.

    `strike` replaces the kill."""
    host = Wire(server.port)
    code = opened(host, FAMILY)
    with lossy(server.port, delay=0.3) as wifi:
        boxes = through(wifi, fines(code, PHONES, 2000), host.host)

        def enough(kills: int) -> bool:
            return all(map(ge, (kills, outcome(server.store, code, boxes).acknowledged, wifi.replays), least))

        def death() -> None:
            server.kill()
            wifi.drop()
            server.start()

        blow = death if strike is None else lambda: strike(wifi)
        kills = struck(blow, boxes, enough, seconds, pauses)
        return outcome(server.store, code, boxes), enough(kills)

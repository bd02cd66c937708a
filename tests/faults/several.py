"""Two processes on one database server: one is killed again and again while phones post."""

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

from tests.faults.proxy import Lossy
from tests.support.stage import Staged


class Several(Staged):
    """A companion with several worker processes at one address."""

    def __init__(self, instance: Path, workers: int = 2):
        super().__init__(instance)
        self.options = ["--workers", str(workers)]

    @property
    def workers(self) -> list[int]:
        """The process ids of the workers."""
        assert self.process
        first = self.process.pid
        listed = [path.read_text().split() for path in Path(f"/proc/{first}/task").glob("*/children")]
        return sorted(int(child) for children in listed for child in children)


@contextmanager
def several(instance: Path, workers: int = 2) -> Iterator[Several]:
    """Yield a companion with this many workers, killed after the block."""
    server = Several(instance, workers)
    try:
        yield server.start()
    finally:
        server.kill()


def kill_one(server: Several, random: Random, wifi: Lossy) -> None:
    """Kill one of the processes and lose the answers in flight."""
    os.kill(random.choice(server.workers), signal.SIGKILL)
    wifi.drop()

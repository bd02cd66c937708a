"""Two processes on one database server: one is killed again and again, or the database restarts, while phones post.

Run by hand from the project's folder; it serves, kills and ends on loopback, the database included:

    python -m tests.faults.several --seconds 60 --every 3 --restarts 3

It prints the outcome of the posts; the run proves nothing unless some had to be sent again:

    killed 20 of two processes: 61 replays, Outcome(acknowledged=4210, lost=0, extra=0, changed=0, out_of_order=0)
    restarted the database 3 times: 9 replays, Outcome(acknowledged=2100, lost=0, extra=0, changed=0, out_of_order=0)
"""

import argparse
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

from tests.faults.kill_loop import kill_loop
from tests.faults.proxy import Lossy
from tests.support import postgres
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


def restart(wifi: Lossy) -> None:
    """Stop the database server at once, as if its machine crashed, and start it again."""
    wifi.drop()
    folder = postgres.folder_of(os.environ[postgres.SERVER])
    keeper = postgres.KEEPER if os.geteuid() == 0 else None
    control = [postgres.program("pg_ctl"), "-D", folder / "data", "-w", "-l", folder / "log"]
    given = {"user": keeper, "cwd": folder, "check": True, "stdout": subprocess.DEVNULL}
    subprocess.run([*control, "-m", "immediate", "stop"], **given)
    subprocess.run([*control, "-o", postgres.options(folder), "start"], **given)


def main() -> int:
    """Run both tests; return 1 if anything is wrong, or if nothing had to be sent again."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--every", type=float, default=3.0, help="seconds between two kills")
    parser.add_argument("--restarts", type=int, default=3)
    options = parser.parse_args()
    wrong = 0
    with postgres.running() as address, tempfile.TemporaryDirectory() as folder:
        os.environ[postgres.SERVER] = address
        postgres.prepare()
        with several(Path(folder, "one")) as server:
            random, pauses = Random(313), (options.every, options.every)
            kills, found, replays = kill_loop(
                server, lambda *_: False, options.seconds, 0.06, lambda wifi: kill_one(server, random, wifi), pauses
            )
        print(f"killed {kills} of two processes: {replays} replays, {found}", flush=True)
        wrong += not found.faultless or not replays
        with several(Path(folder, "other")) as server:
            times, found, replays = kill_loop(
                server, lambda times, *_: times >= options.restarts, 60, 0.06, restart, (2, 4)
            )
        print(f"restarted the database {times} times: {replays} replays, {found}")
        wrong += not found.faultless or not replays
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())

"""The companion on loopback as some tests need it: under a name of a network, or with a mistake planted in it.

python -m tests.support.stage --port 8314 --mistake no-key
"""

import argparse
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from companion.server import serving
from companion.server.network import LOOPBACK, Reach
from companion.server.open_house import Limits
from companion.storage.database import engines
from companion.storage.store import Store
from tests.faults.mistakes import MISTAKES
from tests.support.postgres import DATABASES
from tests.support.table import Served

NAME = "laptop.local"  # what phones on the network call the machine; who comes by a name is not the host
SAFE_NAME = "phone.localhost"  # this machine too, but browsers take such a name for a safe place, as one over https


@dataclass(frozen=True)
class Place:
    """An address that phones open."""

    address: str


class Staged(Served):
    """The companion as some test needs it."""

    def __init__(self, instance: Path, mistake: str = "", *, house: bool = False):
        planted = ("--mistake", mistake) if mistake else ()
        self.program = ("tests.support.stage", *planted, *(("--open",) if house else ()))
        super().__init__(instance)

    @property
    def store(self) -> Store:
        """What it keeps, read beside it."""
        file = f"sqlite:///{self.instance / 'companion.db'}"
        return Store(engines.open_database(DATABASES.of(self.instance) or file))

    @property
    def on_network(self) -> Place:
        """Where phones find it that are not on the serving machine; a browser has to be told that the name is here."""
        return Place(f"http://{NAME}:{self.port}")

    @property
    def in_safety(self) -> Place:
        """Where phones find it that keep pages for when the host is away."""
        return Place(f"http://{SAFE_NAME}:{self.port}")


@contextmanager
def staged(instance: Path, mistake: str = "", *, house: bool = False) -> Iterator[Staged]:
    """The companion in that folder, as an open house if that is wanted; gone after the block."""
    server = Staged(instance, mistake, house=house)
    try:
        yield server
    finally:
        server.kill()


def main(arguments: Sequence[str] | None = None) -> int:
    """Serve it; nothing listens beyond loopback."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--mistake", choices=MISTAKES)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--open", action="store_true")
    options = parser.parse_args(arguments)
    if options.mistake:
        MISTAKES[options.mistake]()
    address = f"http://{NAME}:{options.port}"
    house = Limits() if options.open else None
    reach = Reach(options.port, hosts=(*LOOPBACK, NAME, SAFE_NAME), addresses=(address,), house=house)
    return serving.serve(reach, browser=False, workers=options.workers)


if __name__ == "__main__":
    raise SystemExit(main())

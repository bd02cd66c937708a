"""A companion on loopback for tests: reachable under a network name, or an open house."""

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
from tests.support.postgres import DATABASES
from tests.support.server import Server

NAME = "laptop.local"  # name of the machine on the network; a client using it is not the host
SAFE_NAME = "phone.localhost"  # this machine too, but a secure context for browsers, as with https


@dataclass(frozen=True)
class Place:
    """An address that phones open."""

    address: str


class Staged(Server):
    """A test server under a network name, perhaps as an open house."""

    program = ("tests.support.stage",)

    def __init__(self, instance: Path, house: bool = False):
        super().__init__(instance, *(("--open",) if house else ()))

    @property
    def store(self) -> Store:
        """A second store on the server's database."""
        file = f"sqlite:///{self.instance / 'companion.db'}"
        return Store(engines.open_database(DATABASES.of(self.instance) or file))

    @property
    def on_network(self) -> Place:
        """The address for phones on the network; a browser has to be told to resolve the name to this machine."""
        return Place(f"http://{NAME}:{self.port}")

    @property
    def in_safety(self) -> Place:
        """The address at which phones may store pages for use when the host is away."""
        return Place(f"http://{SAFE_NAME}:{self.port}")


@contextmanager
def staged(instance: Path, house: bool = False) -> Iterator[Staged]:
    """Yield a test server in that folder, as an open house if asked, and kill it after the block."""
    server = Staged(instance, house)
    try:
        yield server.start()
    finally:
        server.kill()


def main(arguments: Sequence[str] | None = None) -> int:
    """Serve on loopback only."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--open", action="store_true")
    options = parser.parse_args(arguments)
    address = f"http://{NAME}:{options.port}"
    house = Limits() if options.open else None
    reach = Reach(options.port, hosts=(*LOOPBACK, NAME, SAFE_NAME), addresses=(address,), house=house)
    return serving.serve(reach, browser=False, workers=options.workers)


if __name__ == "__main__":
    raise SystemExit(main())

"""The companion on loopback as some tests need it: under a name of a network, or with a mistake planted in it.

python -m tests.stage --port 8314 --mistake no-key
"""

import argparse
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import Connection
from sqlmodel import Session

from companion.host import serving
from companion.host.network import LOOPBACK, Reach
from companion.host.searches import Asker, Searches
from companion.sheet import booking
from companion.storage import database
from companion.storage.models import ReceiptRow
from companion.storage.store import Form, Store
from tests.phones import fresh_key
from tests.table import Served

NAME = "laptop.local"  # what phones on the network call the machine; who comes by a name is not the host
PAUSE = 0.05  # seconds: the moment in which a mistake shows, a little longer than it would be


@dataclass(frozen=True)
class Place:
    """An address that phones open."""

    address: str


class Staged(Served):
    """The companion as some test needs it."""

    def __init__(self, instance: Path, mistake: str = ""):
        self.program = ("tests.stage", "--mistake", mistake) if mistake else ("tests.stage",)
        super().__init__(instance)

    @property
    def store(self) -> Store:
        """What it keeps, read beside it."""
        return Store(database.open_database(f"sqlite:///{self.instance / 'companion.db'}"))

    @property
    def on_network(self) -> Place:
        """Where phones find it that are not on the serving machine; a browser has to be told that the name is here."""
        return Place(f"http://{NAME}:{self.port}")


@contextmanager
def staged(instance: Path, mistake: str = "") -> Iterator[Staged]:
    """The companion in that folder, gone after the block."""
    server = Staged(instance, mistake)
    try:
        yield server
    finally:
        server.kill()


def other_key() -> Form:
    """A form that was never posted."""
    return Form.of(fresh_key(), [])


def no_key() -> None:
    """Every post is a new one, whatever its key."""
    write = Store.write

    def forgetful(self: Store, code: str, form: Form, *rest: Any) -> str:
        return write(self, code, other_key(), *rest)

    Store.write = forgetful  # type: ignore[assignment,method-assign]


def two_commits() -> None:
    """The entries are kept first, and only then which form they came from."""
    write = Store.write

    def halved(self: Store, code: str, form: Form, decide: Any, *rest: Any) -> str:
        with self.reading() as session:
            again = session.get(ReceiptRow, (self._row(session, code).id, form.key))
        if again:
            return write(self, code, form, decide, *rest)
        answer = write(self, code, other_key(), decide, *rest)
        time.sleep(PAUSE)
        return write(self, code, form, lambda sheet: ((), answer), *rest)

    Store.write = halved  # type: ignore[assignment,method-assign]


def answer_first() -> None:
    """The phone is answered before its entry is kept."""
    write = Store.write

    def hasty(self: Store, code: str, form: Form, decide: Any, *rest: Any) -> str:
        drafts, answer = decide(self.match(code).sheet)
        threading.Timer(PAUSE, write, (self, code, form, lambda sheet: (drafts, answer), *rest)).start()
        return str(answer)

    Store.write = hasty  # type: ignore[assignment,method-assign]


def late_lock() -> None:
    """Writers read before they take the lock, and nothing keeps them apart."""

    def begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN")

    @contextmanager
    def writing(self: Store) -> Iterator[Session]:
        with Session(self.engine, expire_on_commit=False) as session, session.begin():
            yield session

    database.begin = begin
    Store.writing = writing  # type: ignore[method-assign]


def last_wins() -> None:
    """A hand is written over whatever another phone wrote meanwhile."""
    count_hand = booking.count_hand

    def careless(*given: Any, revision: Any = None, **rest: Any) -> Any:
        return count_hand(*given[:5], None, *given[6:], **rest)

    booking.count_hand = careless  # type: ignore[assignment]


def no_guard() -> None:
    """Whatever is asked is judged in the threads that serve the table, for as long as it takes."""

    def run(self: Searches, asker: Asker, function: Callable[..., Any], *arguments: Any) -> Any:
        return function(*arguments)

    Searches.run = run  # type: ignore[method-assign]


MISTAKES: dict[str, Callable[[], None]] = {
    "no-key": no_key,
    "two-commits": two_commits,
    "answer-first": answer_first,
    "late-lock": late_lock,
    "last-wins": last_wins,
    "no-guard": no_guard,
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Serve it; nothing listens beyond loopback."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--mistake", choices=MISTAKES)
    options = parser.parse_args(arguments)
    if options.mistake:
        MISTAKES[options.mistake]()
    address = f"http://{NAME}:{options.port}"
    return serving.serve(Reach(options.port, hosts=(*LOOPBACK, NAME), addresses=(address,)), browser=False)


if __name__ == "__main__":
    raise SystemExit(main())

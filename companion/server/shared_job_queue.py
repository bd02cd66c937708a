"""Job queue for several programs on one database server: the limit of each client counts in all of them."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256

from sqlalchemy import Engine, text

from companion.server.job_queue import JobQueue, TooManyFromClient, names_of
from companion.storage.database.engines import engine_for

TRY = text("SELECT pg_try_advisory_lock(:key)")
LEAVE = text("SELECT pg_advisory_unlock_all()")


class SharedJobQueue(JobQueue):
    """The queue of one program, with each client's places in all programs as advisory locks, which end with it."""

    def __init__(self, engine: Engine, line: str, **limits: float):
        super().__init__(**limits)  # type: ignore[arg-type]
        self._glances, self._line = engine_for(engine, "glance"), line

    @contextmanager
    def taken(self, asker: str, gone: Callable[[], bool] = lambda: False, network: str = "") -> Iterator[None]:
        """Hold the client's turn for the block, waiting for it. Raises Refused."""
        with self._glances.connect() as connection:
            try:
                for name in names_of(asker, network):
                    if not any(connection.execute(TRY, {"key": key}).scalar() for key in self._places(name)):
                        raise TooManyFromClient
                with super().taken(asker, gone, network):
                    yield
            finally:
                connection.execute(LEAVE)

    def _places(self, asker: str) -> Iterator[int]:
        """Yield the keys of the locks for one client's places."""
        for place in range(self.each):
            name = f"turns {self._line} {place} {asker}"
            yield int.from_bytes(sha256(name.encode()).digest()[:8], "big", signed=True)

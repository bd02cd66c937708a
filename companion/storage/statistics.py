"""How much a database holds: what its operator, and a metrics server, ask of it."""

from typing import NamedTuple

from sqlalchemy import text

from companion.storage.store import Store

SIZES = {
    "postgresql": text("SELECT pg_database_size(current_database())"),
    "sqlite": text("SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()"),
}
COUNTS = text(
    "SELECT count(CASE WHEN finished_at IS NULL AND idle_since IS NULL THEN 1 END) AS playing,"
    " count(CASE WHEN finished_at IS NULL AND idle_since IS NOT NULL THEN 1 END) AS idle,"
    " count(finished_at) AS finished FROM match"
)


class Inventory(NamedTuple):
    """Matches by how they stand, and the size of everything in bytes."""

    playing: int
    idle: int
    finished: int
    size: int


def inventory(store: Store) -> Inventory:
    """What is there now."""
    counted = store.glance(COUNTS)
    assert counted is not None  # a count is a row, however few there are
    return Inventory(counted.playing, counted.idle, counted.finished, size(store))


def size(store: Store) -> int:
    """The bytes that the database takes."""
    found = store.glance(SIZES[store.engine.dialect.name])
    return int(found[0]) if found else 0

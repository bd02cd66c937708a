"""Size of a database, for its operator and the metrics."""

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
    """Numbers of matches by state, and the size of the database in bytes."""

    playing: int
    idle: int
    finished: int
    size: int


def inventory(store: Store) -> Inventory:
    """Return the present numbers of matches and the size."""
    counted = store.query_one(COUNTS)
    assert counted is not None  # a count always has a row
    return Inventory(counted.playing, counted.idle, counted.finished, size(store))


def size(store: Store) -> int:
    """Return the size of the database in bytes."""
    found = store.query_one(SIZES[store.engine.dialect.name])
    return int(found[0]) if found else 0

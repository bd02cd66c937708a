"""Hash chain: every entry gets a seal over itself and the one before, and a match the seal of its last entry.

The key of a rematch is derived from the key of the match it follows, no longer from its row number."""

import json
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from itertools import groupby
from typing import Any

import sqlalchemy as sa
from alembic import op

from companion.sheet.ledger import Entry
from companion.storage import hash_chain

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

BATCH = 5000  # rows read and written at a time
ENTRY = "kind deal seat revision how points cards reason by law".split()
ROWS = sa.text(f"SELECT id, match_id, {', '.join(ENTRY)}, body, at FROM entry ORDER BY match_id, id")
MATCHES = sa.text("SELECT id, key, game, house, first_dealer, law, opened_at FROM match ORDER BY id")
UNREADABLE = datetime(1970, 1, 1, tzinfo=UTC)


def upgrade() -> None:
    for table in ("match", "entry"):
        op.add_column(table, sa.Column("seal", sa.String(length=32), nullable=False, server_default=""))
    connection = op.get_bind()
    rename_rematches(connection)
    last = openings(connection)
    written: list[dict[str, Any]] = []
    rows = connection.execute(ROWS).yield_per(BATCH)
    for match_id, group in groupby(rows, key=lambda row: row.match_id):
        for row_id, seal in sealed(last[match_id], list(group)):
            written.append({"row": row_id, "seal": seal})
            last[match_id] = seal
        if len(written) >= BATCH:
            write(connection, "entry", written)
            written.clear()
    write(connection, "entry", written)
    write(connection, "match", [{"row": row_id, "seal": seal} for row_id, seal in last.items()])


def rename_rematches(connection: sa.Connection) -> None:
    """Give rematches keys that are valid in every database."""
    keys = {row.id: row.key for row in connection.execute(MATCHES)}
    for row_id in sorted(keys):
        before = keys[row_id].removeprefix("rematch-of-")
        if before != keys[row_id] and before.isdecimal() and int(before) in keys:
            keys[row_id] = "rematch-of-" + hash_chain.seal(keys[int(before)])
            values = {"key": keys[row_id], "row": row_id}
            connection.execute(sa.text("UPDATE match SET key = :key WHERE id = :row"), values)


def openings(connection: sa.Connection) -> dict[int, str]:
    """Return the first seal of each match's chain."""
    seats: dict[int, list[str]] = {}
    for match_id, name in connection.execute(sa.text("SELECT match_id, name FROM seat ORDER BY match_id, number")):
        seats.setdefault(match_id, []).append(name)
    return {
        row.id: hash_chain.opening(
            row.key,
            row.game,
            read(row.house),
            row.first_dealer,
            row.law,
            when(row.opened_at),
            seats.get(row.id, []),
        )
        for row in connection.execute(MATCHES)
    }


def sealed(first: str, rows: Sequence[Any]) -> Iterator[tuple[int, str]]:
    """Return the row numbers of a match's entries, each with its seal."""
    entries = [
        Entry(
            **{name: getattr(row, name) for name in ENTRY},
            body=read(row.body),
            id=row.id,
            at=when(row.at),
        )
        for row in rows
    ]
    return zip((row.id for row in rows), hash_chain.seals(first, entries), strict=True)


def read(text: str) -> dict[str, Any]:
    """Return the JSON object in a column; empty if it is unreadable, which the companion reports at its match."""
    try:
        found = json.loads(text)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def when(kept: Any) -> datetime:
    """Return the point in time in a column, text or value; a fixed one if unreadable, so that other rows migrate."""
    try:
        at = kept if isinstance(kept, datetime) else datetime.fromisoformat(kept)
    except (TypeError, ValueError):
        return UNREADABLE
    return at.replace(tzinfo=at.tzinfo or UTC)


def write(connection: sa.Connection, table: str, values: list[dict[str, Any]]) -> None:
    """Store these seals."""
    if values:
        connection.execute(sa.text(f"UPDATE {table} SET seal = :seal WHERE id = :row"), values)

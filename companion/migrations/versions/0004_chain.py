"""Seals of entries, left empty here: a later revision removes them again.

The key of a rematch is derived from the key of the match it follows, no longer from its row number."""

from hashlib import sha256

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    for table in ("match", "entry"):
        op.add_column(table, sa.Column("seal", sa.String(length=32), nullable=False, server_default=""))
    connection = op.get_bind()
    keys = {row.id: row.key for row in connection.execute(sa.text("SELECT id, key FROM match ORDER BY id"))}
    for row_id, key in keys.items():
        before = key.removeprefix("rematch-of-")
        if before != key and before.isdecimal() and int(before) in keys:
            keys[row_id] = f"rematch-of-{sealed(keys[int(before)])}"
            values = {"key": keys[row_id], "row": row_id}
            connection.execute(sa.text("UPDATE match SET key = :key WHERE id = :row"), values)


def sealed(key: str) -> str:
    """Return the digest of a key, as a key may hold it."""
    return sha256(f'["{key}"]'.encode()).hexdigest()[:32]

"""Less is stored: one token a browser, one table of links; no rate counters, no seals, no totals beside results.

Codes and addresses stay valid. A browser keeps its rights by the token that it was last seen with. An entry refers to
another by its place in the match, no longer by its row number."""

import json
from contextlib import suppress
from itertools import groupby

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None

NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
VALID = "SELECT token FROM browser_token AS held WHERE held.browser = {column} AND state IN ('given', 'seen')"
LATEST = f"({VALID} ORDER BY state DESC, id DESC LIMIT 1)"  # one that was seen, before one that may never have arrived
BROWSERS = {"device": ("browser", "carried_from"), "host_browser": ("browser",), "link": ("taken_by",)}
ENDED = {"device": "sent_away_at", "host_browser": "signed_off_at"}
LINKS = "INSERT INTO link (secret, purpose, match_id, device, every_table, expires_at, taken_by) SELECT secret, "
INVITES = "INSERT INTO link (secret, purpose, match_id, code, every_table, shared_after) SELECT "
REFERRING = "kind = 'right' OR (kind = 'adjust' AND how = 'back')"
ENTRIES = f"SELECT id, match_id, CASE WHEN {REFERRING} THEN body END AS body FROM entry ORDER BY match_id, id"
OPEN = " WHERE used_at IS NULL OR taken_by IS NOT NULL"


def upgrade() -> None:
    op.create_table(
        "link",
        sa.Column("secret", sa.String(length=64), nullable=False),
        sa.Column("purpose", sa.String(length=8), nullable=False),
        sa.Column("match_id", NUMBER, sa.ForeignKey("match.id"), nullable=True),
        sa.Column("code", sa.String(length=8), nullable=True),
        sa.Column("shared_after", NUMBER, nullable=True),
        sa.Column("device", NUMBER, nullable=True),
        sa.Column("every_table", sa.Boolean(), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("taken_by", sa.String(length=64), nullable=True),
        sa.PrimaryKeyConstraint("secret"),
        sa.UniqueConstraint("code"),
    )
    op.create_index("link_of_match", "link", ["match_id", "purpose"])
    op.execute(f"{LINKS}'host', NULL, NULL, false, expires_at, taken_by FROM host_link{OPEN}")
    op.execute(f"{LINKS}'carry', match_id, device, every_table, expires_at, taken_by FROM carry_link{OPEN}")
    op.execute(f"{INVITES}join_secret, 'player', match_id, join_code, false, NULL FROM door")
    op.execute(f"{INVITES}view_secret, 'viewer', match_id, view_code, false, shared_after FROM door")
    op.execute(f"{LINKS}'calendar', NULL, NULL, false, NULL, NULL FROM calendar_link WHERE taken_back_at IS NULL")
    for table, column in ENDED.items():
        op.execute(
            f"UPDATE {table} SET {column} = CURRENT_TIMESTAMP WHERE {column} IS NULL"
            f" AND NOT EXISTS ({VALID.format(column=f'{table}.browser')})"
        )
    for table, columns in BROWSERS.items():
        for column in columns:
            op.execute(f"UPDATE {table} SET {column} = coalesce({LATEST.format(column=f'{table}.{column}')}, {column})")
    for table in ("browser_token", "host_link", "carry_link", "taken", "record", "door", "calendar_link"):
        op.drop_table(table)
    refer_by_place(op.get_bind())
    for table in ("match", "entry"):
        op.drop_column(table, "seal")


def refer_by_place(connection: sa.Connection) -> None:
    """Rewrite the references in the bodies of entries; one that cannot be read is reported at its match."""
    changed = []
    entries = connection.execute(sa.text(ENTRIES)).yield_per(5000)
    for _, rows in groupby(entries, key=lambda row: row.match_id):
        places: dict[int, int] = {}
        for place, row in enumerate(rows, 1):
            places[row.id] = place
            with suppress(ValueError, AttributeError, TypeError):
                body = json.loads(row.body)
                of = {name: places.get(value, 0) for name, value in body.items() if name in ("of", "entry")}
                changed.append({"row": row.id, "body": json.dumps(body | of, ensure_ascii=False)})
    if changed:
        connection.execute(sa.text("UPDATE entry SET body = :body WHERE id = :row"), changed)

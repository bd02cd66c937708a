"""Secrets of links: invite links get codes too long to guess; typed codes may have eight characters.

Known codes stay valid, and the shared link of a finished match keeps its code."""

import secrets

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None

LETTERS = "BCDFGHJKMNPQRSTVWXZ23456789"
SECRET = 27
NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    kept = op.get_bind().execute(sa.text("SELECT match_id, join_code, view_code, shared_after FROM door")).mappings()
    rows = [with_secrets(dict(row)) for row in kept]
    op.drop_table("door")
    door = op.create_table(
        "door",
        sa.Column("match_id", NUMBER, sa.ForeignKey("match.id"), nullable=False),
        sa.Column("join_code", sa.String(length=8), nullable=False),
        sa.Column("view_code", sa.String(length=8), nullable=False),
        sa.Column("join_secret", sa.String(length=27), nullable=False),
        sa.Column("view_secret", sa.String(length=27), nullable=False),
        sa.Column("shared_after", NUMBER, nullable=True),
        sa.PrimaryKeyConstraint("match_id"),
        *(sa.UniqueConstraint(name) for name in ("join_code", "view_code", "join_secret", "view_secret")),
    )
    op.bulk_insert(door, rows)


def with_secrets(row: dict[str, object]) -> dict[str, object]:
    shared = row["shared_after"] is not None
    return row | {"join_secret": letters(), "view_secret": row["view_code"] if shared else letters()}


def letters() -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(SECRET))

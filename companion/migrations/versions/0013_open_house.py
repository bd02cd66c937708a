"""Open house: idle tables that are set aside, and links that carry a place to another phone."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("match", sa.Column("idle_since", sa.DateTime(timezone=True), nullable=True))
    op.create_table(
        "carry_link",
        sa.Column("secret", sa.String(length=64), nullable=False),
        sa.Column("match_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("device", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("every_table", sa.Boolean(), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("used_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"]),
        sa.PrimaryKeyConstraint("secret"),
    )
    op.create_index("carry_link_of_match", "carry_link", ["match_id"])

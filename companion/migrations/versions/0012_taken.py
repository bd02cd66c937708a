"""Taken: how often somebody did what there can be too much of, where several programs have to count together."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "taken",
        sa.Column("what", sa.String(length=8), nullable=False),
        sa.Column("whose", sa.String(length=64), nullable=False),
        sa.Column("since", sa.Integer(), nullable=False),
        sa.Column("times", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("what", "whose", "since"),
    )

"""Shared links: the viewers' code opens a finished match too, from sharing until it is revoked."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("door", sa.Column("shared_after", sa.Integer(), nullable=True))

"""Shared links: the code to watch opens a finished match too, once somebody there shared it, until it is taken back."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("door", sa.Column("shared_after", sa.Integer(), nullable=True))

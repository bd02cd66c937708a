"""Number of deals of a result in which nobody knows who went out: matches brought in from sheets have such deals."""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("result", sa.Column("unknown", sa.Integer(), nullable=False, server_default="0"))

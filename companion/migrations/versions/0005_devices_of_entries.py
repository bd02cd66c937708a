"""Device of an entry: the phone that wrote it, whatever name was given; unknown for older entries."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("entry", sa.Column("device", sa.Integer(), nullable=True))
    op.create_index("device_of_token", "device", ["token"])

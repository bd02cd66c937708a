"""Figures of a finished match for each player besides points; results are rebuilt at the next start."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None

COUNTED = ("players", "out", "calls", "jokers", "heaviest", "comeback", "run")


def upgrade() -> None:
    op.add_column("result", sa.Column("ended_at", sa.DateTime(timezone=True), nullable=True))
    for name in COUNTED:
        op.add_column("result", sa.Column(name, sa.Integer(), nullable=False, server_default="0"))
    for name in ("house", "deals"):
        op.add_column("result", sa.Column(name, sa.String(), nullable=False, server_default="{}"))
    op.create_index("result_latest", "result", ["finished_entry"])
    op.execute("DELETE FROM result")  # the next start rebuilds missing results
    op.execute("DELETE FROM record")

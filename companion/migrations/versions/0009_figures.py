"""Figures: what a finished match says of each player beside points; results are made anew at the next start."""

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
    op.execute("DELETE FROM result")  # the start that follows finds matches without results, and makes them
    op.execute("DELETE FROM record")

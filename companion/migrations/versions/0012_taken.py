"""Rate counters in the database, for several programs that count together.

On a server, ids that grow with all matches become 64-bit."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None

COUNTERS = {
    "match": ("id", "finished_entry"),
    "seat": ("match_id",),
    "entry": ("id", "match_id", "device"),
    "receipt": ("match_id",),
    "result": ("match_id", "finished_entry"),
    "door": ("match_id", "shared_after"),
    "device": ("id", "match_id"),
}
COUNTED = ("match", "entry", "device")


def upgrade() -> None:
    op.create_table(
        "taken",
        sa.Column("what", sa.String(length=8), nullable=False),
        sa.Column("whose", sa.String(length=64), nullable=False),
        sa.Column("since", sa.Integer(), nullable=False),
        sa.Column("times", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("what", "whose", "since"),
    )
    if op.get_context().dialect.name == "postgresql":
        for table, columns in COUNTERS.items():
            for column in columns:
                op.alter_column(table, column, type_=sa.BigInteger())
        for table in COUNTED:
            op.execute(f"ALTER SEQUENCE {table}_id_seq AS bigint")

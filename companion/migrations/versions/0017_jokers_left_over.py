"""Jokers left over: those in melds of an arranged hand are not counted; these results are rebuilt at the next start."""

from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute(
        "DELETE FROM result WHERE match_id IN "
        "(SELECT match_id FROM entry WHERE kind = 'hand' AND how = 'arranged' AND cards LIKE '%JK%')"
    )

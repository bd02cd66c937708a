"""Records: order of finished matches by the entry that ended them, and totals of each person over all of them."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

# The entry that ends a match has the time of its end; without one, take the last entry.
PLACES = """
UPDATE match SET finished_entry = coalesce(
  (SELECT max(id) FROM entry WHERE match_id = match.id AND at = match.finished_at),
  (SELECT max(id) FROM entry WHERE match_id = match.id)
) WHERE finished_at IS NOT NULL AND listed
"""
OF_RESULTS = """
UPDATE result SET finished_entry = coalesce((SELECT finished_entry FROM match WHERE match.id = match_id), 0)
"""
RECORDS = """
INSERT INTO record (person, game, name, played, won, points)
SELECT person, game, max(name), count(*), sum(CASE WHEN won THEN 1 ELSE 0 END), sum(points)
FROM result GROUP BY person, game
"""


def upgrade() -> None:
    op.add_column("match", sa.Column("finished_entry", sa.Integer(), nullable=True))
    op.add_column("result", sa.Column("finished_entry", sa.Integer(), nullable=False, server_default="0"))
    op.create_table(
        "record",
        sa.Column("person", sa.String(length=200), nullable=False),
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("played", sa.Integer(), nullable=False),
        sa.Column("won", sa.Integer(), nullable=False),
        sa.Column("points", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("person", "game"),
    )
    for statement in (PLACES, OF_RESULTS, RECORDS):
        op.execute(statement)
    op.create_index("match_finished_latest", "match", ["finished_entry"])
    op.create_index("match_of_game_latest", "match", ["game", "finished_entry"])
    op.drop_index("result_of_person", "result")
    op.create_index("result_of_person_latest", "result", ["person", "finished_entry"])
    op.create_index("result_of_person_by_name", "result", ["person", "game", "name"])
    op.create_index("record_most_played", "record", ["played"])

"""Day each match was played, and which results are compared; results are rebuilt at the next start."""

from datetime import UTC, date, datetime, timedelta

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None

NIGHT = timedelta(hours=4)
FLAGS = ("counts", "whole", "complete")
LATEST = ("finished_entry",)
BY_DAY = ("played_on", "finished_at", "finished_entry")
OF_RESULTS = ("played_on", "ended_at", "finished_entry")
ENDED = "SELECT id, CAST(finished_at AS VARCHAR) FROM match WHERE finished_entry IS NOT NULL"


def upgrade() -> None:
    for table in ("match", "result"):
        op.add_column(table, sa.Column("played_on", sa.Date(), nullable=True))
    for name in FLAGS:
        op.add_column("result", sa.Column(name, sa.Boolean(), nullable=False, server_default=sa.false()))
    op.add_column("record", sa.Column("whole", sa.Integer(), nullable=False, server_default="0"))
    fill(op.get_bind())
    for table, name, columns in (
        ("match", "match_finished_latest", BY_DAY),
        ("match", "match_of_game_latest", ("game", *BY_DAY)),
        ("result", "result_of_person_latest", ("person", *OF_RESULTS)),
        ("result", "result_latest", OF_RESULTS),
    ):
        op.drop_index(name, table)
        op.create_index(name, table, list(columns))
    op.execute("DELETE FROM result")  # the next start rebuilds missing results
    op.execute("DELETE FROM record")


def fill(connection: sa.Connection) -> None:
    """Give each finished match the day of its evening, in local time."""
    days = [{"number": number, "day": day_of(text)} for number, text in connection.exec_driver_sql(ENDED).all()]
    if days:
        connection.execute(sa.text("UPDATE match SET played_on = :day WHERE id = :number").bindparams(DAY), days)


DAY = sa.bindparam("day", type_=sa.Date())


def day_of(text: str | None) -> date:
    """Return the day of an evening; a fixed early day if no time is stored."""
    try:
        moment = datetime.fromisoformat(text or "")
        return ((moment if moment.tzinfo else moment.replace(tzinfo=UTC)) - NIGHT).astimezone().date()
    except (ValueError, OverflowError, OSError):
        return date(1900, 1, 1)

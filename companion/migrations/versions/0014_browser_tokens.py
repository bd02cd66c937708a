"""Browsers: rights belong to a browser, and its tokens, old and new, identify it."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None

KEPT = (
    "INSERT INTO browser_token (token, browser, state, made_at, used_on)"
    " SELECT browser, browser, 'seen', CURRENT_TIMESTAMP, CURRENT_DATE"
    " FROM (SELECT browser FROM device UNION SELECT browser FROM host_browser) AS known"
)


def upgrade() -> None:
    op.create_table(
        "browser_token",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("token", sa.String(length=64), nullable=False),
        sa.Column("browser", sa.String(length=64), nullable=False),
        sa.Column("state", sa.String(length=8), nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("used_on", sa.Date(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("token"),
    )
    op.create_index("browser_token_of_browser", "browser_token", ["browser"])
    op.create_index("browser_token_used", "browser_token", ["used_on"])
    op.drop_index("device_of_token", "device")
    op.execute("ALTER TABLE device RENAME COLUMN token TO browser")
    op.execute("ALTER TABLE host_browser RENAME COLUMN token TO browser")
    op.create_index("device_of_browser", "device", ["browser"])
    op.add_column("device", sa.Column("carried_from", sa.String(length=64), nullable=True))
    op.execute("ALTER TABLE host_browser DROP COLUMN last_seen_on")
    for link in ("host_link", "carry_link"):
        op.add_column(link, sa.Column("taken_by", sa.String(length=64), nullable=True))
    op.execute(KEPT)

"""What the server writes to its console while it runs: warnings, and a line for each answer if that is wanted."""

import logging

LEVELS = ("debug", "info", "warning", "error")
ACCESS = "companion.access"


def start(level: str, answers: bool) -> None:
    """Write from that level on; a line for each answer, too, whatever the level."""
    logging.basicConfig(level=level.upper(), format="%(levelname)s %(message)s")
    logging.getLogger("alembic").setLevel(logging.WARNING)
    logging.getLogger(ACCESS).setLevel(logging.INFO if answers else logging.CRITICAL)

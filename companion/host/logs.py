"""What the server writes to its console while it runs: warnings, and a line for each answer if that is wanted."""

import json
import logging
from datetime import UTC, datetime

LEVELS = ("debug", "info", "warning", "error")
FORMATS = ("text", "json")
ACCESS = "companion.access"


class Line(logging.Formatter):
    """A JSON object a line: when, how bad, which part, what; and where it broke, if something did."""

    def format(self, record: logging.LogRecord) -> str:
        told = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "process": record.process,
            "message": record.getMessage(),
        }
        if record.exc_info:
            told["exception"] = self.formatException(record.exc_info)
        return json.dumps(told, ensure_ascii=False)


def start(level: str, answers: bool, form: str = "text") -> None:
    """Write from that level on, as text or as JSON lines; a line for each answer, too, whatever the level."""
    logging.basicConfig(level=level.upper(), format="%(levelname)s %(message)s")
    if form == "json":
        for handler in logging.getLogger().handlers:
            handler.setFormatter(Line())
    logging.getLogger("alembic").setLevel(logging.WARNING)
    logging.getLogger(ACCESS).setLevel(logging.INFO if answers else logging.CRITICAL)

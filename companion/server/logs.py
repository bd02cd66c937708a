"""Console log of the server: warnings, and on request a line for each answer.

Text from outside is quoted, and codes, secrets and request paths are removed, whichever library logs them."""

import logging
import re
import traceback
from typing import Any

LEVELS = ("debug", "info", "warning", "error")
ACCESS = "companion.access"
LETTERS = "[BCDFGHJKMNPQRSTVWXZ2-9]"  # of codes
SECRETS = re.compile(
    r"(?<![\w-])(?=[\w-]*[A-Z])[A-Za-z0-9_-]{43}(?![\w-])"  # a token of a browser or link
    rf"|(?<![A-Za-z0-9])(?=[2-9]*[B-Z])(?:{LETTERS}{{6}}|{LETTERS}{{8}}|{LETTERS}{{27}})(?![A-Za-z0-9])"
)
SIGNS = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")  # line ends, text direction
SERVERS = ("waitress", "gunicorn", "werkzeug")
PATHS = (  # request paths in their messages
    (re.compile(r"(while serving|Error handling request) .*", re.DOTALL), r"\1 -"),
    (re.compile(r"^([A-Z]+) [/*].*", re.DOTALL), r"\1 -"),
    (re.compile(r'"([A-Z]+) [^"]*?( HTTP/[0-9.]+)?"'), r'"\1 -\2"'),
    (re.compile(r'"[a-z]+://[^"]*"'), '"-"'),
)


class Quoted(logging.LogRecord):
    """A log record with text from outside quoted on one line, and no code, secret or path of a request."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        if self.exc_info and self.exc_info[0]:
            lines = "".join(traceback.format_exception(*self.exc_info)).splitlines()
            self.exc_text = "\n".join(f"  {quoted(line)}" for line in lines)

    def getMessage(self) -> str:  # noqa: N802 (the library's own name)
        """Return the message, quoted."""
        message = super().getMessage()
        if self.name.partition(".")[0] in SERVERS:
            for path, instead in PATHS:
                message = path.sub(instead, message)
        return quoted(message)


def quoted(text: str) -> str:
    """Return the text on one line, without codes and secrets."""
    return SIGNS.sub(lambda sign: ascii(sign[0])[1:-1], SECRETS.sub("…", text))


def quote() -> None:
    """Quote every log record of this process."""
    logging.setLogRecordFactory(Quoted)


def start(level: str, answers: bool) -> None:
    """Log from that level on; with `answers`, log a line for each answer at any level."""
    logging.basicConfig(level=level.upper(), format="%(asctime)s %(levelname)s %(message)s")
    for library in ("alembic", "waitress"):
        logging.getLogger(library).setLevel(logging.WARNING)
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)  # a line for each request that waits for a thread
    logging.getLogger(ACCESS).setLevel(logging.INFO if answers else logging.CRITICAL)

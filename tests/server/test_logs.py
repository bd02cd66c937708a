"""Logs quote outside input safely: it ends no line, and no code, secret or path is logged."""

import io
import logging
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from companion.server import logs
from companion.storage.access.browsers import new_token

pytestmark = pytest.mark.file

CODE, LONG, LINK = "BCDFGH", "BCDFGH23", "BCDFGHJKMNPQRSTVWXZ23456789"
SECRET = "S3cret-of_a-calendar-that-nobody-else-knows"  # as long as a token
FORGED = "\nERROR everything is lost"
Log = Callable[[], list[str]]


@pytest.fixture
def log() -> Iterator[Log]:
    """All log output at the lowest level, as lines of text."""
    written, root, factory = io.StringIO(), logging.getLogger(), logging.getLogRecordFactory()
    handler, level = logging.StreamHandler(written), root.level
    handler.setFormatter(logging.Formatter("%(levelname)s %(message)s"))
    logs.quote()
    root.addHandler(handler)
    root.setLevel(logging.DEBUG)
    server = logging.getLogger("waitress")
    kept, server.disabled = server.level, False
    server.setLevel(logging.DEBUG)  # an earlier test that served in this process may have set a higher level
    yield lambda: written.getvalue().splitlines()
    root.removeHandler(handler)
    root.setLevel(level)
    server.setLevel(kept)
    logging.setLogRecordFactory(factory)


@pytest.mark.parametrize(
    ("name", "message", "given", "line"),
    [
        ("waitress", f"Client disconnected while serving /m/{CODE}{FORGED}", (), "Client disconnected while serving -"),
        ("waitress", f"Exception while serving /players/Aki\r{FORGED}", (), "Exception while serving -"),
        ("gunicorn.error", "%s %s", ("GET", f"/evenings/{SECRET}.ics"), "GET -"),
        ("gunicorn.error", "Error handling request %s %s", ("GET", f"/m/{CODE}"), "Error handling request -"),
        ("gunicorn.error", "Invalid request: %s", (f"'GET {LONG}{FORGED}'",), None),
        (
            "gunicorn.access",
            '%(h)s "%(r)s" %(s)s "%(f)s" "%(a)s"',
            ({"h": "-", "r": f"GET /m/{CODE} HTTP/1.1", "s": 200, "f": f"https://a/m/{CODE}", "a": "Aki"},),
            '- "GET - HTTP/1.1" 200 "-" "Aki"',
        ),
        ("waitress", "Serving on http://127.0.0.1:8313", (), "Serving on http://127.0.0.1:8313"),
        ("companion", "no backup: %s", ("/tmp/a\x1b[31m\u2028b",), "no backup: /tmp/a\\x1b[31m\\u2028b"),
        ("companion", f"{CODE} {LONG} {LINK} {SECRET}, 20260102 and 234567", (), "… … … …, 20260102 and 234567"),
    ],
)
def test_a_line_is_one_line_and_holds_no_secret(
    log: Log, name: str, message: str, given: tuple[Any, ...], line: str | None
) -> None:
    logging.getLogger(name).error(message, *given)
    [written] = log()
    assert line is None or written == f"ERROR {line}"
    assert not any(known in written for known in (CODE, LONG, LINK, SECRET))


def test_every_token_is_known_for_one() -> None:
    tokens = [f"{CODE}-{new_token()[7:]}", *(new_token() for _ in range(200))]
    assert {logs.quoted(f"by {token}.") for token in tokens} == {"by …."}


def test_a_trace_is_set_in_so_that_no_line_of_it_passes_for_another(log: Log) -> None:
    try:
        raise ValueError(f"no {CODE}{FORGED}")
    except ValueError as error:
        logging.getLogger("companion").error("request %s", "1", exc_info=error)
    first, *trace = log()
    assert first == "ERROR request 1" and trace[-2:] == ["  ValueError: no …", "  ERROR everything is lost"]
    assert all(line.startswith("  ") for line in trace)

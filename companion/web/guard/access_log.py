"""A line for each answer: which kind of page, how it ended, how long and how much. No code, token, name or address."""

import logging
from collections.abc import Callable
from time import perf_counter

from flask import Flask, Response, g, request

log = logging.getLogger("companion.access")
Listener = Callable[[str, str, int, float, int], None]  # of method, route, status, seconds and bytes
listeners: list[Listener] = []
METHODS = {"GET", "HEAD", "POST", "OPTIONS", "PUT", "PATCH", "DELETE"}  # any other word may be anything


def install(app: Flask) -> None:
    """Write the line after everything else was done to an answer."""
    app.before_request(begin)
    app.after_request(write)


def begin() -> None:
    """Note when the answering begins."""
    g.begun = perf_counter()


def write(response: Response) -> Response:
    """One line: the method, the route with its places unfilled, the status, milliseconds and bytes."""
    method = request.method if request.method in METHODS else "-"
    route = request.url_rule.rule if request.url_rule else "-"
    told(method, route, response.status_code, g.get("begun", perf_counter()), response.content_length or 0)
    return response


def told(method: str, route: str, status: int, begun: float, size: int) -> None:
    """Write that line, and let whoever counts know."""
    taken = perf_counter() - begun
    if log.isEnabledFor(logging.INFO):
        log.info("%s %s %s %.0f ms %s B", method, route, status, taken * 1000, size)
    for listener in listeners:
        listener(method, route, status, taken, size)

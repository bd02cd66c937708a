"""A line for each answer: which kind of page, how it ended, how long and how much. No code, token, name or address."""

import logging
from time import perf_counter

from flask import Flask, Response, g, request

log = logging.getLogger("companion.access")
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
    """Write that line."""
    if log.isEnabledFor(logging.INFO):
        log.info("%s %s %s %.0f ms %s B", method, route, status, (perf_counter() - begun) * 1000, size)

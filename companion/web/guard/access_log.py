"""Access log: route, status, time and size of each answer, without code, token, name or address."""

import logging
from collections.abc import Callable
from time import perf_counter

from flask import Flask, Response, g, request

log = logging.getLogger("companion.access")
Listener = Callable[[str, str, int, float, int], None]  # called with method, route, status, seconds and bytes
listeners: list[Listener] = []
METHODS = {"GET", "HEAD", "POST", "OPTIONS", "PUT", "PATCH", "DELETE"}  # other methods are not logged by name


def install(app: Flask) -> None:
    """Write the line after all other handlers of a response."""
    app.before_request(begin)
    app.after_request(write)


def begin() -> None:
    """Record the start of a request."""
    g.begun = perf_counter()


def write(response: Response) -> Response:
    """Log the method, route pattern, status, milliseconds and bytes."""
    method = request.method if request.method in METHODS else "-"
    route = request.url_rule.rule if request.url_rule else "-"
    told(method, route, response.status_code, g.get("begun", perf_counter()), response.content_length or 0)
    return response


def told(method: str, route: str, status: int, begun: float, size: int) -> None:
    """Write that line, and call the listeners."""
    taken = perf_counter() - begun
    if log.isEnabledFor(logging.INFO):
        log.info("%s %s %s %.0f ms %s B", method, route, status, taken * 1000, size)
    for listener in listeners:
        listener(method, route, status, taken, size)

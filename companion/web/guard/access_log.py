"""Access log: route, status, time and size of each answer, without code, token, name or address."""

import logging
from time import perf_counter

from flask import Response, g, request

log = logging.getLogger("companion.access")
METHODS = {"GET", "HEAD", "POST", "OPTIONS", "PUT", "PATCH", "DELETE"}  # other methods are not logged by name


def begin() -> None:
    """Record the start of a request."""
    g.started = perf_counter()


def write(response: Response) -> Response:
    """Log the method, route pattern, status, milliseconds and bytes."""
    if log.isEnabledFor(logging.INFO):
        method = request.method if request.method in METHODS else "-"
        route = request.url_rule.rule if request.url_rule else "-"
        taken = (perf_counter() - g.get("started", perf_counter())) * 1000
        log.info("%s %s %s %.0f ms %s B", method, route, response.status_code, taken, response.content_length or 0)
    return response

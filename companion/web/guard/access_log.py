"""Access log: route, status, time and size of each answer, without code, token, name or address.

And the audit log: a line for each browser that gains or ends access, and for each refusal."""

import logging
from time import perf_counter

from flask import Flask, Response, g, request

log = logging.getLogger("companion.access")
METHODS = {"GET", "HEAD", "POST", "OPTIONS", "PUT", "PATCH", "DELETE"}  # other methods are not logged by name


def install(app: Flask) -> None:
    """Write the lines after all other handlers of a response."""
    app.before_request(begin)
    app.after_request(write)
    app.after_request(audit)


def begin() -> None:
    """Record the start of a request."""
    g.started = perf_counter()


def write(response: Response) -> Response:
    """Log the method, route pattern, status, milliseconds and bytes."""
    if log.isEnabledFor(logging.INFO):
        taken = (perf_counter() - g.get("started", perf_counter())) * 1000
        log.info("%s %s %.0f ms %s B", route_of(), response.status_code, taken, response.content_length or 0)
    return response


def route_of() -> str:
    """Return the method and the route pattern of the request."""
    method = request.method if request.method in METHODS else "-"
    return f"{method} {request.url_rule.rule if request.url_rule else '-'}"


guard_log = logging.getLogger("companion.guard")
COMING = {  # forms that grant or end a browser's access
    *("join.take", "phones.take", "phones.carry_here", "hosting.take", "hosting.make"),
    *("hosting.sign_off", "settings.leave", "phones.decide", "share.change"),
}
REFUSED = (403, 429)


def audit(answer: Response) -> Response:
    """Log the outcome, method, route pattern, status, and id of the phone.

    A browser without a role in that match gets 404."""
    status = answer.status_code
    refused = status in REFUSED or (status == 404 and ("code" in (request.view_args or {}) or request.method == "POST"))
    if refused or (request.method == "POST" and request.endpoint in COMING):
        access = g.get("access")
        device = (access.device if access else None) or "-"
        guard_log.info("%s %s %s phone %s", "refused" if refused else "done", route_of(), status, device)
    return answer

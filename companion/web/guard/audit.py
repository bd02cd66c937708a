"""Audit log: a line for each browser that gains or ends access and for each refusal, without secrets."""

import logging

from flask import Flask, Response, g, request

from companion.web.guard.access_log import METHODS

log = logging.getLogger("companion.guard")
COMING = {  # forms that grant or end a browser's access
    *("join.take", "carry.take", "carry.make", "hosting.take", "hosting.make"),
    *("hosting.sign_off", "sign_off.leave", "phones.decide", "share.change"),
}
REFUSED = (403, 429)


def install(app: Flask) -> None:
    """Write the line after the response is complete."""
    app.after_request(write)


def write(answer: Response) -> Response:
    """Log the outcome, method, route pattern, status, and id of the phone.

    A browser without a role in that match gets 404."""
    status, route = answer.status_code, request.url_rule.rule if request.url_rule else "-"
    refused = status in REFUSED or (status == 404 and ("code" in (request.view_args or {}) or request.method == "POST"))
    if refused or (request.method == "POST" and request.endpoint in COMING):
        method = request.method if request.method in METHODS else "-"
        access = g.get("access")
        device = (access.device if access else None) or "-"
        log.info("%s %s %s %s phone %s", "refused" if refused else "done", method, route, status, device)
    return answer

"""Going to another page, the whole of it, also when only a part was asked for."""

from flask import Response as Answer
from flask import redirect
from htmx_flask import request as htmx_request
from werkzeug.wrappers import Response


def leave(address: str) -> Response:
    """To that address, by the browser's own redirect or by htmx's."""
    return Answer(headers={"HX-Redirect": address}) if htmx_request.htmx else redirect(address, 303)

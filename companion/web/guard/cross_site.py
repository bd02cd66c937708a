"""Where a request comes from that changes nothing and yet costs something: a page of another site may not make it."""

from flask import request

from companion.web.guard.security import Foreign, own_origin


def only_here() -> None:
    """Refuse to judge for a page of another site, unless somebody follows a link from there (403)."""
    if from_elsewhere() and not followed():
        raise Foreign


def from_elsewhere() -> bool:
    """Whether a page of another site asks; where the browser does not say, it may say where it is."""
    site = request.headers.get("Sec-Fetch-Site")
    if site is not None:
        return site not in ("same-origin", "none")
    named = request.headers.get("Origin") or request.headers.get("Referer")
    if named:
        return not f"{named}/".startswith(f"{own_origin()}/")
    return request.headers.get("Accept", "").startswith("image/")


def followed() -> bool:
    """Whether the answer is to be the page that somebody looks at, and no part of another."""
    if "Sec-Fetch-Site" in request.headers:
        headers = request.headers
        return headers.get("Sec-Fetch-Mode") == "navigate" and headers.get("Sec-Fetch-Dest") == "document"
    return "Origin" not in request.headers and "text/html" in request.headers.get("Accept", "")

"""Check against cross-site requests that change nothing but cost computing time."""

from flask import request

from companion.web.guard.security import Foreign, own_origin


def only_here() -> None:
    """Refuse a request by a page of another site, unless the reader follows a link (403)."""
    if from_elsewhere() and not followed():
        raise Foreign


def from_elsewhere() -> bool:
    """True if a page of another site makes the request; older browsers are judged by Origin, Referer and Accept."""
    site = request.headers.get("Sec-Fetch-Site")
    if site is not None:
        return site not in ("same-origin", "none")
    named = request.headers.get("Origin") or request.headers.get("Referer")
    if named:
        return not f"{named}/".startswith(f"{own_origin()}/")
    return request.headers.get("Accept", "").startswith("image/")


def followed() -> bool:
    """True if the answer is to be a page in the browser's window, and not part of another page."""
    if "Sec-Fetch-Site" in request.headers:
        headers = request.headers
        return headers.get("Sec-Fetch-Mode") == "navigate" and headers.get("Sec-Fetch-Dest") == "document"
    return "Origin" not in request.headers and "text/html" in request.headers.get("Accept", "")

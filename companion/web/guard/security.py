"""Checks of origin and size, security headers, and cookies, for every request to any screen.

A browser gets its token in a cookie before the form that needs it, so that the form can be sent twice."""

from typing import Any

from flask import Response, abort, current_app, g, make_response, request
from werkzeug.exceptions import Forbidden, SecurityError
from werkzeug.wrappers import Response as BaseResponse

from companion.server.network import LOOPBACK
from companion.storage.access.browsers import COOKIE_LIFETIME, new_token
from companion.web.guard.client_address import host_name, on_this_machine

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'; manifest-src 'self'; media-src 'self'"
)
PERMISSIONS = "camera=(), geolocation=(), microphone=(), payment=(), usb=()"  # what else pages use is theirs by default
YEAR = 365 * 24 * 3600  # seconds: how long browsers keep to https, and cookies of choices last
DEVICE = "companion"  # cookie with the token of a device
HEALTH = "/health"
FOR_ANYBODY = ("/api/ask",)  # no origin check: no matches, no writes, no cookies
MARK = "Companion"  # header of every answer, by which scripts know it from that of a proxy or a network's sign-in page


class Foreign(Forbidden):
    """A form that was not sent by a page of this server."""


def check_host() -> None:
    """Refuse a Host header that is no present name or address of this server (400).

    Flask's TRUSTED_HOSTS is a fixed list, and cannot name an IPv6 address. A health check asks by any address."""
    if request.path != HEALTH and host_name() not in current_app.config["REACH"]().hosts:
        raise SecurityError(f"{host_name()!r} is not served here")


def check_origin() -> None:
    """Refuse a post that does not come from a page of this server (403).

    Its Origin is "null" where a proxy forbids pages to name themselves (Referrer-Policy: no-referrer)."""
    if request.method in ("GET", "HEAD", "OPTIONS") or request.path in FOR_ANYBODY:
        return
    origin = request.headers.get("Origin", "null")
    if origin == "null":
        if request.headers.get("Sec-Fetch-Site") != "same-origin":
            raise Foreign
    elif origin != (current_app.config["PUBLIC_URL"] or request.host_url.rstrip("/")):
        raise Foreign


def set_headers(response: Response) -> Response:
    """Set the security headers of a response."""
    response.headers["Content-Security-Policy"] = POLICY
    response.headers["X-Content-Type-Options"] = "nosniff"
    response.headers.setdefault("Referrer-Policy", "same-origin")
    response.headers["Cross-Origin-Resource-Policy"] = "same-origin"
    response.headers["Permissions-Policy"] = PERMISSIONS
    if not on_this_machine():  # no search engine reaches this machine's loopback
        response.headers["X-Robots-Tag"] = "noindex, nofollow"
    if current_app.config["PUBLIC_URL"] or host_name() in LOOPBACK:  # elsewhere browsers log a warning on every page
        response.headers["Cross-Origin-Opener-Policy"] = "same-origin"
    if current_app.config["PUBLIC_URL"]:
        response.headers["Strict-Transport-Security"] = f"max-age={YEAR}"
    if "Cache-Control" not in response.headers:
        response.headers["Cache-Control"] = "no-store"
    if request.endpoint != "static" and not response.cache_control.private:  # stored for Back, whatever cookie is set
        response.vary.update(["HX-Request", "Accept-Language", "Cookie"])
    return response


def mark(response: Response) -> Response:
    """Mark a response as this program's; the outbox gets 200 with the address in this header instead of a redirect.

    It follows no redirect: behind a sign-in page one may end at a page of ours that never saw the form."""
    response.headers[MARK] = "1"
    if MARK in request.headers and response.status_code == 303:
        response.headers[MARK], response.status_code = response.headers.pop("Location"), 200
    return response


def cookie_name(name: str) -> str:
    """Return a cookie's name; with https its prefix prevents other hosts and plain http from setting it."""
    return f"__Host-{name}" if current_app.config["PUBLIC_URL"] else name


def token() -> str:
    """Return the token of this browser; empty if it has none."""
    return request.cookies.get(cookie_name(DEVICE), "")[:100]


def choice(name: str, default: str = "") -> str:
    """Return this browser's choice from its cookie, also from an older one without the prefix."""
    return request.cookies.get(cookie_name(name)) or request.cookies.get(name) or default


def cookie_options() -> dict[str, Any]:
    """Return the options of a cookie that no script and no other site can use."""
    return {"httponly": True, "samesite": "Lax", "secure": bool(current_app.config["PUBLIC_URL"]), "path": "/"}


def only_here() -> None:
    """Refuse a request by a page of another site (403), unless the reader follows a link.

    Without these headers a request is let through: its cost is bounded, and no other site can read the answer."""
    site, place = (request.headers.get(f"Sec-Fetch-{name}") for name in ("Site", "Dest"))
    if site not in (None, "same-origin", "none") and place != "document":
        raise Foreign


LONGEST_NAME, LONGEST_VALUE = 60, 2000  # characters of a field's name, and of its value
MOST_FIELDS, MOST_TEXT = 500, 20_000  # fields of one request, and characters in all of them
OWN_LIMITS = {"data.upload", "bring_in.enter", "ask.ask"}  # a file, sheet or list of questions: limits at its screen


def check_fields() -> None:
    """Refuse a request with larger fields than any page of ours would send (413)."""
    fields = list(request.args.items(multi=True))
    if request.method == "POST" and request.endpoint not in OWN_LIMITS:
        fields += request.form.items(multi=True)
    check_sizes(fields)


def check_sizes(fields: list[tuple[str, str]]) -> None:
    """Refuse larger fields than any page of ours would send (413)."""
    sizes = [(len(name), len(value)) for name, value in fields]
    over = any(name > LONGEST_NAME or value > LONGEST_VALUE for name, value in sizes)
    if over or len(sizes) > MOST_FIELDS or sum(map(sum, sizes)) > MOST_TEXT:
        abort(413)


TOKEN = 43  # characters of a token


def own_token() -> str:
    """Return the token of this browser, or a new one; with https no other site can have planted it."""
    known = token()
    return known if len(known) >= TOKEN else new_token()


def set_token_cookie(answer: BaseResponse, mine: str) -> None:
    """Set the token's cookie, for as long as it lasts without use."""
    answer.set_cookie(cookie_name(DEVICE), mine, max_age=int(COOKIE_LIFETIME.total_seconds()), **cookie_options())


def with_token_cookie(page: BaseResponse | str) -> Response:
    """Return a page with the token's cookie: its form identifies the browser, and can be sent again."""
    answer = make_response(page)
    set_token_cookie(answer, own_token())
    return answer


def prolong(answer: Response) -> Response:
    """Renew the cookie of a browser with a role, with each whole page."""
    whole = request.method == "GET" and "HX-Request" not in request.headers and "Set-Cookie" not in answer.headers
    if whole and token() and (g.get("access") or g.get("host_browser")):
        set_token_cookie(answer, token())
    return answer

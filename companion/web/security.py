"""Who may post, and what a page may load: checked for every request, whatever the screen."""

from flask import Flask, Response, abort, request

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'; manifest-src 'self'"
)
FOR_ANYBODY = ("/api/ask",)  # it reads nothing of a match, writes nothing and knows no cookie


def install(app: Flask) -> None:
    """Check the origin of every post, and send the headers of every page."""
    app.before_request(check_origin)
    app.after_request(guard)


def check_origin() -> None:
    """Refuse a post that does not come from a page of this very server (403).

    The Host itself is on the allow-list before this runs: Flask answers 400 otherwise."""
    if request.method in ("GET", "HEAD", "OPTIONS") or request.path in FOR_ANYBODY:
        return
    origin = request.headers.get("Origin")
    if origin is None:
        if request.headers.get("Sec-Fetch-Site") != "same-origin":
            abort(403)
    elif origin != request.host_url.rstrip("/"):
        abort(403)


def guard(response: Response) -> Response:
    """The headers that keep a page to itself."""
    response.headers["Content-Security-Policy"] = POLICY
    response.headers["X-Content-Type-Options"] = "nosniff"
    response.headers["Referrer-Policy"] = "same-origin"
    response.headers["Cross-Origin-Opener-Policy"] = "same-origin"
    if response.mimetype in ("text/html", "application/json"):
        response.headers["Cache-Control"] = "no-store"
        response.vary.update(["HX-Request", "Accept-Language", "Cookie"])
    return response

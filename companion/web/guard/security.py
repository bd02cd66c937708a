"""Who may post, and what a page may load: checked for every request, whatever the screen."""

from typing import TypedDict

from flask import Flask, Response, abort, current_app, request
from werkzeug.exceptions import Forbidden

from companion.server.network import LOOPBACK
from companion.web.guard.client_address import host_name, on_this_machine

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'; manifest-src 'self'"
)
ALLOWED = ("clipboard-write", "fullscreen", "screen-wake-lock")  # web-share is ours unsaid: not every browser knows it
DENIED = (
    *("accelerometer", "autoplay", "camera", "display-capture", "encrypted-media", "geolocation", "gyroscope", "hid"),
    *("clipboard-read", "idle-detection", "local-fonts", "magnetometer", "microphone", "midi", "payment", "serial"),
    *("picture-in-picture", "publickey-credentials-get", "usb", "xr-spatial-tracking"),
)
PERMISSIONS = ", ".join([*(f"{name}=(self)" for name in ALLOWED), *(f"{name}=()" for name in DENIED)])
YEAR = 365 * 24 * 3600  # seconds: how long a browser is known
FOR_ANYBODY = ("/api/ask",)  # it reads nothing of a match, writes nothing and knows no cookie


class Foreign(Forbidden):
    """A form that no page of this server sent."""


class CookieOptions(TypedDict):
    """What every cookie of the companion is set with."""

    httponly: bool
    samesite: str
    secure: bool
    path: str


def install(app: Flask) -> None:
    """Check the origin of every post, and send the headers of every page."""
    app.before_request(refuse_large)
    app.before_request(check_origin)
    app.after_request(guard)


def refuse_large() -> None:
    """Refuse what the server did not read, since it is too large."""
    if request.environ.get("companion.too_large"):
        abort(413)


def check_origin() -> None:
    """Refuse a post that does not come from a page of this very server (403).

    The Host itself is on the allow-list before this runs: Flask answers 400 otherwise."""
    if request.method in ("GET", "HEAD", "OPTIONS") or request.path in FOR_ANYBODY:
        return
    origin = request.headers.get("Origin")
    if origin is None:
        if request.headers.get("Sec-Fetch-Site") != "same-origin":
            raise Foreign
    elif origin != own_origin():
        raise Foreign


def own_origin() -> str:
    """Where the pages of this server come from: its public address, else the host that was asked for."""
    public: str | None = current_app.config["PUBLIC_URL"]
    return public or request.host_url.rstrip("/")


def guard(response: Response) -> Response:
    """The headers that keep a page to itself."""
    response.headers["Content-Security-Policy"] = POLICY
    response.headers["X-Content-Type-Options"] = "nosniff"
    response.headers.setdefault("Referrer-Policy", "same-origin")
    response.headers["Cross-Origin-Resource-Policy"] = "same-origin"
    response.headers["Permissions-Policy"] = PERMISSIONS
    if not on_this_machine():  # where no search engine comes by itself
        response.headers["X-Robots-Tag"] = "noindex, nofollow"
    if trustworthy():
        response.headers["Cross-Origin-Opener-Policy"] = "same-origin"
    if current_app.config["PUBLIC_URL"]:
        response.headers["Strict-Transport-Security"] = f"max-age={YEAR}"
    if "Cache-Control" not in response.headers:
        response.headers["Cache-Control"] = "no-store"
    if request.endpoint != "static":
        response.vary.update(["HX-Request", "Accept-Language", "Cookie"])
    return response


def trustworthy() -> bool:
    """Whether browsers take this for a secure place; on plain http from elsewhere they would complain on every page."""
    return bool(current_app.config["PUBLIC_URL"]) or host_name() in LOOPBACK


def device_cookie_name() -> str:
    """The name of the cookie that holds a device's token."""
    return cookie_name("companion")


def cookie_name(name: str) -> str:
    """The name under which a cookie is set; behind https no other host and no plain page can set one of that name."""
    return f"__Host-{name}" if current_app.config["PUBLIC_URL"] else name


def choice(name: str) -> str:
    """What this browser chose; one that chose before such cookies were bound to the host is still heard."""
    return request.cookies.get(cookie_name(name)) or request.cookies.get(name, "")


def cookie_options() -> CookieOptions:
    """How a cookie is set so that no script and no other site can use it."""
    return {"httponly": True, "samesite": "Lax", "secure": bool(current_app.config["PUBLIC_URL"]), "path": "/"}

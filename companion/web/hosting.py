"""The one-time link that makes a browser the host's, where the serving machine cannot be told by its address."""

import secrets
from threading import Lock

from flask import Blueprint, current_app, redirect, render_template, url_for
from werkzeug.wrappers import Response

from companion.storage.devices import digest, new_token
from companion.web.posting import field
from companion.web.security import YEAR, cookie_options, device_cookie_name

bp = Blueprint("hosting", __name__, url_prefix="/host")


class HostLink:
    """A secret that can be taken once, and the browsers that are the host's by it."""

    def __init__(self, secret: str | None):
        self._secret = secret
        self._hosts: set[str] = set()  # digests of their tokens
        self._lock = Lock()

    def opens(self, secret: str) -> bool:
        """Whether that is the secret, and nobody took it yet."""
        return bool(self._secret) and secrets.compare_digest(secret.encode(), (self._secret or "").encode())

    def take(self, secret: str) -> str | None:
        """The token of one more host; None where the secret does not open, as when another was first."""
        with self._lock:
            if not self.opens(secret):
                return None
            self._secret = None
            token = new_token()
            self._hosts.add(digest(token))
            return token

    def knows(self, token: str) -> bool:
        """Whether the browser of that token is the host's."""
        return digest(token) in self._hosts

    def rename(self, known: str, token: str) -> None:
        """A host's browser that got another token is the host's by that, and no more by the old one."""
        with self._lock:
            if digest(known) in self._hosts:
                self._hosts.remove(digest(known))
                self._hosts.add(digest(token))


def host_link() -> HostLink:
    """The host link of this application."""
    link: HostLink = current_app.extensions["companion.host"]
    return link


@bp.get("")
def show() -> str:
    """Where the secret of the link is filled in; only posting takes it, so that a preview does not."""
    return render_template("host.html", wrong=False)


@bp.post("")
def take() -> Response | tuple[str, int]:
    """This browser becomes the host's; the link opens nothing any more."""
    secret = field("secret", 200).strip()
    token = host_link().take(secret)
    if token is None:
        return render_template("host.html", wrong=True, typed=secret), 404
    response = redirect(url_for("home.show"), 303)
    response.set_cookie(device_cookie_name(), token, max_age=YEAR, **cookie_options())
    return response

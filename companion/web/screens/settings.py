"""Settings of this browser: language, colours and keys, stored in cookies, and its signing off."""

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.language import LANGUAGES
from companion.storage.access.browsers import sign_off
from companion.web.forms.posting import store, way_back
from companion.web.guard.permissions import host_browser
from companion.web.guard.security import DEVICE, YEAR, cookie_name, cookie_options, token

bp = Blueprint("settings", __name__)
CHOICES = {
    "language": set(LANGUAGES),
    "theme": {"light", "dark", "system"},
    "suits": {"two", "four"},
}


@bp.get("/settings")
def show() -> str:
    """Return the choices of appearance."""
    return render_template("settings/appearance.html")


@bp.post("/settings")
def choose() -> Response:
    """Store a choice and go back to the page it was made on."""
    response = redirect(way_back(url_for("home.show"), request.form), 303)
    for name, options in CHOICES.items():
        value = request.form.get(name)
        if value in options:
            response.set_cookie(cookie_name(name), value, max_age=YEAR, **cookie_options())
    return response


@bp.get("/sign-off")
def ask_sign_off() -> str:
    """Ask for confirmation, the safe answer first."""
    return render_template("settings/sign_off.html", host=host_browser() is not None)


@bp.post("/sign-off")
def leave() -> Response:
    """Sign this browser off as host and at its tables, and delete the pages and forms that it stores."""
    sign_off(store(), token())
    response = redirect(url_for("home.show"), 303)
    response.delete_cookie(cookie_name(DEVICE), **cookie_options())
    response.headers["Clear-Site-Data"] = '"storage"'
    return response

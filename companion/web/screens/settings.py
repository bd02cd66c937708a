"""Settings of this browser: language, colours and keys, stored in cookies, and its signing off."""

from collections.abc import Mapping

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.language import LANGUAGES
from companion.storage.access.browsers import sign_off
from companion.web.forms.posting import LONGEST_WAY_BACK, store
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
    """Return the choices of appearance, with the way back to the page that led here."""
    return render_template("settings/appearance.html", back=way_back(request.args))


@bp.post("/settings")
def choose() -> Response:
    """Store a choice and go back to the page it was made on."""
    response = redirect(way_back(request.form), 303)
    for name, options in CHOICES.items():
        value = request.form.get(name)
        if value in options:
            response.set_cookie(cookie_name(name), value, max_age=YEAR, **cookie_options())
    return response


def way_back(fields: Mapping[str, str]) -> str:
    """Return the page of this server that these fields lead back to; the home page without one."""
    back = fields.get("back", "")
    return back if is_here(back) else url_for("home.show")


def is_here(path: str) -> bool:
    """True if a path is on this server."""
    return (
        len(path) <= LONGEST_WAY_BACK
        and path.startswith("/")
        and not path.startswith(("//", "/\\"))
        and path.isprintable()
    )


@bp.get("/sign-off")
def ask_sign_off() -> str:
    """Ask for confirmation, the safe answer first."""
    return render_template("settings/sign_off.html", host=host_browser() is not None)


@bp.post("/sign-off")
def leave() -> Response:
    """End every token of this browser, and its seats; its stored pages and waiting hands are deleted."""
    sign_off(store(), token())
    response = redirect(url_for("home.show"), 303)
    response.delete_cookie(cookie_name(DEVICE), **cookie_options())
    response.headers["Clear-Site-Data"] = '"storage"'
    return response

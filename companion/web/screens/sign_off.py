"""Signing this browser off, after a confirmation: all its access ends, and stored pages are deleted."""

from flask import Blueprint, redirect, render_template, url_for
from werkzeug.wrappers import Response

from companion.storage.access.browsers import sign_off
from companion.web.forms.posting import store
from companion.web.guard.permissions import host_browser, token
from companion.web.guard.security import cookie_options, device_cookie_name

bp = Blueprint("sign_off", __name__, url_prefix="/sign-off")


@bp.get("")
def show() -> str:
    """Ask for confirmation, the safe answer first."""
    return render_template("sign_off/sign_off.html", host=host_browser() is not None)


@bp.post("")
def leave() -> Response:
    """End every token of this browser, and its seats; its stored pages and waiting hands are deleted."""
    sign_off(store(), token())
    response = redirect(url_for("home.show"), 303)
    response.delete_cookie(device_cookie_name(), **cookie_options())
    response.headers["Clear-Site-Data"] = '"storage"'
    return response

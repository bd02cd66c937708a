"""Language and colours: chosen once, stored in cookies."""

from flask import Blueprint, redirect, request, url_for
from werkzeug.wrappers import Response

from companion.language import LANGUAGES
from companion.web.guard.security import YEAR, cookie_name, cookie_options
from companion.web.view.template_globals import LONGEST_WAY_BACK

bp = Blueprint("settings", __name__)
CHOICES = {"language": set(LANGUAGES), "theme": {"light", "dark", "system"}, "suits": {"two", "four"}}


@bp.post("/settings")
def choose() -> Response:
    """Store a choice and go back to the page it was made on."""
    back = request.form.get("back", "")
    response = redirect(back if is_here(back) else url_for("home.show"), 303)
    for name, options in CHOICES.items():
        value = request.form.get(name)
        if value in options:
            response.set_cookie(cookie_name(name), value, max_age=YEAR, **cookie_options())
    return response


def is_here(path: str) -> bool:
    """True if a path is on this server."""
    return (
        len(path) <= LONGEST_WAY_BACK
        and path.startswith("/")
        and not path.startswith(("//", "/\\"))
        and path.isprintable()
    )

"""What a phone keeps with the companion on its home screen: the script for when the host is away, the manifest."""

from flask import Blueprint, Response, current_app, jsonify, render_template

from companion.rules.text import N_
from companion.web.view import language
from companion.web.view.template_globals import static

bp = Blueprint("installed", __name__)
DESCRIPTION = N_("For rummy at the table: it keeps the score, shows the contract and settles disputes.")
ICONS = (  # file, size in pixels, purpose
    ("icon.svg", "any", "any"),
    ("icons/192.png", "192x192", "any"),
    ("icons/512.png", "512x512", "any"),
    ("icons/maskable.png", "512x512", "maskable"),
)


@bp.get("/offline")
def offline() -> str:
    """What the worker shows for a page that this phone has not seen, while the host is away."""
    return render_template("installed_app/offline.html")


@bp.get("/sw.js")
def service_worker() -> Response:
    """The script that keeps pages for when the host is away; it must lie at the root to serve them all.

    Its address carries no digest, so that every look asks whether it is still the same."""
    script = current_app.send_static_file("sw.js")
    script.headers["Cache-Control"] = "no-cache"
    script.headers.pop("Expires", None)
    return script


@bp.get("/manifest.webmanifest")
def manifest() -> Response:
    """How the companion installs on a phone's home screen."""
    name = language.say(N_("Companion"))
    response = jsonify(
        {
            "id": "/",
            "name": name,
            "short_name": name,
            "description": language.say(DESCRIPTION),
            "lang": language.code(),
            "start_url": "/",
            "scope": "/",
            "display": "standalone",
            "icons": [icon(*one) for one in ICONS],
            "background_color": "#ebe4d7",
            "theme_color": "#ebe4d7",
        }
    )
    response.mimetype = "application/manifest+json"
    return response


def icon(file: str, size: str, purpose: str) -> dict[str, str]:
    """An icon as a manifest names it."""
    kind = "image/svg+xml" if file.endswith(".svg") else "image/png"
    return {"src": static(file), "sizes": size, "type": kind, "purpose": purpose}

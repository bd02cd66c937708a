"""What a phone keeps with the companion on its home screen: the script for when the host is away, the manifest."""

from flask import Blueprint, Response, current_app, jsonify

from companion.rules.text import N_
from companion.web.view import language
from companion.web.view.template_globals import static

bp = Blueprint("installed", __name__)


@bp.get("/sw.js")
def service_worker() -> Response:
    """The script that keeps pages for when the host is away; it must lie at the root to serve them all."""
    return current_app.send_static_file("sw.js")


@bp.get("/manifest.webmanifest")
def manifest() -> Response:
    """How the companion installs on a phone's home screen."""
    name = language.say(N_("Companion"))
    icon = {"src": static("icon.svg"), "sizes": "any", "type": "image/svg+xml", "purpose": "any"}
    described = {"name": name, "short_name": name, "start_url": "/", "display": "standalone", "icons": [icon]}
    response = jsonify(described | {"background_color": "#ebe4d7", "theme_color": "#ebe4d7"})
    response.mimetype = "application/manifest+json"
    return response

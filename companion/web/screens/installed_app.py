"""Installed app: offline page, service worker and manifest."""

from flask import Blueprint, Response, current_app, jsonify, render_template, send_from_directory

from companion.rules.text import N_
from companion.web.static_files import static
from companion.web.view import language

bp = Blueprint("installed_app", __name__)
DESCRIPTION = N_("For rummy with real cards: it keeps the score, shows the contract and settles arguments.")
ICONS = (  # file, size in pixels, purpose
    ("icon.svg", "any", "any"),
    ("icons/192.png", "192x192", "any"),
    ("icons/512.png", "512x512", "any"),
    ("icons/maskable.png", "512x512", "maskable"),
)


@bp.get("/offline")
def offline() -> str:
    """Return the page that the service worker shows for an unknown page while the host is unreachable."""
    return render_template("installed_app/offline.html")


@bp.get("/sw.js")
def service_worker() -> Response:
    """Return the service worker; it must be at the root to control all pages.

    Its address has no digest, so that the browser checks for a new version."""
    return send_from_directory(str(current_app.static_folder), "sw.js", max_age=lambda _: None)


@bp.get("/manifest.webmanifest")
def manifest() -> Response:
    """Return the web app manifest."""
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
    """Return an icon's entry in the manifest."""
    kind = "image/svg+xml" if file.endswith(".svg") else "image/png"
    return {"src": static(file), "sizes": size, "type": kind, "purpose": purpose}

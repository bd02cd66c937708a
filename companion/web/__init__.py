"""The web: screens, request guards, forms, and functions for templates."""

from flask import Flask
from werkzeug.utils import find_modules, import_string

from companion.web import guard, static_files, view
from companion.web.screens import errors

PARTS = (static_files, guard, view, errors)  # in the order in which they see a request


def install(app: Flask) -> None:
    """Install the screens, the language and the guards into the application."""
    for part in PARTS:
        part.install(app)
    for package in ("companion.web.screens", "companion.web.api"):
        for module in map(import_string, find_modules(package)):
            if hasattr(module, "bp"):
                app.register_blueprint(module.bp)

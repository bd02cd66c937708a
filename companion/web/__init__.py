"""The screens, one module each, and what they share."""

from flask import Flask

from companion.web import (
    api,
    best,
    correct,
    count,
    errors,
    home,
    language,
    referee,
    rulebook,
    security,
    settings,
    setup,
    show,
    table,
)


def install(app: Flask) -> None:
    """Give the application its screens, its language and its guards."""
    for part in (security, language, show, errors):
        part.install(app)
    for screen in (home, setup, table, count, best, correct, referee, rulebook, settings, api):
        app.register_blueprint(screen.bp)

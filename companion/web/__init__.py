"""The screens, one module each, and what they share."""

from flask import Flask

from companion.web import (
    access,
    access_log,
    api,
    best,
    calls,
    correct,
    count,
    errors,
    export,
    home,
    hosting,
    join,
    judging,
    language,
    live,
    people,
    phones,
    players,
    readjust,
    referee,
    rulebook,
    security,
    settings,
    setup,
    show,
    stop,
    table,
    wide,
)

SCREENS = (
    *(home, players, setup, hosting, join, phones, live, table, wide, export),
    *(count, calls, best, correct, readjust, people, stop),
    *(referee, rulebook, settings, api),
)


def install(app: Flask) -> None:
    """Give the application its screens, its language and its guards."""
    for part in (access_log, security, access, judging, language, show, errors):
        part.install(app)
    for screen in SCREENS:
        app.register_blueprint(screen.bp)
    app.register_blueprint(live.worker)

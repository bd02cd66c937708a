"""The web: screens, the guard before them, the forms they read, and what their templates may call."""

from flask import Flask

from companion.web import api, static_files
from companion.web.guard import access, access_log, audit, browsers, form_limits, judging, metrics, security, snapshot
from companion.web.looks import KeptLooks
from companion.web.screens import (
    acts,
    best,
    calls,
    carry,
    correct,
    count,
    entrance,
    errors,
    evenings,
    export,
    health,
    home,
    hosting,
    installed,
    join,
    keep,
    keeping,
    lists,
    live,
    naming,
    operator,
    paper,
    people,
    phones,
    players,
    programs,
    readjust,
    referee,
    removal,
    rulebook,
    seat,
    settings,
    setup,
    share,
    sign_off,
    stop,
    table,
    wide,
)
from companion.web.view import language, template_globals

SCREENS = (
    *(home, players, naming, evenings, setup, paper, hosting, keep, join, phones, live, table, wide, share, export),
    *(carry, removal, operator, health, lists, seat, count, calls, best, correct, readjust, people, stop),
    *(entrance, acts, referee, keeping, rulebook, settings, sign_off, installed, api, programs),
)
PARTS = (  # what looks at a request first stands first
    *(static_files, access_log, audit, snapshot, security, access, browsers, form_limits, judging),
    *(language, template_globals, errors, metrics),
)


def install(app: Flask) -> None:
    """Give the application its screens, its language and its guards."""
    for part in PARTS:
        part.install(app)
    for screen in SCREENS:
        app.register_blueprint(screen.bp)
    app.wsgi_app = KeptLooks(app)  # type: ignore[method-assign]

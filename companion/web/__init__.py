"""The web: screens, request guards, forms, and functions for templates."""

from flask import Flask

from companion.web import guard, static_files
from companion.web.api import ask, feeds, match_files, matches
from companion.web.guard import metrics
from companion.web.poll_cache import PollCache
from companion.web.screens import (
    adjustments,
    best,
    calls,
    correct,
    count,
    data,
    delete_match,
    device_transfer,
    displays,
    end_match,
    errors,
    evenings,
    health,
    home,
    hosting,
    installed_app,
    join,
    live,
    may_i_now,
    naming,
    operator,
    paper,
    phones,
    players,
    referee,
    referee_menu,
    roster,
    rulebook,
    save_ruling,
    seats,
    settings,
    setup,
    share,
    sign_off,
    table,
)
from companion.web.view import language, template_globals

SCREENS = (
    *(home, players, naming, evenings, setup, paper, hosting, data, join, phones, live, table, displays),
    *(share, match_files, device_transfer, delete_match, operator, health, feeds, seats, count, calls, best),
    *(correct, adjustments, roster, end_match, referee_menu, may_i_now, referee, save_ruling, rulebook),
    *(settings, sign_off, installed_app, ask, matches),
)
PARTS = (static_files, guard, language, template_globals, errors, metrics)  # in the order in which they see a request


def install(app: Flask) -> None:
    """Install the screens, the language and the guards into the application."""
    for part in PARTS:
        part.install(app)
    for screen in SCREENS:
        app.register_blueprint(screen.bp)
    app.wsgi_app = PollCache(app)  # type: ignore[method-assign]

"""The web: screens, request guards, forms, and functions for templates."""

from flask import Flask

from companion.web import guard, static_files, view
from companion.web.api import ask, feeds, health, match_files, matches
from companion.web.screens import (
    adjustments,
    best,
    blank_sheet,
    bring_in,
    correct,
    count,
    data,
    displays,
    end_match,
    errors,
    evenings,
    home,
    hosting,
    installed_app,
    join,
    live,
    paper,
    phones,
    players,
    referee,
    referee_menu,
    restore,
    roster,
    rulebook,
    settings,
    setup,
    share,
    table,
    totals,
)

SCREENS = (
    *(home, players, evenings, setup, paper, bring_in, blank_sheet, hosting, data, restore, join, phones, live, table),
    *(displays, share, match_files, feeds, health, count, totals, best, correct, adjustments, roster, end_match),
    *(referee_menu, referee, rulebook, settings, installed_app, ask, matches),
)
PARTS = (static_files, guard, view, errors)  # in the order in which they see a request


def install(app: Flask) -> None:
    """Install the screens, the language and the guards into the application."""
    for part in PARTS:
        part.install(app)
    for screen in SCREENS:
        app.register_blueprint(screen.bp)

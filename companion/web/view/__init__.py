"""Functions for templates, which call them by the name `view`, and the macros that every template may use."""

from functools import partial
from inspect import isfunction
from types import SimpleNamespace

from flask import Flask

from companion.interfaces import ruling_format
from companion.language import LANGUAGES
from companion.names import initials
from companion.rules.cards import SUIT_OF
from companion.sheet.commands import marks
from companion.sheet.ledger import Action, EntryKind
from companion.web.forms import posting, seating
from companion.web.guard import client_address, permissions
from companion.web.guard.security import choice
from companion.web.static_files import static
from companion.web.view import language, match_text, qr, rulebook_text, ruling_text, view_models

PARTS = (
    *(posting, seating, client_address, permissions, language),
    *(qr, view_models, match_text, ruling_text, rulebook_text),
)
VALUES = {
    "Action": Action,
    "EntryKind": EntryKind,
    "access": permissions.of_this_request,
    "cited": ruling_format.cited,
    "initials": initials,
    "language": language.code,
    "languages": LANGUAGES,
    "played": marks.summary,
    "qr": qr.qr_svg,
    "static": static,
    "suit_colours": partial(choice, "suits", "two"),
    "suits": SUIT_OF,
    "theme": partial(choice, "theme", "system"),
    "untold_words": client_address.UNTOLD,
    "verdict_of": ruling_format.verdict,
}
MACROS = {  # files of macros, each of which may call those before it
    "draw": "parts/_cards.html",
    "forms": "parts/_forms.html",
    "slips": "parts/_slip.html",
}


def install(app: Flask) -> None:
    """Give templates the words of the reader's language, the functions of these modules as `view`, and the macros."""
    language.install(app)
    app.context_processor(posting.of_the_match)
    functions = {name: each for part in PARTS for name, each in vars(part).items() if isfunction(each)}
    app.jinja_env.globals["view"] = SimpleNamespace(**functions | VALUES)
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    for name, file in MACROS.items():
        app.jinja_env.globals[name] = app.jinja_env.get_template(file).module

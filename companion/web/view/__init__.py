"""View models and functions for templates, which call them by the name `view`."""

from functools import partial
from types import SimpleNamespace

from flask import Flask

from companion.interfaces import ruling_format
from companion.language import LANGUAGES
from companion.names import initials
from companion.rules.cards import SUIT_OF
from companion.sheet.commands import marks
from companion.sheet.ledger import Action, EntryKind
from companion.web.forms import posting, seating
from companion.web.guard import permissions
from companion.web.guard.security import choice
from companion.web.static_files import static
from companion.web.view import language, match_text, rulebook_text, ruling_text, view_models
from companion.web.view.qr import code_halves, qr_svg

PARTS = (permissions, language, view_models, match_text, ruling_text, rulebook_text)
FUNCTIONS = (  # by their names, as those in WORDS of each part
    *(posting.here, posting.way_back, posting.form_key, posting.revision, posting.rematch_of),
    *(seating.places, ruling_format.cited, initials, EntryKind, Action, code_halves, static),
)
VALUES = {  # under other names
    "language": language.code,
    "languages": LANGUAGES,
    "suits": SUIT_OF,
    "played": marks.summary,
    "verdict_of": ruling_format.verdict,
    "qr": qr_svg,
    "theme": partial(choice, "theme", "system"),
    "suit_colours": partial(choice, "suits", "two"),
}


def install(app: Flask) -> None:
    """Add the words of the reader's language to templates, and all other functions as `view`."""
    language.install(app)
    functions = [*FUNCTIONS, *(function for part in PARTS for function in part.WORDS)]
    named = {function.__name__: function for function in functions} | VALUES | permissions.VALUES
    app.jinja_env.globals["view"] = SimpleNamespace(**named)
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True

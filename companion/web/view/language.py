"""Language of a page: from a cookie if chosen, else from the browser's request."""

from typing import Any

from flask import Flask, g, request

from companion.language import LANGUAGES, best, translations
from companion.rules.text import Translations
from companion.web.guard.security import choice


def install(app: Flask) -> None:
    """Give templates gettext in the language of the request."""
    app.jinja_env.add_extension("jinja2.ext.i18n")
    app.jinja_env.install_gettext_callables(  # type: ignore[attr-defined]
        lambda message: words().gettext(message),
        lambda singular, plural, n: words().ngettext(singular, plural, n),
        newstyle=True,
        pgettext=lambda context, message: translations(code()).pgettext(context, message),
    )


def code() -> str:
    """Return the language code of this request."""
    known: str | None = g.get("language")
    if known is None:
        chosen = choice("language")
        known = g.language = chosen if chosen in LANGUAGES else best(request.headers.get("Accept-Language", ""))
    return known


def words() -> Translations:
    """Return the translations for this request."""
    return translations(code())


def say(text: Any, **values: Any) -> str:
    """Return a text of the rules, or a marked message with its values, in the reader's language."""
    if hasattr(text, "say"):
        return str(text.say(words()))
    return words().gettext(text).format(**values) if text else ""


def in_turn(*sentences: str) -> str:
    """Join sentences, with a space between unless one ends in a full-width stop."""
    return "".join(one if one.endswith("。") else one + " " for one in filter(None, sentences)).rstrip()

"""Language of a page: from a cookie if chosen, else from the browser's request."""

from collections.abc import Callable
from typing import Any

from flask import Flask, g, request
from jinja2 import pass_context
from jinja2.runtime import Context

from companion.language import LANGUAGES, best, translations
from companion.rules.text import Text, Translations, one_honorific
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
    for name in ("gettext", "ngettext", "pgettext"):
        app.jinja_env.globals[name] = formatted(app.jinja_env.globals[name])


def formatted(words: Any) -> Callable[..., str]:
    """Return a function of gettext for templates that gives each name one honorific."""

    @pass_context
    def sentence(context: Context, *messages: Any, **values: Any) -> str:
        return one_honorific(words(context, *messages, **values))

    return sentence


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
    return Text(text, **values).say(words()) if text else ""


def in_turn(*sentences: str) -> str:
    """Join sentences, with a space between unless one ends in a full-width stop."""
    return "".join(one if one.endswith("。") else one + " " for one in filter(None, sentences)).rstrip()

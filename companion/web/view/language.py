"""Words of a page in the reader's language: messages, names, points, cards, dates and times.

The language is that of a cookie if one was chosen, else the browser's."""

import datetime as dates
import re
from collections.abc import Callable
from datetime import UTC, datetime
from decimal import ROUND_HALF_UP, Decimal
from typing import Any

from flask import Flask, g, request
from jinja2 import pass_context
from jinja2.runtime import Context
from markupsafe import Markup, escape

from companion.language import LANGUAGES, translations
from companion.names import initial
from companion.rules.cards import JOKER, SUIT_OF, Card
from companion.rules.counting_pad import MOST_LISTED, Faces, Key
from companion.rules.text import N_, Listed, Text, Translations, isolated, one_honorific
from companion.web.guard.security import choice

RANK_NAMES = {"A": N_("ace"), "J": N_("jack"), "Q": N_("queen"), "K": N_("king")}
KEY_NAMES = {  # names of cards with the same points, by the label of their key
    "10 J Q K": N_("ten or court card"),
    "A♥♦": N_("red ace"),
    "A♠♣": N_("black ace"),
}
CARDS_IN_A_ROW = re.compile(  # as K-A-2, a part of it marked or not
    r"(?<![\w-])(?=[\d-]*[AJQK])(?:[AJQK]|\d+)(?:(?:</?mark>)?-(?:</?mark>)?(?:[AJQK]|\d+))+(?![\w-])", re.ASCII
)
OPTION = re.compile(r"--[a-z-]+")  # of a command, as --new
MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()


def install(app: Flask) -> None:
    """Give templates gettext in the language of the request, `say` beside its `_`, and the filter of names."""
    app.jinja_env.add_extension("jinja2.ext.i18n")
    app.jinja_env.install_gettext_callables(  # type: ignore[attr-defined]
        lambda message: words().gettext(message),
        lambda singular, plural, n: words().ngettext(singular, plural, n),
        newstyle=True,
        pgettext=lambda context, message: translations(code()).pgettext(context, message),
    )
    for name in ("gettext", "ngettext", "pgettext"):
        app.jinja_env.globals[name] = formatted(app.jinja_env.globals[name])
    app.jinja_env.globals["say"] = say
    app.jinja_env.filters |= {"bdi": bdi, "initial": initial, "isolated": isolated, "options": options}


def formatted(words: Any) -> Callable[..., str]:
    """Return a function of gettext for templates that gives each name one honorific and isolates its direction."""

    @pass_context
    def sentence(context: Context, *messages: Any, **values: Any) -> str:
        values = {name: isolated(value) if isinstance(value, str) else value for name, value in values.items()}
        return one_honorific(words(context, *messages, **values))

    return sentence


def code() -> str:
    """Return the language code of this request."""
    known: str | None = g.get("language")
    if known is None:
        chosen = choice("language")
        known = g.language = chosen if chosen in LANGUAGES else preferred()
    return known


def preferred() -> str:
    """Return the companion's language that the browser prefers; English by default."""
    return request.accept_languages.best_match(LANGUAGES) or "en"


def words() -> Translations:
    """Return the translations for this request."""
    return translations(code())


def say(text: Any, **values: Any) -> str:
    """Return a text of the rules, or a marked message with its values, in the reader's language."""
    if hasattr(text, "say"):
        return unbroken(str(text.say(words())))
    return unbroken(Text(text, **values).say(words())) if text else ""


def unbroken(text: str) -> str:
    """Return a text with word joiners in cards in a row, as A-2-3, which stay on one line."""
    return CARDS_IN_A_ROW.sub(lambda cards: cards[0].replace("-", "-\u2060"), text)


def in_turn(*sentences: str) -> str:
    """Join sentences, with a space between unless one ends in a full-width stop."""
    return Markup("").join(one if one.endswith("。") else one + " " for one in filter(None, sentences)).rstrip()


def joined(items: Any) -> str:
    """Return names as a list in words, the last after "and"."""
    return say(Listed(items))


def inside(title: str) -> str:
    """Return the title of a deal as a sentence goes on with it: deal 5, bonus round."""
    return title[:1].lower() + title[1:]


def bdi(name: str) -> Markup:
    """Return a name on its own: its direction does not turn the sentence round, and no browser translates it."""
    return Markup('<bdi translate="no">{}</bdi>').format(name)


def options(text: str) -> Markup:
    """Return HTML in which no line ends within an option of a command."""
    return Markup(OPTION.sub(r'<span class="option">\g<0></span>', str(escape(text))))


def figure(points: int | Decimal) -> str:
    """Return points with a real minus sign if negative: a hyphen is too short beside large digits."""
    return str(points).replace("-", "−")


def rounded(average: float, places: int = 0) -> str:
    """Return an average rounded to this number of decimal places, halves away from zero."""
    return figure(Decimal(str(average)).quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP) + 0)


def signed(points: int) -> str:
    """Return points with their sign."""
    return f"+{points}" if points > 0 else figure(points)


def on_axis(points: int) -> str:
    """Return points for an axis label with room for four digits: thousands as k, millions as M."""
    for unit, letter in ((1_000_000, "M"), (1_000, "k")):
        if abs(points) >= 10_000 and points % unit == 0:
            return figure(points // unit) + letter
    return figure(points)


def card_name(card: Card) -> str:
    """Return a card as a screen reader reads it: "5 of hearts"."""
    if card == JOKER:
        return say(N_("joker"))
    return say(N_("{rank} of {suit}"), rank=rank_name(card.rank), suit=say(SUIT_OF[card.suit].name))


def key_name(key: Key) -> str:
    """Return a key of the counting pad as a screen reader reads it."""
    if key.code == "JK":
        return say(N_("joker"))
    known = KEY_NAMES.get(key.label)
    return say(known) if known else joined(name for faces in key.faces for name in faces_names(faces))


def faces_names(faces: Faces) -> list[str]:
    """Return the ranks together on a key, with their suits if these matter: "2 to 9", "queen of spades"."""
    names = [rank_name(rank) for rank in faces.ranks]
    if len(names) > MOST_LISTED:
        names = [say(N_("{low} to {high}"), low=names[0], high=names[-1])]
    suits = joined(say(SUIT_OF[suit].name) for suit in faces.suits)
    return [say(N_("{rank} of {suit}"), rank=name, suit=suits) for name in names] if suits else names


def rank_name(rank: str) -> str:
    """Return a rank as a screen reader reads it."""
    return say(RANK_NAMES[rank]) if rank in RANK_NAMES else rank


def local_day(moment: dates.date | None) -> dates.date:
    """Return a day, that of a moment in local time, or today by default."""
    moment = moment or datetime.now(UTC)
    return moment.astimezone() if isinstance(moment, datetime) else moment


def day(moment: dates.date) -> str:
    """Return a short date: 15 Nov, with the year if it is another one."""
    local = local_day(moment)
    if local.year != datetime.now().astimezone().year:
        return date(moment)
    return f"{local.month}月{local.day}日" if code() == "ja" else f"{local.day} {MONTHS[local.month - 1]}"


def date(moment: dates.date | None = None) -> str:
    """Return a date with its year: 15 Nov 2026; today's by default."""
    local = local_day(moment)
    if code() == "ja":
        return f"{local.year}年{local.month}月{local.day}日"
    return f"{local.day} {MONTHS[local.month - 1]} {local.year}"


def clock(moment: datetime) -> str:
    """Return a time of day: 21:14."""
    return moment.astimezone().strftime("%H:%M")


def when(moment: datetime) -> str:
    """Return how long ago, in words, up to a day; else the date, also for a time in the future from a wrong clock."""
    minutes = int((datetime.now(UTC) - moment).total_seconds() // 60)
    if minutes < -5:
        return day(moment)
    if minutes < 1:
        return say(N_("just now"))
    if minutes < 60:
        return say(N_("{n} min ago"), n=minutes)
    if minutes < 24 * 60:
        return say(N_("{n} h ago"), n=minutes // 60)
    return day(moment)

"""Globals of templates: cards, ranks, dates and other values as text."""

import datetime as dates
import hashlib
import uuid
import zlib
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from pathlib import Path
from types import SimpleNamespace

from flask import Flask, current_app, request, url_for
from markupsafe import Markup

from companion.interfaces import ruling_format
from companion.language import LANGUAGES
from companion.names import folded
from companion.rules.cards import JOKER, SUIT_OF, Card
from companion.rules.counting_pad import MANY, Faces, Key
from companion.rules.text import N_
from companion.sheet.commands import marks
from companion.sheet.ledger import Action, EntryKind
from companion.sheet.state.limits import few_rulings, nearly_full
from companion.storage.matches import Match
from companion.web.forms import posting, seating
from companion.web.guard import permissions
from companion.web.guard.security import choice
from companion.web.view import entry_text, result_text, rulebook_text, ruling_text, view_models
from companion.web.view.language import code, say
from companion.web.view.qr import code_halves, join_link, qr_svg
from companion.web.view.result_text import joined

RANK_NAMES = {"A": N_("ace"), "J": N_("jack"), "Q": N_("queen"), "K": N_("king")}
KEY_NAMES = {  # names of cards with the same points, by the label of their key
    "10 J Q K": N_("ten or court card"),
    "A♥♦": N_("red ace"),
    "A♠♣": N_("black ace"),
}
LONGEST_WAY_BACK = 800  # characters; twice the longest question for the referee
INKS = 8  # colours of portraits
NOTICE = timedelta(days=7)  # time of notice before an idle table is set aside
MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()


def install(app: Flask) -> None:
    """Add `say` beside gettext's `_`, and all other functions as `view`."""
    parts = (permissions, view_models, result_text, ruling_text, rulebook_text, entry_text)
    functions = [
        *WORDS,
        seating.places,
        posting.revision,
        posting.rematch_of,
        *(function for part in parts for function in part.WORDS),
    ]
    values = VALUES | permissions.VALUES | {function.__name__: function for function in functions}
    app.jinja_env.globals["say"] = say
    app.jinja_env.filters["bdi"] = bdi
    app.jinja_env.globals["view"] = SimpleNamespace(**values)
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True


def bdi(name: str) -> Markup:
    """Return a name on its own: its direction does not turn the sentence round, and no browser translates it."""
    return Markup('<bdi translate="no">{}</bdi>').format(name)


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
    if len(names) > MANY:
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


def static(name: str) -> str:
    """Return the address of a static file, with a digest so that a new version is loaded at once."""
    return url_for("static", filename=name, v=digest(str(current_app.static_folder), name))


@lru_cache(maxsize=64)
def digest(folder: str, name: str) -> str:
    """Return the first ten digits of a file's SHA-256."""
    return hashlib.sha256(Path(folder, name).read_bytes()).hexdigest()[:10]


def here() -> str:
    """Return the address of this page as a way back; without its query if that is too long."""
    address = request.full_path.rstrip("?")
    return address if len(address) <= LONGEST_WAY_BACK else request.path


def ink(name: str) -> int:
    """Return the number of a portrait's colour, the same for a name everywhere."""
    return zlib.crc32(folded(name).encode()) % INKS + 1


def set_aside_on(match: Match) -> datetime | None:
    """Return when an idle table will be set aside; None if that is not soon, or never."""
    bears = permissions.limits()
    if bears is None or match.finished_at or match.idle_since:
        return None
    due = match.touched_at + timedelta(days=bears.idle_days)
    return due if due - datetime.now(UTC) < NOTICE else None


WORDS = (  # globals of templates, in this and each other module by the names of the functions
    *(card_name, key_name, rank_name, when, day, date, clock, static, here, ink, set_aside_on),
    *(EntryKind, Action, nearly_full, few_rulings, join_link, code_halves, ruling_format.cited),
)
VALUES = {  # globals of templates under other names
    "language": code,
    "languages": LANGUAGES,
    "suits": SUIT_OF,
    "played": marks.summary,
    "verdict_of": ruling_format.verdict,
    "form_key": lambda: uuid.uuid4().hex,
    "qr": qr_svg,
    "theme": lambda: choice("theme") or "system",
    "suit_colours": lambda: choice("suits") or "two",
    "keys": lambda: choice("keys") or "silent",
}

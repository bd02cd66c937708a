"""How values look on a page: cards, dates, names of ranks; given to every template."""

import datetime as dates
import hashlib
import uuid
import zlib
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from pathlib import Path
from types import SimpleNamespace

from flask import Flask, current_app, request, url_for

from companion.interfaces import answer_text
from companion.language import LANGUAGES
from companion.names import folded
from companion.rules.cards import JOKER, SUIT_OF, Card
from companion.rules.counting_pad import MANY, Faces, Key
from companion.rules.text import N_
from companion.sheet.commands import marks
from companion.sheet.ledger import Action, EntryKind
from companion.sheet.state.limits import few_rulings, nearly_full
from companion.storage.matches import Match
from companion.web.forms import scopes
from companion.web.guard import access
from companion.web.guard.security import choice
from companion.web.view import (
    entry_text,
    result_text,
    round_table,
    rulebook_examples,
    rulebook_text,
    ruling_text,
    view_models,
)
from companion.web.view.language import code, say
from companion.web.view.qr import code_halves, join_link, qr_svg
from companion.web.view.result_text import joined

RANK_NAMES = {"A": N_("ace"), "J": N_("jack"), "Q": N_("queen"), "K": N_("king")}
KEY_NAMES = {  # what a table calls cards of one price, by what stands on their key
    "10 J Q K": N_("ten or court card"),
    "A♥♦": N_("red ace"),
    "A♠♣": N_("black ace"),
}
LONGEST_WAY_BACK = 800  # characters; the longest question for the referee takes half of them
INKS = 8  # colours of portraits
NOTICE = timedelta(days=7)  # before an idle table of an open house is set aside
MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()


def install(app: Flask) -> None:
    """Give templates `say` beside gettext's `_`, and everything else they may call as `view`."""
    parts = (
        WORDS,
        access.WORDS,
        view_models.WORDS,
        result_text.WORDS,
        ruling_text.WORDS,
        rulebook_examples.WORDS,
        rulebook_text.WORDS,
        round_table.WORDS,
        entry_text.WORDS,
        scopes.WORDS,
    )
    app.jinja_env.globals["say"] = say
    app.jinja_env.globals["view"] = SimpleNamespace(**{name: value for words in parts for name, value in words.items()})
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True


def card_name(card: Card) -> str:
    """A card as a screen reader says it: "5 of hearts"."""
    if card == JOKER:
        return say(N_("joker"))
    return say(N_("{rank} of {suit}"), rank=rank_name(card.rank), suit=say(SUIT_OF[card.suit].name))


def key_name(key: Key) -> str:
    """A key of the counting pad as a screen reader says it."""
    if key.code == "JK":
        return say(N_("joker"))
    known = KEY_NAMES.get(key.label)
    return say(known) if known else joined(name for faces in key.faces for name in faces_names(faces))


def faces_names(faces: Faces) -> list[str]:
    """Ranks that stand side by side on a key, with their suits where those matter: "2 to 9", "queen of spades"."""
    names = [rank_name(rank) for rank in faces.ranks]
    if len(names) > MANY:
        names = [say(N_("{low} to {high}"), low=names[0], high=names[-1])]
    suits = joined(say(SUIT_OF[suit].name) for suit in faces.suits)
    return [say(N_("{rank} of {suit}"), rank=name, suit=suits) for name in names] if suits else names


def rank_name(rank: str) -> str:
    """A rank as a screen reader says it."""
    return say(RANK_NAMES[rank]) if rank in RANK_NAMES else rank


def local_day(moment: dates.date | None) -> dates.date:
    """A day, or that of a moment on the clock of this machine; today's where none is given."""
    moment = moment or datetime.now(UTC)
    return moment.astimezone() if isinstance(moment, datetime) else moment


def day(moment: dates.date) -> str:
    """A date as a player says it: 15 Nov, with the year when it is another one."""
    local = local_day(moment)
    if local.year != datetime.now().astimezone().year:
        return date(moment)
    return f"{local.month}月{local.day}日" if code() == "ja" else f"{local.day} {MONTHS[local.month - 1]}"


def date(moment: dates.date | None = None) -> str:
    """A date with its year, as it stands on paper: 15 Nov 2026; today's where none is given."""
    local = local_day(moment)
    if code() == "ja":
        return f"{local.year}年{local.month}月{local.day}日"
    return f"{local.day} {MONTHS[local.month - 1]} {local.year}"


def clock(moment: datetime) -> str:
    """A time of day: 21:14."""
    return moment.astimezone().strftime("%H:%M")


def when(moment: datetime) -> str:
    """How long ago, in words, up to a day; the date where it is longer, or still to come: a clock was wrong."""
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
    """The address of a static file, with a digest so that a new one is fetched at once."""
    return url_for("static", filename=name, v=digest(str(current_app.static_folder), name))


@lru_cache(maxsize=64)
def digest(folder: str, name: str) -> str:
    """The first letters of a file's digest."""
    return hashlib.sha256(Path(folder, name).read_bytes()).hexdigest()[:10]


def here() -> str:
    """The address of this page as a way back; without what was asked there where that is too long for one."""
    address = request.full_path.rstrip("?")
    return address if len(address) <= LONGEST_WAY_BACK else request.path


def ink(name: str) -> int:
    """The number of the ink somebody's portrait is drawn in, the same wherever they appear."""
    return zlib.crc32(folded(name).encode()) % INKS + 1


def set_aside_on(match: Match) -> datetime | None:
    """When a table will be set aside unless somebody writes; None where that is not soon, or never."""
    bears = access.limits()
    if bears is None or match.finished_at or match.idle_since:
        return None
    due = match.touched_at + timedelta(days=bears.idle_days)
    return due if due - datetime.now(UTC) < NOTICE else None


WORDS = {  # for templates
    "language": code,
    "languages": LANGUAGES,
    "suits": SUIT_OF,
    "card_name": card_name,
    "key_name": key_name,
    "rank_name": rank_name,
    "EntryKind": EntryKind,
    "Action": Action,
    "played": marks.summary,
    "verdict_of": answer_text.verdict,
    "cited": answer_text.cited,
    "when": when,
    "day": day,
    "date": date,
    "clock": clock,
    "nearly_full": nearly_full,
    "few_rulings": few_rulings,
    "form_key": lambda: uuid.uuid4().hex,
    "static": static,
    "qr": qr_svg,
    "join_link": join_link,
    "code_halves": code_halves,
    "theme": lambda: choice("theme") or "system",
    "suit_colours": lambda: choice("suits") or "two",
    "here": here,
    "ink": ink,
    "set_aside_on": set_aside_on,
}

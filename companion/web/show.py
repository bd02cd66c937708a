"""How values look on a page: cards, dates, names of ranks; given to every template."""

import hashlib
import uuid
from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path
from typing import Any

from flask import Flask, current_app, request, url_for

from companion import answers, playing
from companion.rules.cards import JOKER, SUIT_OF, Card
from companion.rules.counting import MANY, Faces, Key
from companion.rules.text import N_, Listed
from companion.scoresheet import Sheet
from companion.web import examples, marks
from companion.web.language import code, say
from companion.web.qr import qr_svg

RANK_NAMES = {"A": N_("ace"), "J": N_("jack"), "Q": N_("queen"), "K": N_("king")}
KEY_NAMES = {  # what a table calls cards of one price, by what stands on their key
    "10 J Q K": N_("ten or court card"),
    "A♥♦": N_("red ace"),
    "A♠♣": N_("black ace"),
}
MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()


def install(app: Flask) -> None:
    """Give templates the words and shapes of things."""
    for words in (WORDS, marks.WORDS, examples.WORDS):
        app.jinja_env.globals.update(words)
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


def joined(items: Any) -> str:
    """Names one after another, the last by "and"."""
    return say(Listed(items))


def standing(sheet: Sheet) -> str:
    """How a running match stands, in one sentence."""
    if not sheet.played or len(sheet.leaders) == sheet.players:
        deal = sheet.current or sheet.schedule[0]
        if sheet.played:
            return say(N_("All level at {points}"), points=sheet.totals[0])
        return say(N_("{name} deals {count} each"), name=sheet.names[sheet.dealer(deal)], count=deal.cards)
    names = joined(sheet.names[seat] for seat in sheet.leaders)
    if len(sheet.leaders) > 1:
        return say(N_("{names} lead together"), names=names)
    return say(N_("{name} leads by {points}"), name=names, points=sheet.margin)


def victory(sheet: Sheet) -> str:
    """How a finished match was won, in one sentence."""
    points = sheet.totals[sheet.winners[0]]
    if len(sheet.winners) > 1:
        return say(N_("{points} points each: the win is shared"), points=points)
    if sheet.margin == 0 or points != min(sheet.totals):
        return say(sheet.game.words.bonus_won, points=points)
    second = [seat for seat in sheet.seats if sheet.totals[seat] == points + sheet.margin]
    rivals = joined(sheet.names[seat] for seat in second)
    return say(N_("{points} points, {margin} fewer than {rivals}"), points=points, margin=sheet.margin, rivals=rivals)


def day(moment: datetime) -> str:
    """A date as a player says it: 15 Nov, with the year when it is another one."""
    local = moment.astimezone()
    this_year = local.year == datetime.now().astimezone().year
    if code() == "ja":
        return f"{local.month}月{local.day}日" if this_year else f"{local.year}年{local.month}月{local.day}日"
    return f"{local.day} {MONTHS[local.month - 1]}" + ("" if this_year else f" {local.year}")


def clock(moment: datetime) -> str:
    """A time of day: 21:14."""
    return moment.astimezone().strftime("%H:%M")


def when(moment: datetime) -> str:
    """How long ago, in words, up to a day; then the date."""
    minutes = int((datetime.now(UTC) - moment).total_seconds() // 60)
    if minutes < 1:
        return say(N_("just now"))
    if minutes < 60:
        return say(N_("{n} min ago"), n=minutes)
    if minutes < 24 * 60:
        return say(N_("{n} h ago"), n=minutes // 60)
    return day(moment)


def static(name: str) -> str:
    """The address of a static file, with a digest so that a new one is fetched at once."""
    return url_for("static", filename=name, v=digest(Path(str(current_app.static_folder)) / name))


@lru_cache(maxsize=64)
def digest(path: Path) -> str:
    """The first letters of a file's digest."""
    return hashlib.sha256(path.read_bytes()).hexdigest()[:10]


WORDS = {  # for templates
    "say": say,
    "suits": SUIT_OF,
    "card_name": card_name,
    "key_name": key_name,
    "rank_name": rank_name,
    "joined": joined,
    "played": playing.summary,
    "verdict_of": answers.verdict,
    "cited": answers.cited,
    "standing": standing,
    "victory": victory,
    "when": when,
    "day": day,
    "clock": clock,
    "form_key": lambda: uuid.uuid4().hex,
    "static": static,
    "qr": qr_svg,
    "theme": lambda: request.cookies.get("theme", "system"),
    "suit_colours": lambda: request.cookies.get("suits", "two"),
    "here": lambda: request.full_path.rstrip("?"),
}

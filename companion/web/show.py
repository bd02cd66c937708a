"""How values look on a page: cards, dates, names of ranks; given to every template."""

import hashlib
import uuid
from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path
from typing import Any

from flask import Flask, current_app, request, url_for

from companion.rules.cards import JOKER, Card
from companion.rules.counting import Key
from companion.rules.text import N_, Listed
from companion.web.language import code, say

SUITS = {"S": "spade", "H": "heart", "D": "diamond", "C": "club"}
SUIT_NAMES = {"S": N_("spades"), "H": N_("hearts"), "D": N_("diamonds"), "C": N_("clubs")}
RANK_NAMES = {"A": N_("ace"), "J": N_("jack"), "Q": N_("queen"), "K": N_("king")}
MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()


def install(app: Flask) -> None:
    """Give templates the words and shapes of things."""
    app.jinja_env.globals.update(
        say=say,
        card_name=card_name,
        key_name=key_name,
        suit_name=lambda suit: SUITS[suit],
        joined=joined,
        when=when,
        day=day,
        clock=clock,
        form_key=lambda: uuid.uuid4().hex,
        static=static,
        theme=lambda: request.cookies.get("theme", "system"),
        suit_colours=lambda: request.cookies.get("suits", "two"),
        here=lambda: request.full_path.rstrip("?"),
        signed=signed,
    )
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True


def card_name(card: Card) -> str:
    """A card as a screen reader says it: "5 of hearts"."""
    if card == JOKER:
        return say(N_("joker"))
    rank = say(RANK_NAMES[card.rank]) if card.rank in RANK_NAMES else card.rank
    return say(N_("{rank} of {suit}"), rank=rank, suit=say(SUIT_NAMES[card.suit]))


def key_name(key: Key) -> str:
    """A key of the counting pad as a screen reader says it."""
    if key.code == "JK":
        return say(N_("joker"))
    if key.suits:
        red = set(key.suits) == set("HD")
        return say(N_("red ace")) if red else say(N_("black ace"))
    if len(key.ranks) > 1:
        return say(N_("ten or court card"))
    return say(RANK_NAMES[key.ranks[0]]) if key.ranks[0] in RANK_NAMES else key.ranks[0]


def joined(items: Any) -> str:
    """Names one after another, the last by "and"."""
    return say(Listed(items))


def signed(points: int) -> str:
    """Points with their sign, as an adjustment shows them."""
    return f"+{points}" if points > 0 else f"−{-points}" if points < 0 else "0"


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

"""Answers of contract rummies: cards laid off, and cards that would make the contract."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.rules.answers import COUNT, POINTS_LEFT, Answer, Choice, Count, Row, Schema, SpeakContext
from companion.rules.fields import CARD_SCHEMA
from companion.rules.text import N_, Series, Text

ENDS = {
    "group": N_("{card} on meld {n}"),
    "top": N_("{card} on top of meld {n}"),
    "bottom": N_("{card} below meld {n}"),
    "joker": N_("{card} for the {wild} in meld {n}"),
    "joker-below": N_("{card} for the {wild} in meld {n}, which moves below it"),
}
STEP: Schema = {
    "type": "object",
    "description": "A card laid off on a meld of the table, counted from 0.",
    "required": ["meld", "card", "end"],
    "properties": {"meld": COUNT, "card": CARD_SCHEMA, "end": {"enum": list(ENDS)}},
}
ABOUT: Schema = {
    "type": "object",
    "description": "A card and how many of it can still be about.",
    "required": ["card", "about"],
    "properties": {"card": CARD_SCHEMA, "about": COUNT},
}


@dataclass(frozen=True)
class Steps(Answer):
    """Cards laid off, each with its meld and its place there."""

    shape = {"type": "array", "items": STEP}

    def say(self, value: Any, to: SpeakContext) -> str:
        steps = [to.game.words.text(ENDS[one["end"]], card=one["card"], n=one["meld"] + 1) for one in value]
        return Series(steps).say(to.language) or "–"

    def spoken(self, answer: Mapping[str, Any], to: SpeakContext) -> str:
        return "" if answer[self.name] else to.game.words.text(N_("no card can be {laid_off}")).say(to.language)


@dataclass(frozen=True)
class Wanted(Answer):
    """Cards any one of which would do, each with the number that may be unseen; hidden if empty, as a note says so."""

    shape = {"type": "array", "items": ABOUT}

    def say(self, value: Any, to: SpeakContext) -> str:
        cards = [Text(N_("{card} ({about} unseen)"), **row) for row in value]
        return Series(cards).say(to.language) or "–"

    def is_shown(self, answer: Mapping[str, Any]) -> bool:
        return bool(answer.get(self.name))


BECOMES = Row("meld", N_("It becomes"))
LEFT_POINTS = Count("left_points", N_("Points left"), sentence=POINTS_LEFT)
CARDS_BROUGHT = Count(
    "more_cards",
    N_("Cards added to the hand"),
    sentence=Text(N_("the hand grows by {count} card"), N_("the hand grows by {count} cards")),
)
DISCARDS_LEFT = Count("discards", N_("Cards you discard"), sentence=Text(N_("you discard {number}")))
NEXT_DRAWS_FROM = Choice(
    "next_draws_from",
    N_("The next player draws from"),
    options={"stock": N_("the stock"), "discards": N_("the discards"), "either": N_("the stock or the discards")},
    sentence=Text(N_("the next player draws from {value}")),
)
LAID_OFF = Steps("tracked_on", N_("Could be {laid_off}"))
WOULD_DO = Wanted("would_do", N_("Any one of these makes the contract"))

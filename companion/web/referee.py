"""The referee on the screen: the asks of a game in players' words, and the ruling with its law."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from flask import Blueprint, abort, render_template, request
from htmx_flask import request as htmx_request

from companion.referee import read
from companion.rules.cards import Card, Unreadable
from companion.rules.fields import Ask, DealNumber, Melds
from companion.rules.fields import Field as AskField
from companion.rules.rulings import Ruling
from companion.scoresheet import Sheet
from companion.web.posting import the_match

bp = Blueprint("referee", __name__, url_prefix="/m/<code>/referee")


@dataclass
class Asked:
    """A question as it was filled in, and the ruling on it or what could not be read."""

    typed: Mapping[str, Any]
    inputs: dict[str, Any] = field(default_factory=dict)
    ruling: Ruling | None = None
    unreadable: Unreadable | None = None

    @property
    def row(self) -> tuple[Card, ...]:
        """The cards that are judged, one after another; the positions of findings count along it."""
        cards: list[Card] = []
        for value in self.inputs.values():
            for item in value if isinstance(value, tuple) else (value,):
                cards.extend([item] if isinstance(item, Card) else item if isinstance(item, tuple) else [])
        return tuple(cards)


@bp.get("", defaults={"name": ""})
@bp.get("/<name>")
def show(code: str, name: str) -> tuple[str, int] | str:
    """One question of the game, asked about the deal on the table; judged when it is filled in."""
    sheet = the_match(code).sheet
    asks = [ask for ask in sheet.game.asks.values() if ask.on_screen]
    ask = sheet.game.asks.get(name) if name else asks[0]
    if ask is None:
        abort(404)
    asked = judged(sheet, ask) if "judge" in request.args else Asked(prefilled(sheet, ask))
    template = "_ruling.html" if htmx_request.htmx else "referee.html"
    values = {
        "code": code,
        "sheet": sheet,
        "game": sheet.game,
        "ask": ask,
        "asks": asks,
        "asked": asked,
        "slots": slots(sheet),
    }
    return render_template(template, **values), 422 if asked.unreadable else 200


def prefilled(sheet: Sheet, ask: Ask) -> dict[str, Any]:
    """What the sheet already knows: the deal on the table, the players, who dealt first."""
    deal = sheet.current or sheet.schedule[-1]
    known = {"players": sheet.players, "first_dealer": sheet.first_dealer}
    known |= {part.name: min(deal.number, len(sheet.game.deals)) for part in ask.fields if isinstance(part, DealNumber)}
    return {part.name: known.get(part.name, "") for part in ask.fields}


def judged(sheet: Sheet, ask: Ask) -> Asked:
    """The ruling under the house rules in force, or the field that cannot be read."""
    question = {part.name: typed(part) for part in ask.fields}
    asked = Asked({name: "" if value is None else value for name, value in question.items()})
    try:
        asked.inputs = {part.name: read(part, sheet.game, question) for part in ask.fields}
        asked.ruling = ask.judge(sheet.game, **asked.inputs)
    except Unreadable as error:
        asked.unreadable = error
    return asked


def typed(part: AskField) -> Any:
    """One field of the page, as the law would find it in a question; None where nothing was typed."""
    texts = [text[:2000] for text in request.args.getlist(part.name)[:60]]
    if part.widget == "tick":
        return bool(texts)
    if isinstance(part, Melds):
        return [text for text in texts if text.strip()] or None
    return part.from_text(texts[0]) if texts and texts[0].strip() else None


def slots(sheet: Sheet) -> list[str]:
    """The melds that the contract of this deal asks for, as the game calls them."""
    deal = sheet.current or sheet.schedule[-1]
    return [sheet.game.words.group] * deal.groups + [sheet.game.words.run] * deal.runs

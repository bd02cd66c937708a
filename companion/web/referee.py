"""The referee on the screen: the asks of a game in players' words, and the ruling with its law."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any
from urllib.parse import urlencode

from flask import Blueprint, abort, redirect, render_template, request, url_for
from htmx_flask import request as htmx_request
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response

from companion.asking import answers
from companion.referee import read
from companion.rules.asks import Ask
from companion.rules.cards import Unreadable
from companion.rules.fields import DealNumber, Known, Whole
from companion.rules.game import Game
from companion.rules.rulings import Ruling
from companion.rules.text import N_
from companion.sheet.ledger import RULING, Entry
from companion.sheet.scoresheet import Sheet
from companion.web import posting
from companion.web.examples import CARD_WIDGETS, sample
from companion.web.filled import as_typed, chosen_deal, chosen_seat, filled_in, marked, typed
from companion.web.house import chosen_house, said_house
from companion.web.language import say
from companion.web.posting import the_match
from companion.web.setup import the_game

OF_A_PLAYER = (Known.LAID_DOWN, Known.CALLS)  # what the marks of a deal can answer

bp = Blueprint("referee", __name__)


@dataclass
class Asked:
    """A question as it was filled in, and the ruling on it or what could not be read."""

    typed: Mapping[str, Any]
    of_cards: frozenset[str] = frozenset()  # the fields that the card pad fills
    inputs: dict[str, Any] = field(default_factory=dict)
    ruling: Ruling | None = None
    unreadable: Unreadable | None = None

    @property
    def hint(self) -> str:
        """What is said where the field that cannot be read is only still empty; nothing otherwise."""
        if self.unreadable is None or self.typed.get(self.unreadable.field) != "":
            return ""
        return (
            N_("Tap the cards first.") if self.unreadable.field in self.of_cards else N_("Choose or type this first.")
        )


@bp.get("/m/<code>/referee", defaults={"name": ""})
@bp.get("/m/<code>/referee/<name>")
def show(code: str, name: str) -> tuple[str, int] | str:
    """One question of the game, asked about the deal on the table; judged when it is filled in."""
    return page(the_match(code).sheet, name, code)


@bp.get("/rules/<game_id>/referee", defaults={"name": ""})
@bp.get("/rules/<game_id>/referee/<name>")
def outside(game_id: str, name: str) -> tuple[str, int] | str:
    """One question of a game under the house rules one says, for whoever has no match on the table."""
    game = the_game(game_id)
    try:
        return page(of_nobody(game, chosen_house(game, request.args)), name)
    except Unreadable as error:
        return page(of_nobody(game, {}), name, fault=error)


def of_nobody(game: Game, house: Mapping[str, Any]) -> Sheet:
    """A sheet on which nothing was written, of as many players as are asked about, or four."""
    players = request.args.get("players", 0, type=int)
    amended = game.amended(house, players if players in game.players else None)
    seats = players if players in amended.players else min(4, amended.players[-1])
    return Sheet(amended, tuple(say(N_("Player {n}"), n=seat + 1) for seat in range(seats)), 0)


def page(sheet: Sheet, name: str, code: str = "", fault: Unreadable | None = None) -> tuple[str, int] | str:
    """A question as the page shows it, or to htmx the ruling alone; without a code it belongs to no match.

    A fault in what the question is asked under leaves it unjudged."""
    asks = [ask for ask in sheet.game.asks.values() if ask.on_screen]
    ask = sheet.game.asks.get(name) if name else asks[0]
    if ask is None:
        abort(404)
    asked = judged(sheet, ask, request.args) if "judge" in request.args else Asked(filled_in(sheet, ask))
    if fault:
        asked.ruling, asked.unreadable = None, fault
    template = "_ruling.html" if htmx_request.htmx else "referee.html"
    where = partial(url_for, ".show", code=code) if code else partial(url_for, ".outside", game_id=sheet.game.id)
    values = {
        "code": code,
        "address": where(name=ask.name),
        "where": partial(where, **({} if code or fault else said_house(sheet.game, request.args))),
        "typed": request.args,
        "faults": {fault.field: fault.reason} if fault else {},
        "sheet": sheet,
        "game": sheet.game,
        "ask": ask,
        "topics": topics(asks),
        "sample": sample,
        "asked": asked,
        "slots": slots(sheet, ask),
        "askers": askers(sheet, ask) if code else {},
        "seat": chosen_seat(sheet, ask) if code else None,
    }
    return render_template(template, **values), 422 if asked.unreadable else 200


def topics(asks: list[Ask]) -> dict[str, list[Ask]]:
    """The questions by the heading they are folded under, those asked most under none."""
    found: dict[str, list[Ask]] = {}
    for ask in asks:
        found.setdefault(ask.topic, []).append(ask)
    return found


@bp.post("/m/<code>/referee/<name>")
def keep(code: str, name: str) -> Response:
    """Keep a ruling on the sheet, under the deal on the table."""
    sheet = the_match(code).sheet
    ask = sheet.game.asks.get(name) or abort(404)
    asked = judged(sheet, ask, request.form)
    if asked.ruling is None:
        abort(422)
    question = {key: request.form.getlist(key) for key in request.form if key in asked.typed}
    seat, ruling = chosen_seat(sheet, ask), asked.ruling
    whose = {} if seat is None else {"seat": seat}
    query = urlencode({"judge": 1, "kept": 1} | whose | question, doseq=True)
    answer = url_for(".show", code=code, name=name) + "?" + query
    return redirect(posting.write(code, lambda now: [ruled(now, ask, question, ruling, **whose)], answer), 303)


def ruled(sheet: Sheet, ask: Ask, question: Mapping[str, list[str]], ruling: Ruling, **whose: int) -> Entry:
    """The entry that keeps a ruling: what was asked, the verdict, and the rules it was given under."""
    deal = (sheet.current or sheet.schedule[-1]).number
    verdict = answers.verdict(ask, ruling)
    body = {"ask": ask.name, "question": question, "verdict": verdict, "rules": ruling.cites, **whose}
    return Entry(RULING, deal, revision=sheet.next_revision(RULING, deal), body=body)


def askers(sheet: Sheet, ask: Ask) -> dict[int, str]:
    """By seat, where the question leads when that player asks; nobody where the sheet knows nothing of players.

    Where only ticks are left to set, it is judged at once, and they can still be set."""
    about = [part for part in ask.fields if part.known in OF_A_PLAYER]
    if not sheet.current or not sheet.game.calls or not about:
        return {}
    found = {}
    for seat in sheet.seats_in(sheet.current):
        query: dict[str, Any] = {"seat": seat}
        if all(part in about or part.widget == "tick" for part in ask.fields):
            filled = {part.name: 0 for part in about if isinstance(part, Whole)} | marked(sheet, ask, seat)
            ticked = {name: "yes" if value is True else value for name, value in filled.items() if value is not False}
            query |= {"judge": 1} | ticked
        found[seat] = "?" + urlencode(query)
    return found


def judged(sheet: Sheet, ask: Ask, form: MultiDict[str, str]) -> Asked:
    """The ruling under the house rules in force, or the field that cannot be read."""
    question = {part.name: typed(part, form) for part in ask.fields}
    of_cards = frozenset(part.name for part in ask.fields if part.widget in CARD_WIDGETS)
    asked = Asked(as_typed(ask, form), of_cards)
    try:
        asked.inputs = {part.name: read(part, sheet.game, question) for part in ask.fields}
        asked.ruling = ask.judge(sheet.game, *asked.inputs.values())
    except Unreadable as error:
        asked.unreadable = error
    return asked


def slots(sheet: Sheet, ask: Ask) -> list[str]:
    """The melds that the contract of the deal asks for, as the game calls them."""
    name = next((part.name for part in ask.fields if isinstance(part, DealNumber)), "")
    deal = chosen_deal(sheet, name)
    return [sheet.game.words.group] * deal.groups + [sheet.game.words.run] * deal.runs

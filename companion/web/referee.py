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

from companion import answers
from companion.referee import read
from companion.rules.asks import Ask
from companion.rules.cards import Unreadable
from companion.rules.fields import REQUIRED, DealNumber, Known, Melds, Numbers, Seats, Whole
from companion.rules.fields import Field as AskField
from companion.rules.game import Deal, Game
from companion.rules.rulings import Ruling
from companion.rules.text import N_
from companion.scoresheet import RULING, Entry, Sheet
from companion.web import posting
from companion.web.examples import CARD_WIDGETS, sample
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
        if self.unreadable is None or self.typed.get(self.unreadable.field):
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
    """One question of a game as the book plays it, for whoever has no match on the table."""
    return page(of_nobody(the_game(game_id)), name)


def of_nobody(game: Game) -> Sheet:
    """A sheet on which nothing was written, of as many players as are asked about, or four."""
    players = request.args.get("players", 0, type=int)
    seats = players if players in game.players else min(4, game.players[-1])
    return Sheet(game, tuple(say(N_("Player {n}"), n=seat + 1) for seat in range(seats)), 0)


def page(sheet: Sheet, name: str, code: str = "") -> tuple[str, int] | str:
    """A question as the page shows it, or to htmx the ruling alone; without a code it belongs to no match."""
    asks = [ask for ask in sheet.game.asks.values() if ask.on_screen]
    ask = sheet.game.asks.get(name) if name else asks[0]
    if ask is None:
        abort(404)
    asked = judged(sheet, ask, request.args) if "judge" in request.args else Asked(filled_in(sheet, ask))
    template = "_ruling.html" if htmx_request.htmx else "referee.html"
    where = partial(url_for, ".show", code=code) if code else partial(url_for, ".outside", game_id=sheet.game.id)
    values = {
        "code": code,
        "where": where,
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


def filled_in(sheet: Sheet, ask: Ask) -> Mapping[str, Any]:
    """What stands in the fields while nothing is to be judged: what was typed for another deal, if anything was."""
    changed = any(part.name in request.args for part in ask.fields)
    return as_typed(ask, request.args) if changed else prefilled(sheet, ask)


def prefilled(sheet: Sheet, ask: Ask) -> dict[str, Any]:
    """What stands in the fields before anybody fills them in."""
    asked = {part.name: first(sheet, part) if part.default is REQUIRED else "" for part in ask.fields}
    seat = chosen_seat(sheet, ask)
    return asked if seat is None else asked | marked(sheet, ask, seat)


def first(sheet: Sheet, part: AskField) -> Any:
    """What the sheet already knows for a field that must be given, or the least that a number can be."""
    totals = " ".join(map(str, sheet.totals))
    known = {Known.PLAYERS: sheet.players, Known.FIRST_DEALER: sheet.first_dealer, Known.TOTALS: totals}
    if isinstance(part, DealNumber):
        return chosen_deal(sheet, part.name).number
    if part.known in known:
        return known[part.known]
    return part.low if isinstance(part, Whole) and not isinstance(part, Numbers) and part.low >= 0 else ""


def marked(sheet: Sheet, ask: Ask, seat: int) -> dict[str, Any]:
    """The fields of a question that the marks of the deal on the table answer for a player."""
    calls, down = sheet.marks(sheet.current.number, seat) if sheet.current else (None, None)
    known = {Known.LAID_DOWN: down, Known.CALLS: calls}
    return {part.name: known[part.known] for part in ask.fields if part.known and known.get(part.known) is not None}


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


def chosen_seat(sheet: Sheet, ask: Ask) -> int | None:
    """The player who asks, if one was named; a question about a seat keeps that word for itself."""
    seat = request.values.get("seat", type=int)
    return seat if seat in sheet.seats and "seat" not in {part.name for part in ask.fields} else None


def chosen_deal(sheet: Sheet, name: str = "") -> Deal:
    """The deal that is asked about: the one chosen on the page, else the one on the table."""
    table = sheet.current or sheet.schedule[-1]
    number = request.args.get(name, type=int) or min(table.number, sheet.game.last)
    return sheet.deal(number) or table


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


def as_typed(ask: Ask, form: MultiDict[str, str]) -> dict[str, Any]:
    """The fields as they were filled in, to stand there again."""
    question = {part.name: typed(part, form) for part in ask.fields}
    return {name: "" if value is None else value for name, value in question.items()}


def typed(part: AskField, form: MultiDict[str, str]) -> Any:
    """One field of the page, as the law would find it in a question; None where nothing was typed."""
    texts = [text[:2000] for text in form.getlist(part.name)[:60]]
    if part.widget == "tick":
        return bool(texts)
    if isinstance(part, Numbers):
        return row_of_numbers(texts, gap="" if isinstance(part, Seats) else "?") or None
    if isinstance(part, Melds):
        return [text for text in texts if text.strip()] or None
    return part.from_text(texts[0]) if texts and texts[0].strip() else None


def row_of_numbers(texts: list[str], gap: str) -> str:
    """Numbers of one input each, or all in one, in a row; what stands for an empty input keeps the rest in place."""
    return " ".join(text.strip() or gap for text in texts).replace(",", " ").strip() if any(texts) else ""


def slots(sheet: Sheet, ask: Ask) -> list[str]:
    """The melds that the contract of the deal asks for, as the game calls them."""
    name = next((part.name for part in ask.fields if isinstance(part, DealNumber)), "")
    deal = chosen_deal(sheet, name)
    return [sheet.game.words.group] * deal.groups + [sheet.game.words.run] * deal.runs

"""The referee on the screen: the asks of a game in players' words, and the ruling with its law."""

from collections.abc import Mapping
from dataclasses import dataclass, field
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
from companion.rules.fields import REQUIRED, DealNumber, Melds, Numbers, Whole
from companion.rules.fields import Field as AskField
from companion.rules.game import Deal
from companion.rules.rulings import Ruling
from companion.rules.text import N_
from companion.scoresheet import RULING, Entry, Sheet
from companion.web import posting
from companion.web.examples import CARD_WIDGETS
from companion.web.posting import the_match

SEATS = {  # fields that hold seats by number, in the words of a table where everybody has a name
    "first_dealer": N_("First dealer"),
    "seat": N_("Who goes out"),
    "callers": N_("Who called, the first first"),
    "next_takes": N_("The next player, who takes it"),
}
MARKED = ("laid_down", "calls_made", "calls")  # fields that the marks of a deal can answer for a player

bp = Blueprint("referee", __name__, url_prefix="/m/<code>/referee")


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


@bp.get("", defaults={"name": ""})
@bp.get("/<name>")
def show(code: str, name: str) -> tuple[str, int] | str:
    """One question of the game, asked about the deal on the table; judged when it is filled in."""
    sheet = the_match(code).sheet
    asks = [ask for ask in sheet.game.asks.values() if ask.on_screen]
    ask = sheet.game.asks.get(name) if name else asks[0]
    if ask is None:
        abort(404)
    asked = judged(sheet, ask, request.args) if "judge" in request.args else Asked(prefilled(sheet, ask))
    template = "_ruling.html" if htmx_request.htmx else "referee.html"
    values = {
        "code": code,
        "sheet": sheet,
        "game": sheet.game,
        "ask": ask,
        "asks": asks,
        "asked": asked,
        "slots": slots(sheet, ask),
        "seat_words": SEATS,
        "askers": askers(sheet, ask),
        "seat": chosen_seat(sheet, ask),
    }
    return render_template(template, **values), 422 if asked.unreadable else 200


@bp.post("/<name>")
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


def prefilled(sheet: Sheet, ask: Ask) -> dict[str, Any]:
    """What the sheet already knows: the deal on the table, the players, who dealt first."""
    totals = " ".join(map(str, sheet.totals))
    known = {"players": sheet.players, "first_dealer": sheet.first_dealer, "totals": totals}
    known |= {part.name: chosen_deal(sheet, part.name).number for part in ask.fields if isinstance(part, DealNumber)}
    known |= {part.name: part.low for part in ask.fields if type(part) is Whole and part.name not in known}
    asked = {part.name: known.get(part.name, "") if part.default is REQUIRED else "" for part in ask.fields}
    seat = chosen_seat(sheet, ask)
    return asked if seat is None else asked | marked(sheet, ask, seat)


def marked(sheet: Sheet, ask: Ask, seat: int) -> dict[str, Any]:
    """The fields of a question that the marks of the deal on the table answer for a player."""
    calls, down = sheet.marks(sheet.current.number, seat) if sheet.current else (None, None)
    known = {"laid_down": down, "calls_made": calls, "calls": calls}
    return {part.name: known[part.name] for part in ask.fields if known.get(part.name) is not None}


def askers(sheet: Sheet, ask: Ask) -> dict[int, str]:
    """By seat, where the question leads when that player asks; nobody where the sheet knows nothing of players.

    Where only ticks are left to set, it is judged at once, and they can still be set."""
    about = [part for part in ask.fields if part.name in MARKED]
    if not sheet.current or not sheet.game.calls or not about:
        return {}
    found = {}
    for seat in sheet.seats_in(sheet.current):
        query: dict[str, Any] = {"seat": seat}
        if all(part in about or part.widget == "tick" for part in ask.fields):
            filled = {part.name: 0 for part in about if part.widget == "whole"} | marked(sheet, ask, seat)
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
    asked = Asked({name: "" if value is None else value for name, value in question.items()}, of_cards)
    try:
        asked.inputs = {part.name: read(part, sheet.game, question) for part in ask.fields}
        asked.ruling = ask.judge(sheet.game, **asked.inputs)
    except Unreadable as error:
        asked.unreadable = error
    return asked


def typed(part: AskField, form: MultiDict[str, str]) -> Any:
    """One field of the page, as the law would find it in a question; None where nothing was typed."""
    texts = [text[:2000] for text in form.getlist(part.name)[:60]]
    if part.widget == "tick":
        return bool(texts)
    if isinstance(part, Numbers):
        return row_of_numbers(texts, gap="" if part.name in SEATS else "?") or None
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

"""Referee's screen: a question in players' words, the ruling with its rules, and saving it on the scoresheet."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any
from urllib.parse import urlencode

from flask import Blueprint, abort, render_template, request, url_for
from flask.typing import ResponseReturnValue
from htmx_flask import request as htmx_request
from werkzeug.datastructures import MultiDict

from companion.interfaces import ruling_format
from companion.interfaces.replies import SHORT
from companion.referee import Ruled, rule, rule_by_name
from companion.rules.answers import DEALER, FIRST_PLAYER
from companion.rules.cards import Unreadable
from companion.rules.deals import Deal
from companion.rules.fields import DealNumber, SheetFact, Whole
from companion.rules.game import Game
from companion.rules.questions import Question
from companion.rules.rulings import Ruling
from companion.rules.text import N_
from companion.sheet.commands import marks
from companion.sheet.ledger import Entry, EntryKind
from companion.sheet.scoresheet import Sheet
from companion.web.forms import posting
from companion.web.forms.house_rules_form import chosen_house, said_house
from companion.web.forms.posting import the_match
from companion.web.forms.question_form import (
    as_typed,
    chosen_deal,
    chosen_seat,
    counted,
    filled_in,
    first,
    marked,
    named,
    typed,
)
from companion.web.guard.questions import run_in_pool
from companion.web.guard.security import only_here
from companion.web.guard.throttle import NotNow
from companion.web.screens.setup import the_game
from companion.web.view.language import say
from companion.web.view.melds_on_table import Lying, known_melds, tapped
from companion.web.view.ruling_text import CARD_WIDGETS, judged_deal

OF_A_PLAYER = (SheetFact.LAID_DOWN, SheetFact.CALLS)  # facts that the marks of a deal can answer

bp = Blueprint("referee", __name__)


@dataclass
class Asked:
    """A question as filled in, and its ruling, or the error."""

    typed: Mapping[str, Any]
    of_cards: frozenset[str] = frozenset()  # fields filled by the card pad
    inputs: dict[str, Any] = field(default_factory=dict)
    ruling: Ruling | None = None
    unreadable: Unreadable | None = None
    not_now: NotNow | None = None

    @property
    def hint(self) -> str:
        """Hint for a field that is still empty; empty in other cases."""
        if self.unreadable is None or self.typed.get(self.unreadable.field) != "":
            return ""
        return (
            N_("Tap the cards first.") if self.unreadable.field in self.of_cards else N_("Choose or type this first.")
        )


@bp.get("/m/<code>/referee/<name>")
@bp.get("/rules/<game_id>/referee/<name>")
def show(name: str, code: str = "", game_id: str = "") -> ResponseReturnValue:
    """Return a question about the present deal, or without a match, with its ruling once filled in."""
    fault = None
    if code:
        sheet = the_match(code).sheet
        players: int | None = len(sheet.seated)
    else:
        game, players, fault = of_no_match(game_id)
        sheet = of_nobody(game, players)
    question = the_question(sheet.game, name)
    unjudged = Asked(as_typed(question, request.args), cards_of(question), unreadable=fault)
    return page(sheet, question, unjudged if fault else asked_question(sheet, question, players), code, fault)


def of_no_match(game_id: str) -> tuple[Game, int | None, Unreadable | None]:
    """Return the game by the house rules and players of this request; with an error in these, by the book."""
    game, players = the_game(game_id), request.args.get("players", 0, type=int)
    given = players if players in game.players else None
    try:
        return game.with_house_rules(chosen_house(game, request.args), given), given, None
    except Unreadable as error:
        return game.with_house_rules({}, given), given, error


def of_nobody(game: Game, players: int | None = None) -> Sheet:
    """Return an empty sheet for that number of players, or up to four."""
    seats = players or min(4, game.players[-1])
    return Sheet(game, tuple(say(N_("Player {n}"), n=seat + 1) for seat in range(seats)), 0)


def the_question(game: Game, name: str) -> Question:
    """Return the question of that name; 404 for an unknown name."""
    return game.questions.get(name) or abort(404)


def asked_question(sheet: Sheet, question: Question, players: int | None) -> Asked:
    """Return the question of this request, judged if requested."""
    if "judge" not in request.args:
        blank = not {part.name for part in question.fields} & set(request.args)
        known = known_melds(sheet, question, chosen_seat(sheet, question)) if blank else {}
        return Asked({**filled_in(sheet, question), **known})
    only_here()
    return judged(sheet, question, request.args, players)


def page(
    sheet: Sheet, question: Question, asked: Asked, code: str = "", fault: Unreadable | None = None
) -> ResponseReturnValue:
    """Return a question's page, or for htmx the ruling alone; without a code it belongs to no match.

    `fault` is an error in the house rules or players of the question."""
    template = "referee/_ruling.html" if htmx_request.htmx else "referee/referee.html"
    place: dict[str, Any] = {"code": code} if code else {"game_id": sheet.game.id}
    address = url_for(".show", name=question.name, **place)
    house = {} if code or fault else said_house(sheet.game, request.args)
    seat = chosen_seat(sheet, question) if code else None
    number = next((part for part in question.fields if isinstance(part, DealNumber)), None)
    deal = chosen_deal(sheet, number.name if number else "")
    undecided = number if number and not code and not request.args.get(number.name) and cards_of(question) else None
    if undecided:
        deal = replace(deal, groups=(), runs=(), wild=frozenset())  # nothing is shown that only some deals have
    values = {
        "code": code,
        "address": address,
        "entrance": url_for("referee_menu.show", **place, seat=seat, **house),
        "typed": request.args,
        "faults": {fault.field: fault.reason} if fault else {},
        "sheet": sheet,
        "game": sheet.game,
        "question": question,
        "asked": asked,
        "rows": [part for part in question.fields if part.name in cards_of(question)],
        "undecided": undecided,
        "deal": deal,
        "slots": slots(sheet.game, deal),
        "askers": askers(sheet, question) if code else {},
        "tabled": tabled(sheet, question, address, seat) if code else {},
        "seat": seat,
        "to_mark": to_mark(sheet, question, asked) if code else [],
        "full": full_hand(sheet, question, deal, seat) if code else None,
    }
    html = render_template(template, **values)
    if asked.not_now:
        return html, asked.not_now.status, asked.not_now.again | {"HX-Replace-Url": "false"}
    return html, 422 if asked.unreadable else 200, {}


def tabled(sheet: Sheet, question: Question, address: str, seat: int | None) -> dict[int, list[Lying]]:
    """Return the melds on the table to tap, by seat, until a field is filled in or another meld is meant."""
    if {"elsewhere", *(part.name for part in question.fields)} & set(request.args):
        return {}
    marks = {} if seat is None else marked(sheet, question, seat)
    ticks = (part for part in question.fields if part.widget == "tick")
    known = {part.name: "yes" for part in ticks if marks.get(part.name, part.default) is True}
    return tapped(sheet, question, address, known if seat is None else {"seat": seat, **known})


def askers(sheet: Sheet, question: Question) -> dict[int, dict[str, Any]]:
    """Return the query of the question for each asking player; empty if the sheet has no facts about players.

    If only ticks remain to be set, it is judged at once, and they can still be changed."""
    about = [part for part in question.fields if part.known in OF_A_PLAYER]
    if not sheet.current or not sheet.game.calls or not about:
        return {}
    found = {}
    for seat in sheet.seats_in(sheet.current):
        query: dict[str, Any] = {"seat": seat}
        if all(part in about or part.widget == "tick" for part in question.fields):
            filled = {part.name: 0 for part in about if isinstance(part, Whole)} | marked(sheet, question, seat)
            query |= {"judge": 1} | as_fields(filled)
        found[seat] = query
    return found


def as_fields(facts: Mapping[str, Any]) -> dict[str, Any]:
    """Return facts as the fields of a form: a tick is "yes", or left out."""
    return {name: "yes" if value is True else value for name, value in facts.items() if value is not False}


def judged(sheet: Sheet, question: Question, form: MultiDict[str, str], players: int | None) -> Asked:
    """Return the ruling under the house rules for that number of players, or the error, or why it is not judged now."""
    given = {part.name: typed(part, form) for part in question.fields}
    asked = Asked(as_typed(question, form), cards_of(question))
    try:
        asked.inputs, asked.ruling = at_table(sheet, question, given, players)
    except Unreadable as error:
        asked.unreadable = error
    except NotNow as error:
        asked.not_now = error
    return asked


def at_table(sheet: Sheet, question: Question, given: Mapping[str, Any], players: int | None) -> Ruled:
    """Return the inputs and the ruling, with the seats counted among those who sit; the sheet knows its own dealers."""
    known = {part.name: first(sheet, part) for part in question.fields if part.known}
    dealer = next((part.name for part in question.fields if part.known == SheetFact.FIRST_DEALER), "")
    own = dealer and all(given[name] == fact for name, fact in known.items())
    asked = {**given, dealer: sheet.around[0]} if own else given  # the first dealer may have left
    inputs, ruling = ruling_on(sheet.game, question, counted(sheet, question, asked), players)
    inputs, answer = named(sheet, question, inputs), named(sheet, question, ruling.answer)
    deal = judged_deal(inputs)
    if own and deal:
        inputs[dealer] = sheet.first_dealer
        answer |= {DEALER.name: sheet.dealer(deal), FIRST_PLAYER.name: sheet.first_player(deal)}
    return inputs, replace(ruling, answer=answer)


def ruling_on(game: Game, question: Question, given: Mapping[str, Any], players: int | None) -> Ruled:
    """Return the inputs and the ruling; an expensive question is judged in a worker process."""
    if not question.search and len(str(given)) <= SHORT:
        return rule(game, question, given)
    house = json.dumps(game.chosen_rules, sort_keys=True)
    return run_in_pool(rule_by_name, game.id, house, players, question.name, given)


def cards_of(question: Question) -> frozenset[str]:
    """Return the fields that the card pad fills."""
    return frozenset(part.name for part in question.fields if part.widget in CARD_WIDGETS)


def to_mark(sheet: Sheet, question: Question, asked: Asked) -> list[int]:
    """Return the seats, one of which laid down if the ruling is yes: the asking player's, or all not laid down yet.

    Where the table has no calls, no marks are made."""
    deal, seat = sheet.current, chosen_seat(sheet, question)
    if not (sheet.game.calls and question.lays_down and asked.ruling and deal and judged_deal(asked.inputs) == deal):
        return []
    if not ruling_format.verdict(question, asked.ruling):
        return []
    seats = [one for one in sheet.seats_in(deal) if not sheet.laid_down(deal.number, one)]
    return [one for one in seats if seat in (None, one)]


def slots(game: Game, deal: Deal) -> list[tuple[str, int]]:
    """Return the melds in the contract of a deal: the name in the game of each, and its least number of cards."""
    return [*((game.words.group, size) for size in deal.groups), *((game.words.run, size) for size in deal.runs)]


def full_hand(sheet: Sheet, question: Question, deal: Deal, seat: int | None) -> int | None:
    """Return the number of cards that player holds before laying down, if a whole hand of the present deal is asked."""
    if seat is None or deal != sheet.current or "hand" not in {part.name for part in question.fields}:
        return None
    if sheet.laid_down(deal.number, seat):
        return None
    return sheet.game.full_hand(deal, sheet.calls(deal.number, seat)) + question.drawn


@bp.post("/m/<code>/referee/<name>")
def keep(code: str, name: str) -> ResponseReturnValue:
    """Save a ruling on the sheet, under the present deal; with `mark`, mark that seat as laid down by it."""
    sheet = the_match(code).sheet
    question = the_question(sheet.game, name)
    asked = judged(sheet, question, request.form, len(sheet.seated))
    if asked.ruling is None:
        return page(sheet, question, asked, code)
    given = {
        part.name: part.written(asked.inputs[part.name]) for part in question.fields if asked.typed[part.name] != ""
    }
    ruling, deal, mark = asked.ruling, sheet.current, posting.number("mark")
    if mark is not None and (deal is None or mark not in to_mark(sheet, question, asked)):
        abort(422)
    seat = chosen_seat(sheet, question) if mark is None else mark
    whose = {} if seat is None else {"seat": seat}

    def entries(now: Sheet) -> list[Entry]:
        marked = [] if mark is None or deal is None else marks.mark("lay-down", now, deal.number, mark)
        return [ruled(now, question, given, ruling, **whose), *marked]

    query = urlencode({"judge": 1, "kept": 1} | whose | given, doseq=True)
    again, table = url_for("referee.show", code=code, name=name) + "?" + query, url_for("table.show", code=code)
    return posting.answered(code, entries, again if mark is None else table, table)


def ruled(sheet: Sheet, question: Question, given: Mapping[str, list[str]], ruling: Ruling, **whose: int) -> Entry:
    """Return the entry of a ruling: the question, the verdict, and the rules cited."""
    deal = (sheet.current or sheet.schedule[-1]).number
    verdict = ruling_format.verdict(question, ruling)
    body = {"ask": question.name, "question": given, "verdict": verdict, "rules": ruling.cites, **whose}
    return Entry(EntryKind.RULING, deal, revision=sheet.next_revision(EntryKind.RULING, deal), body=body)

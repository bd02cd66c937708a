"""Referee's menu: questions as pictures and by topic; and quick answers, what a player may do at this moment."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, abort, render_template, request, url_for
from htmx_flask import request as htmx_request

from companion.interfaces import ruling_format
from companion.referee import rule
from companion.rules.cards import Unreadable
from companion.rules.fields import REQUIRED, Field, Tick, Whole
from companion.rules.game import Game
from companion.rules.questions import Question, QuickAnswer, fitting
from companion.rules.rulings import Ruling
from companion.rules.text import Label
from companion.sheet.commands import marks
from companion.sheet.scoresheet import Sheet
from companion.web.forms.house_rules_form import said_house
from companion.web.forms.posting import the_match
from companion.web.forms.question_form import marked, typed
from companion.web.guard.permissions import own_seat
from companion.web.screens.referee import as_fields, askers, of_no_match, of_nobody

bp = Blueprint("referee_menu", __name__)


@bp.get("/m/<code>/referee")
@bp.get("/rules/<game_id>/referee")
def show(code: str = "", game_id: str = "") -> str:
    """Return the questions about the present deal, with the asking player, or about a game without a match."""
    if not code:
        game, house = asked_about(game_id)
        return entrance(of_nobody(game), game_id=game_id, **house)
    sheet = the_match(code).sheet
    return entrance(sheet, *seats_and_asker(sheet), code=code)


def seats_and_asker(sheet: Sheet) -> tuple[list[int], int | None]:
    """Return the seats of the present deal, and that of the asking player, if known: on a joined phone its own."""
    seats = sheet.seats_in(sheet.current) if sheet.current else []
    asker = request.args.get("seat", own_seat(), type=int)
    return seats, asker if asker in seats else None


def entrance(sheet: Sheet, seats: Sequence[int] = (), seat: int | None = None, **place: Any) -> str:
    """Return the menu, whose questions are at a table, or under the house rules of a game."""

    def where(question: Question) -> str:
        if question.act and question.tile:  # the most frequent questions are answered on a page of quick answers
            return url_for(".acts", **place, seat=seat)
        known = {} if seat is None else {"seat": seat} | askers(sheet, question).get(seat, {})
        return url_for("referee.show", name=question.name, **place, **known)

    asked = [question for question in open_questions(sheet.game) if question.on_screen]
    return render_template(
        "referee/entrance.html",
        code=place.get("code", ""),
        seats=seats if len(seats) > 1 else [],
        seat=seat,
        sheet=sheet,
        game=sheet.game,
        deal=sheet.current or sheet.schedule[-1],
        where=where,
        tiled=[question for question in asked if question.tile],
        topics=by_topic(question for question in asked if not question.tile),
    )


def by_topic(questions: Iterable[Any]) -> dict[Label, list[Any]]:
    """Return questions by their topic."""
    found: dict[Label, list[Any]] = {}
    for question in questions:
        found.setdefault(question.topic, []).append(question)
    return found


@dataclass(frozen=True)
class QuickRuling:
    """A possible act of a player with its ruling; no ruling while it has to wait for the player's turn."""

    act: QuickAnswer
    question: Question
    ruling: Ruling | None
    href: str  # address of this question with the same facts

    @property
    def may(self) -> bool:
        """True if it may be done."""
        return bool(self.ruling and ruling_format.verdict(self.question, self.ruling))


@bp.get("/m/<code>/may-i")
@bp.get("/rules/<game_id>/may-i")
def acts(code: str = "", game_id: str = "") -> tuple[str, int]:
    """Return the rulings on the acts of the asking player in the present deal, or of any player without a match."""
    if code:
        sheet = the_match(code).sheet
        return acts_page(sheet, *seats_and_asker(sheet), {}, code=code)
    game, house = asked_about(game_id)
    return acts_page(of_nobody(game), [], None, house, game_id=game_id)


def asked_about(game_id: str) -> tuple[Game, dict[str, Any]]:
    """Return the game under the house rules of this request, and these as its query; without them if they are wrong."""
    game, _, fault = of_no_match(game_id)
    return game, {} if fault else said_house(game, request.args)


def open_questions(game: Game) -> list[Question]:
    """Return the questions whose answer the game's rules leave open, with samples of its cards."""
    return [fitting(question, game.wild_card) for question in game.questions.values() if question.asked_if(game)]


def acts_page(sheet: Sheet, seats: list[int], seat: int | None, house: dict[str, Any], **table: str) -> tuple[str, int]:
    """Return the page, or for htmx only the answers."""
    place = {**table, "seat": seat, **house}
    asked, fault = [question for question in open_questions(sheet.game) if question.act] or abort(404), None
    facts, told = known(sheet, asked, seat), []
    try:
        told = [answered(sheet.game, question, facts, place) for question in asked]
    except Unreadable as error:
        fault = error
    html = render_template(
        "referee/_acts.html" if htmx_request.htmx else "referee/acts.html",
        sheet=sheet,
        game=sheet.game,
        parts=parts_of(asked),
        choices=lambda part: choices(sheet.game, part, facts[part.name]),
        facts=facts,
        told=told,
        fault=fault,
        to_mark=to_mark(sheet, told, seat),
        code=table.get("code", ""),
        seats=seats,
        seat=seat,
        entrance=url_for(".show", **place),
        house=house,
    )
    return html, 422 if fault else 200


def parts_of(asked: list[Question]) -> list[Field]:
    """Return the facts the questions depend on: those a sheet may know, and those to be given."""
    parts = {part.name: part for question in asked for part in question.fields if fact(question, part)}
    return sorted(parts.values(), key=lambda part: isinstance(part, Tick))


def fact(question: Question, part: Field) -> bool:
    """Return whether a field is a fact: neither given by the act itself, nor almost always the same."""
    given = question.act.given if question.act else {}
    return part.name not in given and (part.default is REQUIRED or part.known is not None)


def known(sheet: Sheet, asked: list[Question], seat: int | None) -> dict[str, Any]:
    """Return the facts as ticked, or initially those the sheet knows of the asking player."""
    parts = parts_of(asked)
    if "asked" in request.args:
        return {part.name: typed(part, request.args) for part in parts}
    marks = {} if seat is None else {name: it for one in asked for name, it in marked(sheet, one, seat).items()}
    return {part.name: False if isinstance(part, Tick) else 0 for part in parts} | marks


def choices(game: Game, part: Field, chosen: Any) -> range:
    """Return the numbers to choose from: up to the number of calls, or the chosen one if it is valid."""
    low, high = (part.bottom(game), part.top(game)) if isinstance(part, Whole) else (0, 0)
    return range(low, max(game.calls, chosen if isinstance(chosen, int) and chosen <= high else low) + 1)


def answered(game: Game, question: Question, facts: Mapping[str, Any], place: Mapping[str, Any]) -> QuickRuling:
    """Return the ruling on one question with these facts."""
    act = question.act or abort(404)
    given = {part.name: facts[part.name] for part in question.fields if part.name in facts} | dict(act.given)
    href = url_for("referee.show", name=question.name, **place, judge=1, **as_fields(given))
    waits = act.turn and not facts.get(act.turn)
    return QuickRuling(act, question, None if waits else rule(game, question, given)[1], href)


def to_mark(sheet: Sheet, told: list[QuickRuling], seat: int | None) -> str:
    """Return the mark on the sheet for something the asking player may do; empty if it is not possible."""
    deal = sheet.current
    if deal is None or seat is None or marks.against_call(sheet, deal.number, seat):
        return ""
    return next((one.act.marks for one in told if one.may and one.act.marks), "")

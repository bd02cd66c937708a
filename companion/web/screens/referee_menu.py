"""Referee's menu: the most frequent questions as pictures, the others below by topic."""

from collections.abc import Callable, Iterable
from typing import Any

from flask import Blueprint, render_template, request, url_for

from companion.rules.game import Game
from companion.rules.questions import Question
from companion.rules.text import Label
from companion.sheet.scoresheet import Sheet
from companion.web.forms.house_rules_form import said_house
from companion.web.forms.posting import the_match
from companion.web.guard.permissions import own_seat
from companion.web.screens.referee import askers, of_nobody
from companion.web.screens.setup import the_game

bp = Blueprint("entrance", __name__)


@bp.get("/m/<code>/referee")
def show(code: str) -> str:
    """Return the questions about the present deal, with the asking player: on a joined phone its own."""
    sheet = the_match(code).sheet
    seats = sheet.seats_in(sheet.current) if sheet.current else []
    asker = request.args.get("seat", own_seat(), type=int)
    seat = asker if asker in seats else None

    def where(question: Question) -> str:
        if question.act and question.tile:  # the most frequent questions are answered on a page of quick answers
            return url_for("acts.show", code=code, seat=seat)
        known = askers(sheet, question).get(seat, "") if seat is not None else ""
        return url_for("referee.show", code=code, name=question.name) + (known or f"?seat={seat}" * (seat is not None))

    return entrance(sheet, where, code=code, seats=seats if len(seats) > 1 else [], seat=seat)


@bp.get("/rules/<game_id>/referee")
def outside(game_id: str) -> str:
    """Return the questions about a game, without a match."""
    game = the_game(game_id)
    house: dict[str, Any] = {**said_house(game, request.args)}

    def where(question: Question) -> str:
        if question.act and question.tile:  # the most frequent questions are answered on a page of quick answers
            return url_for("acts.outside", game_id=game.id, **house)
        return url_for("referee.outside", game_id=game.id, name=question.name, **house)

    return entrance(of_nobody(game.with_house_rules({}), 0), where)


def entrance(sheet: Sheet, where: Callable[[Question], str], code: str = "", **values: object) -> str:
    """Return the menu, with addresses of questions from `where`."""
    asked = on_screen(sheet.game)
    return render_template(
        "referee/entrance.html",
        code=code,
        sheet=sheet,
        game=sheet.game,
        deal=sheet.current or sheet.schedule[-1],
        where=where,
        tiled=[question for question in asked if question.tile],
        topics=by_topic(question for question in asked if not question.tile),
        **values,
    )


def on_screen(game: Game) -> list[Question]:
    """Return the questions that a page offers."""
    return [question for question in game.questions.values() if question.on_screen]


def by_topic(questions: Iterable[Question]) -> dict[Label, list[Question]]:
    """Return the questions by their topic."""
    found: dict[Label, list[Question]] = {}
    for question in questions:
        found.setdefault(question.topic, []).append(question)
    return found

"""Matches and players as JSON for other programs, read-only, with the same codes and roles as pages."""

from dataclasses import asdict
from datetime import datetime
from typing import Literal

from flask import Blueprint, Response, request
from pydantic import BaseModel

from companion.interfaces import match_schemas as schemas
from companion.interfaces.replies import dump
from companion.rules.deals import Deal
from companion.sheet.ledger import Action
from companion.sheet.scoresheet import Sheet
from companion.storage.match_lists import Outcome, outcomes
from companion.storage.matches import Match
from companion.storage.players.standings import game_totals
from companion.web.forms.match_filter import row_number
from companion.web.forms.posting import store, the_match
from companion.web.guard.permissions import own_matches

bp = Blueprint("matches", __name__, url_prefix="/api")
PAGE = 100  # items on a page of a list
State = Literal["open", "booked", "abandoned"]
STATES: dict[Action | None, State] = {Action.BOOKED: "booked", Action.ABANDONED: "abandoned"}


@bp.get("/matches")
def matches() -> Response:
    """Return a page of the finished matches visible to the client."""
    found = outcomes(store(), PAGE + 1, request.args.get("before", type=row_number), own_matches())
    shown = [schemas.Result(**asdict(one) | times(one) | {"counts": one.counts}) for one in found[:PAGE]]
    return json(schemas.Results(matches=shown, before=found[PAGE - 1].id if len(found) > PAGE else None))


@bp.get("/matches/<code>")
def match(code: str) -> Response:
    """Return one match in its present state."""
    return json(match_data(the_match(code)))


@bp.get("/players")
def players() -> Response:
    """Return a page of the players visible to the client, with their records."""
    first = request.args.get("after", 0, type=row_number)
    found = game_totals(store(), own_matches(), limit=PAGE + 1, first=first)
    shown = [schemas.Record(**one._asdict()) for one in found[:PAGE]]
    return json(schemas.Players(players=shown, after=first + PAGE if len(found) > PAGE else None))


def times(match: Match | Outcome) -> dict[str, datetime | None]:
    """Return when a match was opened and ended; None where it is from paper, which has a day only."""
    if match.from_paper:
        return {"opened_at": None, "finished_at": None}
    return {"opened_at": match.opened_at, "finished_at": match.finished_at}


def match_data(match: Match) -> schemas.Match:
    """Return a match in its present state."""
    sheet = match.sheet
    return schemas.Match(
        code=match.code,
        game=sheet.game.id,
        house=dict(sheet.game.chosen_rules),
        day=match.day,
        **times(match),
        counts=sheet.counts,
        version=sheet.version,
        text=sheet.note.text,
        place=sheet.note.place,
        players=[player(sheet, seat) for seat in sheet.seats],
        deals=[deal(sheet, one) for one in sheet.schedule],
    )


def player(sheet: Sheet, seat: int) -> schemas.Player:
    """Return a player of a match."""
    return schemas.Player(
        name=sheet.names[seat],
        total=sheet.totals[seat],
        won=seat in sheet.winners,
        rank=sheet.ranks[seat],
        at_table=sheet.at_table(seat),
        whole=seat in sheet.whole,
    )


def deal(sheet: Sheet, one: Deal) -> schemas.Deal:
    """Return a deal with its points; without points until it is booked."""
    state = STATES.get(sheet.closed(one.number), "open")
    return schemas.Deal(
        number=one.number,
        asks=one.label,
        bonus=one.bonus,
        state=state,
        out=sheet.out(one.number),
        points=[sheet.booked_points(one, seat) for seat in sheet.seats],
    )


def json(answer: BaseModel) -> Response:
    """Return a JSON response, with times as ISO 8601."""
    return Response(dump(answer.model_dump()) + "\n", mimetype="application/json")

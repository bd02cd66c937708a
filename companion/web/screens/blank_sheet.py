"""Blank scoresheet to print: one page for an evening on paper; filled in, the reader of sheets reads it."""

from collections.abc import Mapping, Sequence
from typing import Any

from flask import Blueprint, render_template, request, url_for

from companion.names import clean
from companion.rules.cards import Card
from companion.rules.game import Game
from companion.web.forms.house_rules_form import played, said_house
from companion.web.forms.seating import seating
from companion.web.guard.permissions import may_open
from companion.web.screens.setup import the_game

bp = Blueprint("blank_sheet", __name__)
USUAL = 4  # players, where nothing says how many


@bp.get("/new/<game_id>/sheet/blank")
def show(game_id: str) -> str:
    """Return the page for these house rules, with the names given and a column for each player."""
    game = the_game(game_id)
    names = list(filter(None, map(clean, seating(request.args, game.most_players).names)))
    seats = request.args.get("seats", len(names) if len(names) > 1 else USUAL, type=int)
    house = said_house(game, request.args)
    game = played(game, request.args, seats)
    widths = range(max(game.players[0], len(names)), max(game.players[-1], len(names)) + 1)
    seats = min(max(seats, widths[0]), widths[-1])
    return render_template(
        "bring_in/blank.html",
        game=game,
        names=names + [""] * (seats - len(names)),
        widths={many: address(game, house, names, seats=many, back=request.args.get("back")) for many in widths},
        wild=wild_price(game),
        back=address(game, house, names, "bring_in.show") if may_open() else url_for("home.show"),
    )


def address(
    game: Game, house: Mapping[str, Any], names: Sequence[str], endpoint: str = "blank_sheet.show", **more: Any
) -> str:
    """Return the address of a blank sheet, or of another page, with these fields of house rules and these names."""
    fields = {**house, **{f"name{chair}": name for chair, name in enumerate(names)}, **more}
    return url_for(endpoint, game_id=game.id, **fields)


def wild_price(game: Game) -> int | None:
    """Return the price of a card of each deal's wild rank, if it is one for all deals; else it costs what it shows."""
    wild = [(deal, rank) for deal in game.deals for rank in deal.wild - game.wild_ranks]
    prices = {game.price(deal, Card(rank, suit)) for deal, rank in wild for suit in game.pack.suits}
    return prices.pop() if len(prices) == 1 else None

"""Typing a match from paper cell by cell: the table of points that is then checked like any sheet."""

from contextlib import suppress
from datetime import date

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.sheet.scoresheet import Sheet
from companion.sheet.written.tables import NoSheet
from companion.web.forms import posting
from companion.web.forms.house_rules_form import rule_settings
from companion.web.screens import setup
from companion.web.screens.sheet_form import SheetForm, with_day

bp = Blueprint("paper", __name__)


@bp.get("/new/<game_id>/paper")
def show(game_id: str) -> ResponseReturnValue:
    """Return the table of points as its address fills it in; the form of names if these cannot play."""
    page = SheetForm(game_id)
    if not page.table.names:
        return redirect(url_for("setup.show", game_id=game_id, paper=1), 303)
    if page.table.faults:
        return setup.with_errors(page.game)
    return table_of_points(page)


@bp.post("/new/<game_id>/paper")
def enter(game_id: str) -> ResponseReturnValue:
    """Redirect to the table of points for these players, as it was typed."""
    return posting.filled_in(url_for(".show", game_id=game_id), request.form) or show(game_id)


def typed_again(page: SheetForm, fault: object = None) -> ResponseReturnValue:
    """Return the table of points as it was typed, with the reason why it cannot be checked."""
    if fault:
        return table_of_points(page, fault), 422
    return posting.filled_in(url_for("paper.show", game_id=page.game.id), request.form) or table_of_points(page)


def scoresheet(page: SheetForm) -> Sheet:
    """Return the scoresheet of these players, with the deals that can be read."""
    with suppress(NoSheet):
        if not page.blank:
            page.read()
            return page.found[0].one.sheet
    table = page.table
    return Sheet(table.game.with_house_rules(table.house, len(table.names)), tuple(table.names), table.first_dealer)


def table_of_points(page: SheetForm, fault: object = None) -> str:
    """Return the page with a field for each player's points in each deal."""
    table = page.table
    return render_template(
        "setup/paper.html",
        table=table,
        game=page.game,
        typed=with_day(table.typed),
        seating=table.seating,
        points=rule_settings(page.game, table.typed, len(table.names)),
        sheet=scoresheet(page),
        fault=fault,
        latest=date.today().isoformat(),
    )

"""Entering a match played on paper: its table of points, with its date, checked by the rules."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.rules.deals import Deal
from companion.rules.text import N_, Listed, Text, whole_number
from companion.sheet.commands.whole_match import NOBODY, Paper, PaperDeal, read_paper, remember
from companion.sheet.days import PLAYED_AT
from companion.sheet.scoresheet import Sheet
from companion.storage.brought_in import here_already
from companion.web.forms import posting
from companion.web.forms.house_rules_form import points
from companion.web.forms.posting import NO_DAY, day_of, posted, store
from companion.web.guard.open_house_limits import in_charge, sent_before, why_refused
from companion.web.guard.permissions import own_matches
from companion.web.screens import bring_in, setup

bp = Blueprint("paper", __name__)
BONUS = 3  # bonus deals read after the schedule


@dataclass(frozen=True)
class Entered:
    """The table of points as entered: the match, its day, and errors or questions."""

    paper: Paper
    day: date | None
    faults: Mapping[str, Text]
    asked: Sequence[int] = ()  # deals asked about before and confirmed

    @property
    def question(self) -> Text | None:
        """Question to ask before saving: did no player go out in deals without a 0?"""
        titles = [self.paper.sheet.title(number) for number in self.paper.nobody_out if number not in self.asked]
        return Text(N_("Nobody has 0 in {deals}: did the stock run out?"), deals=Listed(titles)) if titles else None

    @property
    def fine(self) -> bool:
        """True if it can be saved."""
        return not (self.faults or self.paper.faults or self.question)


@bp.get("/new/<game_id>/paper")
def show(game_id: str) -> ResponseReturnValue:
    """Return the table of points as its address fills it in; redirect to the form of names without players."""
    game = setup.the_game(game_id)
    if not request.args:
        return redirect(url_for("setup.show", game_id=game.id), 303)
    table = setup.read_table(game, request.args)
    return setup.with_errors(game) if table.faults else as_typed(table)


@bp.post("/new/<game_id>/paper")
def enter(game_id: str) -> ResponseReturnValue:
    """Redirect to the table of points for these players; with `save`, save the match, or show errors and questions.

    A match that is here already is checked like one that is brought in, where it can be saved all the same."""
    game = setup.the_game(game_id)
    table = setup.read_table(game, request.form)
    if table.faults:
        return setup.with_errors(game)
    entered = read_points(blank(table))
    if "save" not in request.form or not entered.fine or entered.day is None:
        return posting.filled_in(url_for(".show", game_id=game.id), request.form) or as_typed(table)
    if not sent_before() and here_already(store(), entered.paper.sheet, entered.day, own_matches()):
        return bring_in.enter(game_id)
    if why := why_refused():
        return page(table, replace(entered, faults={"points": why})), 429
    code = store_match(table, entered.paper.sheet, entered.day)
    return in_charge(code, redirect(url_for("table.show", code=code), 303))


def blank(table: setup.Table) -> Sheet:
    """Return the empty scoresheet of these players."""
    game = table.game.with_house_rules(table.house, len(table.names))
    return Sheet(game, tuple(table.names), table.first_dealer)


def as_typed(table: setup.Table) -> ResponseReturnValue:
    """Return the table of points as typed; with `save`, with its errors."""
    if "save" not in request.values:
        return page(table, Entered(Paper(blank(table)), date.today(), {}))
    entered = read_points(blank(table))
    return page(table, entered), 200 if entered.fine else 422


def read_points(sheet: Sheet) -> Entered:
    """Read the table of points in this request."""
    many = len(sheet.game.deals) + BONUS
    paper = read_paper(sheet, [line_of(number, len(sheet.seated)) for number in range(1, many + 1)])
    faults, day = {}, day_of(request.values.get("day", ""))
    if day is None:
        faults["day"] = Text(NO_DAY)
    if not paper.faults and not paper.sheet.entries:
        faults["points"] = Text(N_("Enter some points first."))
    elif not paper.faults and unasked(paper.sheet.schedule[-1], paper.sheet):
        faults["points"] = Text(N_("It’s a tie: fill in the bonus line too, or leave it blank and save the match."))
    return Entered(paper, day, faults, request.values.getlist("asked", type=int))


def unasked(deal: Deal, sheet: Sheet) -> bool:
    """True if it is a bonus deal for which the page had no line."""
    return deal.bonus and not any(f"d{deal.number}s{seat}" in request.values for seat in range(len(sheet.seated)))


def line_of(number: int, players: int) -> PaperDeal:
    """Return one deal as it was typed."""
    points = {seat: request.values.get(f"d{number}s{seat}", "")[:20].strip() for seat in range(players)}
    out = whole_number(request.values.get(f"out{number}", ""))
    return PaperDeal(points, out if out in (NOBODY, *range(players)) else None)


def store_match(table: setup.Table, sheet: Sheet, day: date) -> str:
    """Open the match on its day, write all its entries, and return its code."""
    form, now = posted(), datetime.now(UTC)
    at = min(now - timedelta(seconds=1), datetime.combine(day, PLAYED_AT).astimezone(UTC))
    code = store().open(table.game.id, table.house, table.names, table.first_dealer, form, at)
    store().write(code, form, lambda opened: ([*remember(opened, day=day), *sheet.entries], ""), at)
    return code


def page(table: setup.Table, entered: Entered) -> str:
    """Return the table of points as it was filled in."""
    sheet = entered.paper.sheet
    return render_template(
        "setup/paper.html",
        table=table,
        game=table.game,
        typed=table.typed,
        seating=table.seating,
        points=points(table.game, table.typed, len(table.names)),
        sheet=sheet,
        entered=entered,
        nobody=NOBODY,
        latest=date.today().isoformat(),
    )

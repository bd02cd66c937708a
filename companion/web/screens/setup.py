"""Set-up of a match: seats, first dealer and house rules."""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from htmx_flask import request as htmx_request
from werkzeug.datastructures import MultiDict

from companion.games import GAMES
from companion.names import clean, fault
from companion.rules.cards import Unreadable
from companion.rules.game import Game
from companion.rules.house_rules import ListRule
from companion.rules.text import N_, Listed, Text, natural_number
from companion.sheet.commands.whole_match import went_on
from companion.sheet.refusals import Refused
from companion.storage.store import Form
from companion.web.forms import posting
from companion.web.forms.house_rules_form import (
    LISTS,
    OwnPreset,
    chosen_house,
    house_fields,
    list_form,
    list_tapped,
    own_presets,
    played,
    preset,
    rule_settings,
    tapped,
)
from companion.web.forms.list_form import ListForm, Tap
from companion.web.forms.posting import posted, store, the_match
from companion.web.forms.price_form import FIGURE
from companion.web.forms.seating import ALSO, Seating, moved, offered, opened, seating
from companion.web.guard.open_house_limits import make_host, why_refused
from companion.web.guard.permissions import devices, open_house, own_matches
from companion.web.guard.security import with_token_cookie

bp = Blueprint("setup", __name__)
STILL_PLAYED = Text(N_("This match is still being played. Start the rematch when it is over."))


HOUSE_TAPS = ("rules", "pick", "step", "answer", "turn", "book", "back")  # buttons that show the page of house rules
SEAT_TAPS = ("sit", "stand", "up", "deals", "draw", "open", "enter", "keep", "done")  # those of the page of seats
POINTING = ("enter", "done")  # those after which the focus goes to the next name, or to the house rules


@dataclass
class Table:
    """A new table as filled in, with the errors by field."""

    game: Game
    typed: Mapping[str, str]
    away: list[str] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    house: dict[str, Any] = field(default_factory=dict)
    first_dealer: int = 0
    faults: dict[str, Text] = field(default_factory=dict)

    @property
    def seating(self) -> Seating:
        """The seating as typed."""
        return seating(self.typed, self.game.most_players, self.away).trimmed()


@bp.get("/new/<game_id>")
def show(game_id: str) -> ResponseReturnValue:
    """Return the form for a new match as its address fills it in; else by the book, and with names if any are known."""
    game = the_game(game_id)
    if request.args:
        return checked(game) if "check" in request.args else after_tap(game, request.args)
    form = page(Table(game, {}))
    return with_token_cookie(form) if open_house() else form


@bp.post("/new/<game_id>")
def start(game_id: str) -> ResponseReturnValue:
    """Open the match, or show the errors by field; a button other than Start only changes the form."""
    game = the_game(game_id)
    if any(name in request.form for name in (*HOUSE_TAPS, *SEAT_TAPS, *(kind.button for kind in LISTS))):
        return after_tap(game, request.form)
    table = read_table(game, request.form)
    if table.faults:
        return with_errors(game)
    form = posted()
    if why := why_refused():
        table.faults["players"] = why
        return page(table), 429
    code = store().open(game_id, table.house, table.names, table.first_dealer, form)
    return make_host(code, redirect(url_for("table.show", code=code), 303))


def with_errors(game: Game) -> ResponseReturnValue:
    """Redirect to the form with its errors by field."""
    fields = request.values.copy()
    fields.add("check", "1")
    return posting.filled_in(url_for("setup.show", game_id=game.id), fields) or checked(game)


def checked(game: Game) -> tuple[str, int]:
    """Return the form with its errors by field: 422 if there are any."""
    table = read_table(game, request.values)
    return page(table), 422 if table.faults else 200


def after_tap(game: Game, typed: MultiDict[str, str]) -> ResponseReturnValue:
    """Return the form after the change of the tapped button; a browser without script gets it at its own address."""
    before = seating(typed, game.most_players, typed.getlist(ALSO))
    now = moved(before, typed, game.most_players)
    people = len(list(filter(None, now.names)))
    lists: dict[str, str] = {}
    taps: dict[str, Tap] = {}
    for kind in LISTS:
        changed, tap = list_tapped(kind, game, {**typed, **lists}, people, partial(latest, game))
        lists |= changed
        taps |= {kind.button: tap} if tap else {}
    own = saved(game) if "pick" in typed else []
    fields = now.fields() | tapped(game, {**typed, **lists}, people, own)
    table = Table(game, fields | ({"paper": "1"} if "paper" in typed else {}), list(now.away))
    house = any(name in typed for name in HOUSE_TAPS)
    row = opened(before, now, typed)
    if request.method == "POST" and not htmx_request.htmx:
        asks = typed.get("book") == "ask"
        shown = {"book": "ask"} if asks else {"rules": "1"} if house else {at: "1" for at in POINTING if at in typed}
        at_address: MultiDict[str, str] = MultiDict([*table.typed.items(), *((ALSO, name) for name in table.away)])
        at_address.update(shown | ({} if row is None else {"open": str(row)}))
        for button, tap in taps.items():
            at_address.update({button: str(tap), FIGURE: tap.typed})
        if address := posting.filled_in(url_for(".show", game_id=game.id), at_address):
            return address
    read_names(table)
    read_house(table)
    return page(table, house, taps, row)


def latest(game: Game, rule: str) -> list[Any]:
    """Return the values of a house rule at the latest matches of this house that changed it."""
    return [house[rule] for house in store().latest_houses(game.id, [rule], own_matches())]


def saved(game: Game) -> list[OwnPreset]:
    """Return the presets that this house has put together itself."""
    lists = [rule.name for rule in game.house_rules if isinstance(rule, ListRule)]
    return own_presets(game, store().latest_houses(game.id, lists, own_matches()))


@bp.post("/m/<code>/rematch")
def rematch(code: str) -> ResponseReturnValue:
    """Open a match with the same players; the deal moves on by one seat, unless another deals first.

    A second press leads to the same match.

    All devices are moved before the old match records where it went on."""
    match = the_match(code)
    sheet = match.sheet
    why: Text | None = STILL_PLAYED
    if sheet.finished or sheet.rematch:
        why = None if posting.rematch_of(sheet) else why_refused()
    if why:
        return posting.conflict_page(Refused("deal", why), url_for("table.show", code=code))
    last = sheet.seating(len(sheet.game.deals))
    names = [sheet.names[seat] for seat in last]
    chosen = posting.number("dealer")
    dealer = last.index(chosen if chosen in last else sheet.rematch_dealer)
    posted()  # refuses a form without a key
    new = store().open(sheet.game.id, sheet.game.chosen_rules, names, dealer, Form.rematch(match.key))
    devices().follow(match.id, store().match_id(new), last)
    return redirect(posting.write(code, lambda now: went_on(now, new), url_for("table.show", code=new)), 303)


def the_game(game_id: str) -> Game:
    """Return the game of that id; 404 for an unknown id."""
    return GAMES.get(game_id) or abort(404)


def page(table: Table, house: bool = False, taps: Mapping[str, Tap] | None = None, row: int | None = None) -> str:
    """Return the form as filled in: seats, house rules, or one of their lists, as tapped or as they have errors."""
    game, typed, players = table.game, table.typed, len(table.names)
    faulty, shown = {name for name in table.faults if name.startswith("house")}, dict(taps or {})
    template = "setup/house.html" if house or faulty else "setup/setup.html"
    forms: dict[str, ListForm | None] = {}
    for kind in LISTS:
        if faulty == {f"house.{kind.button}"}:
            shown[kind.button] = Tap()
        tap = shown.get(kind.button)
        forms[kind.button] = list_form(kind, game, typed, players, partial(latest, game), tap)
        template = f"setup/{kind.button}.html" if tap and forms[kind.button] else template
    now, by_them = table.seating, played(game, typed, players)
    return render_template(
        template,
        table=table,
        game=game,
        typed=typed,
        seating=now,
        row=row,
        wrong_name=any(name.startswith("name") for name in table.faults),
        offered=offered(now, store().names(own_matches())),
        points=rule_settings(game, typed, players),
        preset=preset(game, typed),
        own=saved(game) if house or faulty else [],
        chosen={field: text for field, text in house_fields(typed).items() if text},
        cards=by_them.deals[0].cards,
        pack=by_them.pack,
        **forms,
    )


def read_table(game: Game, typed: MultiDict[str, str]) -> Table:
    """Return the table as filled in, with all errors by field."""
    table = Table(game, typed, typed.getlist(ALSO))
    seats = read_names(table)
    read_house(table)
    if not table.faults:
        read_players(table)
    table.first_dealer = read_dealer(table, seats)
    return table


def read_names(table: Table) -> list[int]:
    """Read the names in table order, recording errors; return the numbers of their fields."""
    seats = []
    for number in range(table.game.most_players):
        name = clean(table.typed.get(f"name{number}", ""))
        if not name:
            if table.typed.get(f"name{number}", "").strip():
                table.faults[f"name{number}"] = Text(N_("This name has no characters that can be shown."))
            continue
        if wrong := fault(name, table.names):
            table.faults[f"name{number}"] = wrong
        table.names.append(name)
        seats.append(number)
    return seats


def read_house(table: Table) -> None:
    """Read the house rules that differ from the book."""
    try:
        table.house = chosen_house(table.game, table.typed)
    except Unreadable as error:
        table.faults[error.field or "house"] = error.reason


def read_players(table: Table) -> None:
    """Check the number of players under these house rules, and the packs for the largest deal."""
    try:
        game = table.game.with_house_rules(table.house, len(table.names))
    except Unreadable as error:
        table.faults[error.field or "players"] = error.reason
        return
    if reasons := [finding.reason for finding in game.setup_problems(len(table.names))]:
        table.faults["players"] = Text("{reasons}", reasons=Listed(reasons))


def read_dealer(table: Table, seats: list[int]) -> int:
    """Return the seat that deals first: the chosen one, or one at random; record an error if it is empty."""
    chosen = natural_number(table.typed.get("dealer", "draw"))
    if chosen in seats:
        return seats.index(chosen)
    if seats and chosen in range(table.game.most_players):
        table.faults["dealer"] = Text(N_("Nobody sits at the seat chosen to deal first."))
    return secrets.randbelow(len(seats)) if seats else 0

"""Store and match of a request, and posted forms: read them, write their entries once, redirect."""

import uuid
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from flask import Response, abort, current_app, g, redirect, render_template, request
from flask.typing import ResponseReturnValue
from htmx_flask import request as htmx_request
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response as BaseResponse

from companion.names import clean
from companion.paths import DATABASE
from companion.rules.text import N_, natural_number, normalised
from companion.sheet.days import is_past
from companion.sheet.ledger import Entry, EntryKind
from companion.sheet.refusals import Act, Refused, Scope, Stale, decided
from companion.sheet.scoresheet import Sheet
from companion.storage.database.engines import Address
from companion.storage.matches import Match
from companion.storage.store import Form, Store, UnknownMatch


def store() -> Store:
    """Return the store of this application."""
    kept: Store = current_app.extensions["companion.store"]
    return kept


def instance() -> Path:
    """Return the folder with the data."""
    return Path(current_app.instance_path)


def database() -> Address:
    """Return the address of the matches: the URL of a database server, or the path of the file of the instance."""
    return str(current_app.config["DATABASE_URL"]) or instance() / DATABASE


def the_match(code: str) -> Match:
    """Return the match of that code, which templates know from then on; 404 for an unknown code."""
    try:
        g.match = store().match(code)
    except UnknownMatch:
        abort(404)
    found: Match = g.match
    return found


def of_the_match() -> dict[str, Any]:
    """Return the match of this request for its templates: with its code, its sheet and its game."""
    match: Match | None = g.get("match")
    return {"match": match, "code": match.code, "sheet": match.sheet, "game": match.game} if match else {}


def rematch_of(sheet: Sheet) -> str:
    """Return the code of the rematch; empty if the match has none, or if it was deleted."""
    try:
        return sheet.rematch if sheet.rematch and store().match_id(sheet.rematch) else ""
    except UnknownMatch:
        return ""


def form_key() -> str:
    """Return a new key for a form."""
    return uuid.uuid4().hex


def posted() -> Form:
    """Return the posted form with its key; 422 if the key is missing or malformed."""
    key = request.form.get("key", "")
    if not (8 <= len(key) <= 64 and key.isascii() and key.isalnum()):
        abort(422)
    fields = [(name, value) for name, value in request.form.items(multi=True) if name != "key"]
    return Form.of(key, fields, request.path)


def write(code: str, act: Act, answer: str | Callable[[Sheet], str]) -> str:
    """Append the entries that `act` makes from the sheet, and return the address to redirect to.

    A form sent twice is written once, and redirects to the same address.
    If `answer` is a function of the new sheet, its result is stored with the form. Raises Stale if the form was made
    from an older sheet."""

    def decide(sheet: Sheet) -> tuple[Sequence[Entry], str]:
        entries = signed(entries_of_form(sheet, act), sheet)
        return entries, answer if isinstance(answer, str) else answer(sheet.with_entries(entries))

    try:
        return store().write(code, posted(), decide)
    except UnknownMatch:
        abort(404)


def conflict_page(error: Refused, back: str) -> tuple[str, int]:
    """Return the page with the reason of a refusal and the way back: 409."""
    return render_template("errors/refused.html", refused=error, back=back), 409


def answered(code: str, act: Act, address: str, back: str = "") -> ResponseReturnValue:
    """Append the entries of the act and redirect; if it is refused, return the page that says so and leads `back`."""
    try:
        return redirect(write(code, act, address), 303)
    except Refused as refused:
        return conflict_page(refused, back or address)


def signed(entries: Sequence[Entry], sheet: Sheet) -> list[Entry]:
    """Return the entries with the id of the phone and the name of its seat, if it has one."""
    access = g.get("access")
    device, seat = (access.device, access.seat) if access else (None, None)
    return [replace(entry, by="" if seat is None else sheet.names[seat], device=device) for entry in entries]


def field(name: str, longest: int = 2000) -> str:
    """Return a field of the form as it was typed, or as the address of the form fills it in."""
    return request.values.get(name, "")[:longest]


def words(name: str, longest: int = 200) -> str:
    """Return a field of free text, without unprintable characters."""
    return clean(field(name), longest)


def reason() -> str:
    """Return the chosen reason, or the one typed instead."""
    return words("reason") or words("other")


def number(name: str) -> int | None:
    """Return the small whole number in a field, or None."""
    return natural_number(request.values.get(name, ""))


def secret(name: str) -> str:
    """Return the code or secret in a field, also if a whole link with it behind # was pasted."""
    return normalised(field(name)).rpartition("#")[2].strip()[:200]


def day_of(typed: str) -> date | None:
    """Return the typed day, unless it is invalid or in the future."""
    try:
        day = date.fromisoformat(normalised(typed[:20]).strip())
    except ValueError:
        return None
    return day if is_past(day) else None


def redirect_to(address: str) -> BaseResponse:
    """Redirect to that address, by HTTP or, for a fragment, by htmx."""
    return Response(headers={"HX-Redirect": address}) if htmx_request.htmx else redirect(address, 303)


NO_DAY = N_("Enter the day it was played, no later than today.")
LONGEST_ADDRESS = 3900  # characters of an address with filled-in fields; gunicorn reads up to 4094
LONGEST_WAY_BACK = 800  # characters; twice the longest question for the referee
NOT_SHOWN = ("key", "again", "change")  # fields and buttons of a form that are left out of such an address


def here(fragment: str = "") -> str:
    """Return the address of this page as a way back; without its own way back, or its query, if that is too long."""
    asked = [(name, value) for name, value in request.args.items(multi=True) if name != "back"]
    without = f"{request.path}?{urlencode(asked)}"
    fitting = (one for one in (request.full_path, without) if len(one + fragment) <= LONGEST_WAY_BACK)
    return next(fitting, request.path).rstrip("?") + fragment


def way_back(default: str, fields: Mapping[str, str] | None = None) -> str:
    """Return the page of this server that this one was opened from, as its link or its form says; else the default."""
    back = (request.args if fields is None else fields).get("back", "")
    on_this_server = back.startswith("/") and not back.startswith(("//", "/\\")) and back.isprintable()
    return back if on_this_server and len(back) <= LONGEST_WAY_BACK else default


def filled_in(address: str, fields: MultiDict[str, str]) -> BaseResponse | None:
    """Redirect to the page of a form with these fields, which Back can open again; None if its address is too long."""
    shown = [(name, value) for name, value in fields.items(multi=True) if name not in NOT_SHOWN]
    address += ("&" if "?" in address else "?") + urlencode(shown)
    return redirect(address, 303) if len(address) <= LONGEST_ADDRESS else None


def shown_again(address: str) -> BaseResponse | None:
    """Redirect a browser to the page of a refused form, which asks `objection` for the refusal.

    None as for `filled_in`, for htmx, and for a program, which reads the status."""
    if request.method != "POST" or "text/html" not in request.headers.get("Accept", "") or htmx_request.htmx:
        return None
    return filled_in(address, MultiDict([*request.form.items(multi=True), ("check", "1")]))


def objection(code: str, act: Act) -> Refused | None:
    """Return the refusal of the act that the address of a form fills in, if it is one that was refused."""
    if "check" not in request.args:
        return None
    try:
        act(the_match(code).sheet)
    except Refused as refused:
        return refused
    return None


def refusal_or_conflict(sheet: Sheet, scope: Scope, act: Act) -> Refused | Stale | None:
    """Return the refusal as `objection` does, or the conflict if the form was made from an older sheet."""
    if "check" not in request.args:
        return None
    try:
        decided(sheet, scope, number("revision"), act)
    except (Refused, Stale) as error:
        return error
    return None


FIGURES = (EntryKind.HAND, EntryKind.END, EntryKind.CLOSE)
MARKS = (EntryKind.CALL, EntryKind.DOWN)
ROSTER = (EntryKind.SEATING, EntryKind.CLOSE, EntryKind.ADJUST)  # a latecomer's start follows from the totals


def hand_scope(number: int, seat: int) -> Scope:
    """Return the scope of one hand in a deal."""
    return Scope((EntryKind.HAND,), number, seat)


def deal_scope(number: int) -> Scope:
    """Return the scope of all points of a deal, and its closing."""
    return Scope(FIGURES, number)


SCOPES: dict[str, Callable[..., Scope]] = {  # by the endpoint that receives the form
    "count.end": lambda number: Scope((EntryKind.END, EntryKind.CLOSE), number),
    "count.hand": hand_scope,
    "best.take": hand_scope,
    "count.book": deal_scope,
    "totals.save": deal_scope,
    "count.abandon": deal_scope,
    "count.play_on": deal_scope,
    "correct.correct": lambda number, seat: Scope(FIGURES, number, seat),
    "correct.undo": lambda number, seat: Scope(FIGURES, number, seat),
    "roster.void": deal_scope,
    "table.undo": lambda: Scope((EntryKind.CLOSE,)),
    "table.mark": lambda number, seat: Scope(MARKS, number, seat),
    "adjustments.save": lambda number=None: Scope((EntryKind.ADJUST,)),
    "roster.change": lambda: Scope(ROSTER),
    "end_match.change": lambda: Scope((EntryKind.STOP, EntryKind.CLOSE)),
    "evenings.note": lambda: Scope((EntryKind.NOTE,)),
    "evenings.change_day": lambda: Scope((EntryKind.NOTE,)),
}


def revision(sheet: Sheet, endpoint: str, **where: int) -> int | str:
    """Return the revision for a form's hidden field: the present one, or that of the page it was first filled in on."""
    opened = request.values.get("revision")
    if opened is not None and request.blueprint == endpoint.split(".")[0] and not g.get("stale"):
        return opened[:9]
    return SCOPES[endpoint](**where).revision(sheet)


def entries_of_form(sheet: Sheet, act: Act) -> Sequence[Entry]:
    """Return the entries of the act that the form asks for. Raises Stale if the form was made from an older sheet."""
    where = {name: value for name, value in (request.view_args or {}).items() if name != "code"}
    scope = SCOPES.get(request.endpoint or "")
    return decided(sheet, scope(**where), number("revision"), act) if scope else act(sheet)

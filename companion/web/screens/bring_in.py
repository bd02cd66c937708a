"""Bringing in matches that were kept elsewhere: a sheet is pasted or chosen, checked, corrected and saved."""

from datetime import date

from flask import Blueprint, Response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.games import GAMES
from companion.rules.text import N_, Text, natural_number
from companion.sheet.commands.written_match import NOBODY
from companion.sheet.refusals import Refused
from companion.sheet.written.matches import DoubtKind
from companion.sheet.written.tables import LARGEST, Cell, NoSheet
from companion.storage import brought_in
from companion.web.forms import posting
from companion.web.forms.house_rules_form import rule_settings, said_house
from companion.web.forms.posting import posted, store, the_match
from companion.web.guard.open_house_limits import make_host, why_refused
from companion.web.guard.permissions import own_matches
from companion.web.guard.security import check_sizes
from companion.web.screens import blank_sheet, paper, setup
from companion.web.screens.sheet_form import PreviewedMatch, SheetForm, could_be_out, final_fault, with_day

bp = Blueprint("bring_in", __name__)
AROUND = 64 << 10  # bytes of a form besides the sheet
REPEATED = 32 << 10  # characters of a refused sheet that its page shows again
TABLES = 12  # matches shown with all their deals; beyond, those with doubts
KNOWN = 200  # names that count as known here


@bp.get("/new/<game_id>/sheet")
def show(game_id: str) -> ResponseReturnValue:
    """Return the page to paste a sheet into, or the one for final totals."""
    page = SheetForm(game_id)
    return final(page) if "final" in request.args else paste(page)


@bp.post("/new/<game_id>/sheet")
def enter(game_id: str) -> ResponseReturnValue:
    """Return the preview of a sheet, with a slip over it if a cell was tapped; with `save`, save its matches."""
    request.max_content_length = request.max_form_memory_size = LARGEST + AROUND
    check_sizes([(name, value) for name, value in request.form.items(multi=True) if name != "sheet"])
    page = SheetForm(game_id)
    if "final" in request.form:
        return final(page)
    if page.on_paper and page.table.faults:
        return setup.with_errors(page.game)
    if "again" in request.form:
        return typed_again(page)
    if page.blank:
        asked = {"sheet", "who0", "d1s0"} & {*request.form}  # else they come from the set-up
        return typed_again(page, Text(N_("Enter some points first.")) if asked else None)
    if fault := final_fault():
        return typed_again(page, fault)
    try:
        page.read()
    except NoSheet as error:
        return typed_again(page, error.why)
    if "save" not in request.form or page.asks_reading or page.game.id != game_id:
        return preview(page)
    with store().reading() as session:
        codes = brought_in.sent_before(session, posted())
    if page.fault and not codes:
        return preview(page, page.fault), 422 if page.kept else 409
    if not codes and (why := next(filter(None, (why_refused() for _ in page.kept)), None)):
        return preview(page, why), 429
    codes = codes or brought_in.bring_in(store(), [shown.one.sheet for shown in page.kept], posted())
    answer = redirect(url_for("table.sheet", code=codes[-1]), 303)
    for code in codes:
        answer = make_host(code, answer)
    return answer


@bp.after_request
def allow_back(response: Response) -> Response:
    """Let the browser store the checks of a sheet: they answer forms, which Back would have to send again."""
    if request.endpoint == "bring_in.enter":
        response.headers["Cache-Control"] = "private, no-cache"
    return response


@bp.post("/m/<code>/brought-in/undo")
def undo(code: str) -> ResponseReturnValue:
    """Delete this match and those that were brought in with it, on the same evening."""
    if number := brought_in.undo(store(), the_match(code).key):
        return redirect(url_for("home.show", undone=number), 303)
    late = N_("They were brought in on another evening. Each can be deleted in the menu of its table.")
    return posting.conflict_page(Refused("match", late), url_for("table.sheet", code=code))


def state(page: SheetForm) -> dict[str, object]:
    """Return the values that all pages of a sheet need."""
    typed, game = request.values, page.game
    return {
        "page": page,
        "table": page.table,
        "game": game,
        "games": GAMES.values(),
        "typed": with_day(typed),
        "seating": page.table.seating,
        "points": rule_settings(game, typed, 0),
        "latest": date.today().isoformat(),
    }


def typed_again(page: SheetForm, fault: object = None) -> ResponseReturnValue:
    """Return the page on which the sheet was pasted or typed; with its fault, if there is one."""
    if page.on_paper:
        return paper.typed_again(page, fault)
    return (final if "who0" in request.form else paste)(page, fault), 422 if fault else 200


def paste(page: SheetForm, fault: object = None) -> str:
    """Return the page to paste a sheet into, with what was pasted."""
    text = page.text if isinstance(page.text, str) and len(page.text) <= REPEATED else ""
    names = list(filter(None, page.table.seating.names))
    blank = blank_sheet.address(page.game, said_house(page.game, request.values), names)
    return render_template("bring_in/paste.html", **state(page), text=text, fault=fault, blank=blank)


def final(page: SheetForm, fault: object = None) -> str:
    """Return the page for the final totals of one match."""
    return render_template("bring_in/final.html", **state(page), fault=fault)


def preview(page: SheetForm, fault: object = None) -> str:
    """Return what was understood, with the slip of a tapped cell or of a deal without a winner."""
    cell, deal = tapped(page), picked(page)
    known = store().names(own_matches(), KNOWN)
    return render_template(
        "bring_in/preview.html",
        **state(page),
        fault=fault,
        slip=bool(cell or deal),
        cell=cell,
        picked=deal,
        known=known,
        could_be_out=could_be_out,
        nobody=NOBODY,
        tables=TABLES,
        Kind=DoubtKind,
    )


def tapped(page: SheetForm) -> Cell | None:
    """Return the cell that was tapped."""
    at = request.form.get("cell", "")
    return next((cell for row in page.cells for cell in row if f"{cell.row}.{cell.column}" == at), None)


def picked(page: SheetForm) -> tuple[PreviewedMatch, int] | None:
    """Return the match and the deal of which it was asked who went out."""
    number, _, deal = request.form.get("pick", "").partition(".")
    match, of = natural_number(number), natural_number(deal)
    found = next((shown for shown in page.found if shown.number == match), None)
    return (found, of) if found and of and of <= len(found.one.written.lines) else None

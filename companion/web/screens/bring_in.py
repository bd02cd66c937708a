"""Bringing in matches that were kept elsewhere: a sheet is pasted or chosen, checked, mended and saved."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.games import GAMES
from companion.names import same
from companion.rules.text import N_, Text, natural_number
from companion.sheet.commands.written_match import Brought, brought, said
from companion.sheet.refusals import Refused
from companion.sheet.written.layout import MOST_PLAYERS, matches_in
from companion.sheet.written.matches import Doubt, Kind, Reading, WrittenMatch
from companion.sheet.written.tables import LARGEST, Cell, NoSheet, table_of, text_in
from companion.storage import brought_in
from companion.storage.matches import Match
from companion.web.forms import posting
from companion.web.forms.house_rules_form import points, said_house
from companion.web.forms.posting import NO_DAY, day_of, posted, store, the_match
from companion.web.guard.open_house_limits import in_charge, why_refused
from companion.web.guard.permissions import own_matches
from companion.web.guard.security import check_sizes
from companion.web.screens import blank_sheet, setup

bp = Blueprint("bring_in", __name__)
AROUND = 64 << 10  # bytes of a form besides the sheet
REPEATED = 32 << 10  # characters of a refused sheet that its page shows again
TABLES = 12  # matches shown with all their deals; beyond, those with doubts
KNOWN = 200  # names that count as known here
MOST_DEALS = 40  # lines of a table of points from paper


@dataclass(frozen=True)
class Shown:
    """A match in the preview, with its number and one like it that is here already."""

    number: int
    one: Brought
    outs: Mapping[int, int]  # who is said to have gone out, by deal
    twin: Match | None

    def said(self, doubt: Doubt) -> Text:
        """Return a doubt in words."""
        return said(self.one, doubt)

    @cached_property
    def by_place(self) -> Mapping[tuple[int | None, int | None], list[Doubt]]:
        """The doubts by deal and seat; those without a seat are about who went out."""
        found: dict[tuple[int | None, int | None], list[Doubt]] = {}
        for doubt in self.one.doubts:
            found.setdefault((doubt.deal, doubt.seat), []).append(doubt)
        return found

    @property
    def kept(self) -> bool:
        """True if it is to be saved: a match that is here already only if it is said so."""
        return self.twin is None or str(self.number) in request.form.getlist("too")


class Page:
    """A sheet and the answers about it, as this form gives them."""

    def __init__(self, game_id: str):
        self.game = setup.the_game(request.form.get("game") or game_id)
        self.table = setup.Table(self.game, request.values)
        setup.read_house(self.table)
        self.text = pasted()
        self.day = day_of(request.form.get("day", "")) if "day" in request.form else date.today()
        self.reading = (request.form.getlist("reading") or [""])[-1]
        self.cells: list[list[Cell]] = []
        self.found: list[Shown] = []
        self.running: list[int] = []

    def read(self) -> None:
        """Read the sheet with the answers.

        Raises: NoSheet: with the line at fault."""
        read = table_of(self.text, [self.game.name, self.game.id])
        self.cells, deals = mended(read), len(self.game.deals)
        self.text = self.text if self.cells is read else text_in(self.cells)  # a refused sheet stays as it was typed
        written = matches_in(self.cells, deals)
        self.running = [number for number, match in enumerate(written) if match.reading == Reading.RUNNING]
        if self.reading == Reading.POINTS:
            written = matches_in(self.cells, deals, dict.fromkeys(self.running, Reading.POINTS))
        for number, match in enumerate(written):
            outs = went_out(number, match)
            typed = request.form.get(f"day{number}")
            day = day_of(typed) if typed else match.day or self.day
            one = brought(self.game, replace(match, day=day), None, outs, self.table.house)
            doubts = [doubt for doubt in one.doubts if doubt.kind != Kind.OUT_UNKNOWN or doubt.deal not in outs]
            self.found.append(
                Shown(
                    number,
                    Brought(match, one.sheet, doubts),
                    outs,
                    brought_in.here_already(store(), one.sheet, day, own_matches()),
                )
            )
        self.text = text_in(self.cells)

    def is_known(self, name: str, known: Sequence[str]) -> bool:
        """Return whether a player of that name is known here."""
        return any(same(name, other) for other in known)

    def others(self, known: Sequence[str]) -> list[str]:
        """Return the names known here that are not on the sheet."""
        names = [name for shown in self.found for name in shown.one.written.players]
        return [name for name in known if not self.is_known(name, names)]

    def strangers(self, known: Sequence[str]) -> list[str]:
        """Return the names that are not known here."""
        names = dict.fromkeys(name for shown in self.found for name in shown.one.written.players)
        return [name for name in names if not self.is_known(name, known)]

    def is_name(self, cell: Cell) -> bool:
        """Return whether a cell holds the name of a player."""
        return any(cell in shown.one.written.heads for shown in self.found)

    @property
    def asks_reading(self) -> bool:
        """True if it is still to be answered how the figures are to be read."""
        return bool(self.running) and self.reading not in (Reading.POINTS, Reading.RUNNING)

    @property
    def kept(self) -> list[Shown]:
        """The matches to be saved."""
        return [shown for shown in self.found if shown.kept]

    @property
    def fault(self) -> Text | None:
        """The reason why nothing can be saved yet."""
        if any(shown.one.sheet.note.day is None for shown in self.found):
            return Text(NO_DAY)
        if not self.kept:
            return Text(N_("Nothing is saved: every match here is on this companion already."))
        return None


def pasted() -> bytes | str:
    """Return the chosen file, the final totals that were typed, or the pasted text."""
    file = request.files.get("file")
    if file and file.filename:
        return file.stream.read(LARGEST + 1)
    if "d1s0" in request.form:
        return typed_on_paper()
    names = {name[5:]: value for name, value in request.form.items() if name.startswith("total") and value.strip()}
    if names:
        players = [request.form.get(f"who{seat}", "").replace("\t", " ")[:80] for seat in names]
        return "\n".join(["\t".join(["", *players]), "\t".join(["Total", *names.values()])])
    return request.form.get("sheet", "")


def typed_on_paper() -> str:
    """Return the table of points as it was typed cell by cell."""
    seats = [number for number in range(MOST_PLAYERS) if request.form.get(f"name{number}", "").strip()]
    lines = [["", *(request.form[f"name{number}"] for number in seats)]]
    for deal in range(1, MOST_DEALS + 1):
        lines.append([str(deal), *(request.form.get(f"d{deal}s{place}", "")[:20] for place in range(len(seats)))])
    while len(lines) > 1 and not any(map(str.strip, lines[-1][1:])):
        lines.pop()
    return "\n".join("\t".join(cell.replace("\t", " ") for cell in line) for line in lines)


def mended(table: list[list[Cell]]) -> list[list[Cell]]:
    """Return the table with the cell replaced that this form mends."""
    row, _, column = request.form.get("at", "").partition(".")
    at, values = (natural_number(row), natural_number(column)), request.form.getlist("value")
    if not values or "close" in request.form:
        return table
    text = " ".join(values[-1].split())[:80]
    return [[cell._replace(text=text) if (cell.row, cell.column) == at else cell for cell in cells] for cells in table]


def went_out(number: int, match: WrittenMatch) -> dict[int, int]:
    """Return who is said to have gone out, by deal, where the figures allow it."""
    said = {}
    for deal, written in enumerate(match.deals, 1):
        on_paper = request.form.getlist(f"out{deal}") if number == 0 else []
        seat = natural_number((request.form.getlist(f"out{number}.{deal}") or on_paper or [""])[-1])
        if seat is not None and seat < len(written.points) and seat in could_be_out(written.points):
            said[deal] = seat
    return said


def could_be_out(line: Sequence[int | None]) -> list[int]:
    """Return the seats that may have gone out: those with 0, or else those without a figure."""
    return [seat for seat, figure in enumerate(line) if figure == (0 if 0 in line else None)]


@bp.get("/new/<game_id>/sheet")
def show(game_id: str) -> ResponseReturnValue:
    """Return the page to paste a sheet into, or the one for final totals."""
    page = Page(game_id)
    return final(page) if "final" in request.args else paste(page)


@bp.post("/new/<game_id>/sheet")
def enter(game_id: str) -> ResponseReturnValue:
    """Return the preview of a sheet, with a slip over it if a cell was tapped; with `save`, save its matches."""
    request.max_content_length = request.max_form_memory_size = LARGEST + AROUND
    check_sizes([(name, value) for name, value in request.form.items(multi=True) if name != "sheet"])
    page = Page(game_id)
    if "final" in request.form:
        return final(page)
    if "again" in request.form or not page.text.strip():
        return paste(page)
    try:
        page.read()
    except NoSheet as error:
        return (final if "who0" in request.form else paste)(page, error.why), 422
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
        answer = in_charge(code, answer)
    return answer


@bp.post("/m/<code>/brought-in/undo")
def undo(code: str) -> ResponseReturnValue:
    """Delete this match and those that were brought in with it, on the same evening."""
    if number := brought_in.take_back(store(), the_match(code).key):
        return redirect(url_for("home.show", undone=number), 303)
    late = N_("They were brought in on another evening. Each can be deleted in the menu of its table.")
    return posting.conflict_page(Refused("match", late), url_for("table.sheet", code=code))


def state(page: Page) -> dict[str, object]:
    """Return the values that all pages of a sheet need."""
    typed, game = request.values, page.game
    return {
        "page": page,
        "table": page.table,
        "game": game,
        "games": GAMES.values(),
        "typed": typed,
        "seating": page.table.seating,
        "points": points(game, typed, 0),
        "latest": date.today().isoformat(),
    }


def paste(page: Page, fault: object = None) -> str:
    """Return the page to paste a sheet into, with what was pasted."""
    text = page.text if isinstance(page.text, str) and len(page.text) <= REPEATED else ""
    names = list(filter(None, page.table.seating.names))
    blank = blank_sheet.address(page.game, said_house(page.game, request.values), names)
    return render_template("bring_in/paste.html", **state(page), text=text, fault=fault, blank=blank)


def final(page: Page, fault: object = None) -> str:
    """Return the page for the final totals of one match."""
    return render_template("bring_in/final.html", **state(page), fault=fault)


def preview(page: Page, fault: object = None) -> str:
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
        tables=TABLES,
        Kind=Kind,
    )


def tapped(page: Page) -> Cell | None:
    """Return the cell that was tapped."""
    at = request.form.get("cell", "")
    return next((cell for row in page.cells for cell in row if f"{cell.row}.{cell.column}" == at), None)


def picked(page: Page) -> tuple[Shown, int] | None:
    """Return the match and the deal of which it was asked who went out."""
    number, _, deal = request.form.get("pick", "").partition(".")
    match, of = natural_number(number), natural_number(deal)
    there = [shown for shown in page.found if shown.number == match and of in shown.one.written.numbers]
    return (there[0], of) if there and of else None

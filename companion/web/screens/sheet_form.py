"""A sheet of points in a form: its rows of cells, pasted, chosen or typed, and the answers about what is odd in it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from flask import request

from companion.names import same
from companion.rules.text import N_, Text, natural_number, whole_number
from companion.sheet.commands.written_match import NOBODY, Brought, brought
from companion.sheet.days import tonight
from companion.sheet.written.layout import match_on_paper, matches_in
from companion.sheet.written.matches import Reading, WrittenMatch, figure
from companion.sheet.written.tables import LARGEST, Cell, shown, table_of, text_in
from companion.storage import brought_in
from companion.storage.matches import Match
from companion.web.forms.posting import NO_DAY, day_of, store
from companion.web.guard.permissions import own_matches
from companion.web.screens import setup

BONUS = 3  # bonus deals of a table typed cell by cell


@dataclass(frozen=True)
class PreviewedMatch:
    """A match in the preview, with its number and one like it that is here already."""

    number: int
    one: Brought
    outs: Mapping[int, int]  # seat that went out by the form's answers, by deal
    twin: Match | None

    @cached_property
    def odd(self) -> set[tuple[int | None, int | None]]:
        """The deals and seats that there are doubts about."""
        return {(doubt.deal, doubt.seat) for doubt in self.one.doubts}

    @property
    def kept(self) -> bool:
        """True if it is to be saved: a match that is here already only if it is said so."""
        return self.twin is None or str(self.number) in request.form.getlist("too")


class SheetForm:
    """A sheet and the answers about it, as this form gives them."""

    def __init__(self, game_id: str):
        self.game = setup.the_game(request.form.get("game") or game_id)
        self.table = setup.read_table(self.game, request.values)
        self.on_paper = "d1s0" in request.values
        self.text = pasted()
        self.day = day_of(request.form.get("day", "")) if "day" in request.form else tonight()
        self.reading = (request.form.getlist("reading") or [""])[-1]
        self.cells: list[list[Cell]] = []
        self.found: list[PreviewedMatch] = []
        self.running: list[int] = []

    def read(self) -> None:
        """Read the sheet with the answers.

        Raises: NoSheet: with the line at fault."""
        read = self.typed if self.on_paper else table_of(self.text, [self.game.name, self.game.id])
        self.cells = corrected(read)
        self.text = self.text if self.cells is read else text_in(self.cells)  # a refused sheet stays as it was typed
        written = self.matches({})
        self.running = [number for number, match in enumerate(written) if match.reading == Reading.RUNNING]
        if self.reading == Reading.POINTS:
            written = self.matches(dict.fromkeys(self.running, Reading.POINTS))
        for number, match in enumerate(written):
            outs = went_out(number, match)
            typed = request.form.get(f"day{number}")
            day = day_of(typed) if typed else match.day or self.day
            dealer = self.table.first_dealer if self.on_paper else 0
            one = brought(self.game, match, day, outs, self.table.house, dealer)
            if self.on_paper:
                one = replace(one, doubts=[*one.doubts, *match.blanks])
            twin = brought_in.here_already(store(), one.sheet, day, own_matches())
            self.found.append(PreviewedMatch(number, one, outs, twin))
        self.text = text_in(self.cells)

    def matches(self, readings: Mapping[int, Reading]) -> list[WrittenMatch]:
        """Return the matches in the cells; `readings` overrule what the figures say."""
        if self.on_paper:
            return [match_on_paper(self.cells, self.deals, readings.get(0))]
        return matches_in(self.cells, self.deals, readings)

    @property
    def deals(self) -> int:
        """The number of deals under these house rules, for the players who are seated."""
        players = len(self.table.names) or None
        return len(self.game.with_house_rules(self.table.house, players, any_players=True).deals)

    @cached_property
    def typed(self) -> list[list[Cell]]:
        """The table as it was typed cell by cell: the names, and a line for each deal up to the last one played."""
        names = self.table.names
        rows = [["", *names]]
        for deal in range(1, self.deals + BONUS + 1):
            line = [request.values.get(f"d{deal}s{seat}", "") for seat in range(len(names))]
            rows.append([str(deal), *(shown(text[:20].strip()) for text in line)])
        while len(rows) > 1 and not any(rows[-1][1:]):
            rows.pop()
        return [[Cell(text, row, column) for column, text in enumerate(cells)] for row, cells in enumerate(rows)]

    @property
    def blank(self) -> bool:
        """True if it has no points yet."""
        return len(self.typed) == 1 if self.on_paper else not self.text.strip()

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
    def unplayed_bonus(self) -> bool:
        """True if a match typed cell by cell ends in a tie that a bonus deal would break."""
        one = self.found[0].one
        return self.on_paper and len(one.sheet.schedule) > max(self.deals, len(one.written.lines))

    @property
    def kept(self) -> list[PreviewedMatch]:
        """The matches to be saved."""
        return [shown for shown in self.found if shown.kept]

    @property
    def fault(self) -> Text | None:
        """The reason why nothing can be saved yet."""
        if any(shown.one.sheet.note.day is None for shown in self.found):
            return Text(NO_DAY)
        if not self.kept:
            return Text(N_("Nothing is saved: every match here is on this companion already."))
        return self.unreadable

    @property
    def unreadable(self) -> Text | None:
        """The first unreadable figure of the matches to be saved, in words; None without one."""
        return next(filter(None, (shown.one.unreadable for shown in self.kept)), None)


def with_day(typed: Mapping[str, str]) -> dict[str, str]:
    """Return the fields of a form with the day of the present evening, unless one is given."""
    return {**typed, "day": typed.get("day") or tonight().isoformat()}


def pasted() -> bytes | str:
    """Return the chosen file, the final totals that were typed, or the pasted text."""
    file = request.files.get("file")
    if file and file.filename:
        return file.stream.read(LARGEST + 1)
    names = {name[5:]: value for name, value in request.form.items() if name.startswith("total") and value.strip()}
    if names:
        players = [request.form.get(f"who{seat}", "").replace("\t", " ")[:80] for seat in names]
        return "\n".join(["\t".join(["", *players]), "\t".join(["Total", *names.values()])])
    return request.form.get("sheet", "")


def final_fault() -> Text | None:
    """Return the first name without points, or points without a name, of final totals as typed; None without one."""
    for field, typed_name in request.form.items():
        name, total = typed_name.strip(), request.form.get(f"total{field[3:]}", "").strip()
        if not field.startswith("who") or not (name or total):
            continue
        if not name:
            return Text(N_("Whose are the {points} points? Enter a name."), points=total)
        if not total:
            return Text(N_("{name}: nothing is entered."), name=name)
        if figure(Cell(total, 0, 0)) is None:
            return Text(N_("{name}: “{value}” is not a number of points."), name=name, value=total)
    return None


def corrected(table: list[list[Cell]]) -> list[list[Cell]]:
    """Return the table with the corrected text of the cell that the form names."""
    row, _, column = request.form.get("at", "").partition(".")
    at, values = (natural_number(row), natural_number(column)), request.form.getlist("value")
    if not values or "close" in request.form:
        return table
    text = " ".join(values[-1].split())[:80]
    return [[cell._replace(text=text) if (cell.row, cell.column) == at else cell for cell in cells] for cells in table]


def went_out(number: int, match: WrittenMatch) -> dict[int, int]:
    """Return the seat that went out by the form's answers, by deal, where the figures allow it."""
    said = {}
    for deal, written in enumerate(match.lines, 1):
        seat = whole_number((request.values.getlist(f"out{number}.{deal}") or [""])[-1])
        if seat is not None and seat in (NOBODY, *could_be_out(written.points)) and written.out is None:
            said[deal] = seat
    return said


def could_be_out(line: Sequence[int | None]) -> list[int]:
    """Return the seats that may have gone out: those with 0, or else those without a figure."""
    return [seat for seat, figure in enumerate(line) if figure == (0 if 0 in line else None)]

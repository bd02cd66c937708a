"""A match as it was written down on paper or in a spreadsheet, and the doubts that its figures raise."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum

from companion.sheet.written.tables import Cell, Mark


class Reading(StrEnum):
    """The way the figures of a match are read."""

    POINTS = "points"  # each deal's
    RUNNING = "running"  # totals so far
    TOTALS = "totals"  # of the whole match


class DoubtKind(StrEnum):
    """The kind of a doubt."""

    OUT_UNKNOWN = "out-unknown"  # no zero in a deal, or several
    TOTAL_DIFFERS = "total-differs"  # the sheet's own sum is another
    UNREADABLE = "unreadable"  # a cell is no figure
    IMPOSSIBLE = "impossible"  # no hand of the deal comes to it
    BLANK = "blank"  # a cell is blank beside a zero
    NO_BONUS = "no-bonus"  # a bonus deal that no tie calls for, or that is not complete


@dataclass(frozen=True)
class Doubt:
    """A doubt about a match, with the deal (from 1) and the seat it is about."""

    kind: DoubtKind
    deal: int | None = None
    seat: int | None = None


@dataclass(frozen=True)
class WrittenDeal:
    """A deal as written: points by seat, None where a player has no figure, and the cells they were read from."""

    points: tuple[int | None, ...]
    cells: tuple[Cell, ...] = ()

    @property
    def out(self) -> int | None:
        """The seat with the only 0; None without one."""
        return self.points.index(0) if self.points.count(0) == 1 else None

    @property
    def blank(self) -> bool:
        """True if no player has a figure: the deal was not scored."""
        return all(points is None for points in self.points)


@dataclass(frozen=True)
class WrittenMatch:
    """A match as written down, and the doubts about it."""

    reading: Reading
    players: tuple[str, ...]
    deals: tuple[WrittenDeal, ...] = ()
    day: date | None = None
    line: int = 1
    starts: Mapping[int, int] = field(default_factory=dict)  # starting points by seat
    adjustments: tuple[tuple[int, int, str], ...] = ()  # seat, points and reason
    bonus: tuple[WrittenDeal, ...] = ()  # deals between players who tie
    written: tuple[Cell, ...] = ()  # the sheet's own totals
    heads: tuple[Cell, ...] = ()  # the cells of the names

    @property
    def lines(self) -> tuple[WrittenDeal, ...]:
        """Its deals and the bonus deals after them."""
        return (*self.deals, *self.bonus)

    def place(self, cell: Cell) -> tuple[int, int] | None:
        """Return the number of the deal and the seat of a figure; deal 0 for a final total, None for another cell."""
        rows = [self.written, *(deal.cells for deal in self.lines)]
        return next(((number, cells.index(cell)) for number, cells in enumerate(rows) if cell in cells), None)

    @property
    def totals(self) -> tuple[int, ...]:
        """Sums of what is there; with totals only, as written."""
        if self.reading == Reading.TOTALS:
            return tuple(figure(cell) or 0 for cell in self.written)
        given = [sum(points for seat, points, _ in self.adjustments if seat == at) for at in range(len(self.players))]
        sums = [sum(deal.points[at] or 0 for deal in self.deals) for at in range(len(self.players))]
        return tuple(self.starts.get(at, 0) + given[at] + sums[at] for at in range(len(self.players)))

    @property
    def doubts(self) -> list[Doubt]:
        """The doubts that the figures alone raise, deal by deal."""
        found = []
        for number, deal in enumerate(self.lines, 1):
            if not deal.blank and deal.points.count(0) != 1:
                found.append(Doubt(DoubtKind.OUT_UNKNOWN, number))
            odd = [seat for seat, cell in enumerate(deal.cells) if cell.text and cell.points is None]
            found += [Doubt(DoubtKind.UNREADABLE, number, seat) for seat in odd]
        if self.reading == Reading.TOTALS:
            odd = [seat for seat, cell in enumerate(self.written) if figure(cell) is None]
            return found + [Doubt(DoubtKind.UNREADABLE, seat=seat) for seat in odd]
        sums = zip(self.written, self.totals, strict=False)
        differ = [seat for seat, (cell, due) in enumerate(sums) if figure(cell) not in (None, due)]
        return found + [Doubt(DoubtKind.TOTAL_DIFFERS, seat=seat) for seat in differ]

    @property
    def blanks(self) -> list[Doubt]:
        """A doubt for each player without a figure in a deal of which it is known who went out."""
        played = [(number, deal) for number, deal in enumerate(self.deals, 1) if 0 in deal.points]
        return [
            Doubt(DoubtKind.BLANK, number, seat)
            for number, deal in played
            for seat, cell in enumerate(deal.cells)
            if not cell.text
        ]


def figure(cell: Cell) -> int | None:
    """Return the figure in a cell; None for a mark."""
    points = cell.points
    return points if isinstance(points, int) else None


def misspelt(cell: Cell) -> bool:
    """Return whether a cell holds a mistyped figure: one word with a digit in it, such as 3x, or 12O with a letter."""
    return cell.points is None and re.fullmatch(r"\S*\d\S*", cell.text) is not None


def points_in(rows: Sequence[Sequence[Cell]]) -> Iterator[WrittenDeal]:
    """Yield the deals of rows with each deal's points: a dash is 0 where its row has no other."""
    for row in rows:
        found = [cell.points for cell in row]
        zeros = {Mark.OUT: 0, Mark.DASH: None if 0 in found or Mark.OUT in found else 0}
        yield WrittenDeal(tuple(zeros[one] if isinstance(one, Mark) else one for one in found), tuple(row))


def differences(rows: Sequence[Sequence[Cell]]) -> Iterator[WrittenDeal]:
    """Yield the deals of rows with totals so far; a mark is a total that stays."""
    before = [0] * len(rows[0]) if rows else []
    for row in rows:
        now = [
            total if isinstance(cell.points, Mark) else figure(cell) for cell, total in zip(row, before, strict=True)
        ]
        yield WrittenDeal(
            tuple(None if total is None else total - then for total, then in zip(now, before, strict=True)), tuple(row)
        )
        before = [then if total is None else total for total, then in zip(now, before, strict=True)]

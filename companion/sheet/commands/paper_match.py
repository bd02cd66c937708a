"""A match played with a pencil, entered from its table of points by the same acts that book it at the table."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from companion.rules.deals import Deal
from companion.rules.text import N_, Text
from companion.rules.typed import natural_number, whole_number
from companion.sheet.commands import booking, ending
from companion.sheet.ledger import Action, Entry
from companion.sheet.refusals import Refused
from companion.sheet.scoresheet import Sheet

A_BONUS = N_(
    "A bonus is no part of the line: type the points of the cards, 0 for whoever went out. The bonus is booked "
    "afterwards by itself, under Bonus or fine."
)
NOBODY = -1  # said of a deal in which nobody went out


@dataclass(frozen=True)
class Line:
    """A deal as it stands on paper: the points of each seat as typed, and who went out where that is said."""

    points: Mapping[int, str]
    out: int | None = None

    @property
    def blank(self) -> bool:
        """Whether nothing is written there."""
        return not any(self.points.values())


@dataclass(frozen=True)
class Paper:
    """What a table of points comes to: the sheet, and what cannot be, by deal and seat; None where it is the deal."""

    sheet: Sheet
    faults: Mapping[tuple[int, int | None], Text] = field(default_factory=dict)
    nobody_out: Sequence[int] = ()  # the deals in which nobody has 0, and it is not said that nobody went out


def read_paper(sheet: Sheet, lines: Sequence[Line]) -> Paper:
    """The sheet with the deals of that table: a blank line was not played, and behind the last one the match ended."""
    last = max((number for number, line in enumerate(lines, 1) if not line.blank), default=0)
    faults: dict[tuple[int, int | None], Text] = {}
    for number, line in enumerate(lines[:last], 1):
        deal = sheet.current
        if deal is None or deal.number != number:
            faults[number, None] = Text(N_("The match was over before this."))
            break
        sheet = read_line(sheet, deal, line, faults)
    if last and not faults and sheet.current:
        sheet = sheet.with_entries(ending.stop(sheet))
    return Paper(sheet, faults, nobody_out(sheet, lines))


def nobody_out(sheet: Sheet, lines: Sequence[Line]) -> list[int]:
    """The deals in which nobody went out, where that is not said."""
    booked = [number for number in range(1, len(lines) + 1) if sheet.closed(number) == Action.BOOKED]
    return [number for number in booked if sheet.out(number) is None and lines[number - 1].out is None]


def read_line(sheet: Sheet, deal: Deal, line: Line, faults: dict[tuple[int, int | None], Text]) -> Sheet:
    """The sheet with one more deal of the table; what cannot be is added to the faults, and the deal given up."""
    if line.blank:
        return sheet.with_entries(booking.abandon(sheet, deal.number))
    seats, known = sheet.seats_in(deal), len(faults)
    try:
        out = went_out(line, seats)
        now = sheet.with_entries(booking.end_play(sheet, deal.number, out))
    except Refused as refused:
        faults[deal.number, None] = refused.reason
        return sheet.with_entries(booking.abandon(sheet, deal.number))
    for seat in seats:
        try:
            if seat == out:
                no_points(line.points.get(seat, ""))
            else:
                now = now.with_entries(count(now, deal, seat, line.points.get(seat, "")))
        except Refused as refused:
            faults[deal.number, seat] = refused.reason
    if len(faults) > known:
        return sheet.with_entries(booking.abandon(sheet, deal.number))
    return now.with_entries(booking.book(now, deal.number))


def count(sheet: Sheet, deal: Deal, seat: int, points: str) -> list[Entry]:
    """A player's points in a deal; on paper there is nothing to count them from."""
    if not points.strip():
        raise Refused("total", Text(N_("Nothing is entered. Blank is not zero: type the points.")))
    if (whole_number(points) or 0) < 0:
        raise Refused("total", Text(A_BONUS))
    return booking.count_hand(sheet, deal.number, seat, "", points)


def no_points(points: str) -> None:
    """Refused where points are written beside whoever went out."""
    if (whole_number(points) or 0) < 0:
        raise Refused("total", Text(A_BONUS))
    if points.strip() and natural_number(points) != 0:
        raise Refused("total", Text(N_("Whoever went out has 0: clear these points, or say who else went out.")))


def went_out(line: Line, seats: Sequence[int]) -> int | None:
    """Who went out: as said, else who has 0, or alone has nothing written; None where nobody did."""
    if line.out is not None:
        return None if line.out == NOBODY else line.out
    written = {seat: line.points.get(seat, "").strip() for seat in seats}
    zeros = [seat for seat in seats if natural_number(written[seat]) == 0]
    blanks = [seat for seat in seats if not written[seat]]
    if len(zeros) > 1:
        raise Refused("out", Text(N_("Several have 0: say who went out.")))
    return next(iter(zeros or blanks[:1]), None)

"""A match as a whole: ended before its last deal, resumed, continued in a rematch, noted, or entered from paper."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date

from companion.rules.deals import Deal
from companion.rules.text import N_, Text, natural_number, whole_number
from companion.sheet.commands import booking
from companion.sheet.hand_entry import read_total
from companion.sheet.ledger import WHOLE, Action, Entry, EntryKind
from companion.sheet.refusals import Refused
from companion.sheet.scoresheet import Sheet


def stop(sheet: Sheet) -> list[Entry]:
    """End the match here; the entries of the current deal stay for a later resumption."""
    if sheet.finished:
        raise Refused("match", N_("This match is over already."))
    return [sheet.next_entry(EntryKind.STOP, WHOLE, how=Action.ENDED)]


def resume(sheet: Sheet) -> list[Entry]:
    """Resume the match at the point where it was ended."""
    if not sheet.stopped:
        raise Refused("match", N_("This match was not ended early."))
    return [sheet.next_entry(EntryKind.STOP, WHOLE, how=Action.RESUMED)]


def went_on(sheet: Sheet, code: str) -> list[Entry]:
    """Record the match's rematch; returns no entries if one is recorded already."""
    return [] if sheet.rematch else [sheet.next_entry(EntryKind.REMATCH, WHOLE, body={"code": code})]


def remember(sheet: Sheet, text: str | None = None, place: str | None = None, day: date | None = None) -> list[Entry]:
    """Set the text, place and day of the note (None: unchanged); returns no entries if nothing changes."""
    note = sheet.note
    before = {"text": note.text, "place": note.place} | ({"day": note.day.isoformat()} if note.day else {})
    said = {"text": text, "place": place, "day": day.isoformat() if day else None}
    now = before | {name: value for name, value in said.items() if value is not None}
    return [] if now == before else [sheet.next_entry(EntryKind.NOTE, WHOLE, body=now)]


A_BONUS = N_(
    "Type only the points for cards here, 0 for the player who went out. Save the bonus afterwards, under Bonus or "
    "fine."
)
NOBODY = -1  # marks a deal in which no player went out


@dataclass(frozen=True)
class PaperDeal:
    """A deal as written on paper: the points of each seat as typed, and the player who went out, if given."""

    points: Mapping[int, str]
    out: int | None = None

    @property
    def blank(self) -> bool:
        """True if the line is empty."""
        return not any(self.points.values())


@dataclass(frozen=True)
class Paper:
    """A parsed table of points: the sheet, and the faults by deal and seat (None: the deal itself)."""

    sheet: Sheet
    faults: Mapping[tuple[int, int | None], Text] = field(default_factory=dict)
    nobody_out: Sequence[int] = ()  # deals without a 0 whose line does not state that no player went out


def read_paper(sheet: Sheet, lines: Sequence[PaperDeal]) -> Paper:
    """Return the sheet with the deals of that table: blank lines were not played, and the last one ended the match."""
    last = max((number for number, line in enumerate(lines, 1) if not line.blank), default=0)
    faults: dict[tuple[int, int | None], Text] = {}
    for number, line in enumerate(lines[:last], 1):
        deal = sheet.current
        if deal is None or deal.number != number:
            faults[number, None] = Text(N_("The match was already over before this line."))
            break
        sheet = read_line(sheet, deal, line, faults)
    if last and not faults and sheet.current:
        sheet = sheet.with_entries(stop(sheet))
    return Paper(sheet, faults, nobody_out(sheet, lines))


def nobody_out(sheet: Sheet, lines: Sequence[PaperDeal]) -> list[int]:
    """Return the deals in which no player went out although the line does not state that."""
    booked = [number for number in range(1, len(lines) + 1) if sheet.closed(number) == Action.BOOKED]
    return [number for number in booked if sheet.out(number) is None and lines[number - 1].out is None]


def read_line(sheet: Sheet, deal: Deal, line: PaperDeal, faults: dict[tuple[int, int | None], Text]) -> Sheet:
    """Return the sheet with one more deal of the table; on faults, these are recorded and the deal is abandoned."""
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
            now = now.with_entries(count(now, deal, seat, line.points.get(seat, "")))
        except Refused as refused:
            faults[deal.number, seat] = refused.reason
    if len(faults) > known:
        return sheet.with_entries(booking.abandon(sheet, deal.number))
    return now.with_entries(booking.book(now, deal.number))


def count(sheet: Sheet, deal: Deal, seat: int, points: str) -> list[Entry]:
    """Return the entries for a player's points in a deal; on paper there are no cards."""
    if (whole_number(points) or 0) < 0:
        raise Refused("total", A_BONUS)
    if seat == sheet.out(deal.number):
        read_total(sheet.game, deal, points.strip() or "0", out=True)
        return []
    if not points.strip():
        raise Refused("total", N_("Nothing is entered. Blank does not mean zero: type the points."))
    return booking.count_hand(sheet, deal.number, seat, "", points)


def went_out(line: PaperDeal, seats: Sequence[int]) -> int | None:
    """Return the seat that went out: as given, else the one with 0, else the first blank one; None if no player did."""
    if line.out is not None:
        return None if line.out == NOBODY else line.out
    written = {seat: line.points.get(seat, "").strip() for seat in seats}
    zeros = [seat for seat in seats if natural_number(written[seat]) == 0]
    blanks = [seat for seat in seats if not written[seat]]
    if len(zeros) > 1:
        raise Refused("out", N_("Several players have 0: choose who went out."))
    return next(iter(zeros or blanks[:1]), None)

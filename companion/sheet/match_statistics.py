"""What a finished match says of each who played it, in figures that are summed up over years."""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.sheet.awards import jokers_in
from companion.sheet.scoresheet import Sheet


@dataclass(frozen=True)
class Figures:
    """One player's match in figures."""

    out: int  # deals they went out in
    calls: int
    jokers: int  # cards caught in hand
    heaviest: int  # points of their heaviest hand
    comeback: int  # points the winner of a whole match once lay behind whoever led; 0 for all others
    run: int  # deals one after another that they went out in, at most
    deals: dict[int, int]  # points by the number of each deal they played


def figures(sheet: Sheet, seat: int) -> Figures:
    """What the deals of the schedule say of a seat; bonus deals decide a tie and are not counted."""
    booked = sheet.play.counted
    played = [deal.number for deal in booked if seat in sheet.seats_in(deal)]
    went_out = [sheet.out(deal) == seat for deal in played]
    points = {deal: sheet.penalty(deal, seat) or 0 for deal in played}
    return Figures(
        out=sum(went_out),
        calls=sum(sheet.calls(deal, seat) for deal in played),
        jokers=sum(jokers_in(sheet, deal, seat) for deal in played),
        heaviest=max(points.values(), default=0),
        comeback=comeback(sheet, seat, [deal.number for deal in booked]),
        run=longest(went_out),
        deals=points,
    )


def comeback(sheet: Sheet, seat: int, booked: Sequence[int]) -> int:
    """The most points the winner of a whole match lay behind the lowest total after a deal, among all whose it was."""
    whole = sheet.standing.whole
    if seat not in sheet.winners or seat not in whole:
        return 0
    totals = [{other: sheet.points.total_after(deal, other) for other in whole} for deal in booked]
    return max((total[seat] - min(total.values()) for total in totals), default=0)


def longest(went_out: Sequence[bool]) -> int:
    """The longest run of deals one after another that somebody went out in."""
    most = run = 0
    for out in went_out:
        run = run + 1 if out else 0
        most = max(most, run)
    return most

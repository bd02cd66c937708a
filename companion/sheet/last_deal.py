"""Last deal: who can still win, and by what difference; the hands themselves are not foreseen."""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.rules.deals import Deal
from companion.sheet.scoresheet import Sheet

Reach = tuple[int, int]  # least and most points


@dataclass(frozen=True)
class Gap:
    """A condition between seats: at least this many points fewer than the other; negative: at most that many more."""

    other: int
    fewer: int


@dataclass(frozen=True)
class Chance:
    """A seat that can still win, alone or only by a tie, and its conditions, each needed and together enough.

    No condition: the seat wins whatever the hands are."""

    seat: int
    alone: bool
    gaps: tuple[Gap, ...]


def chances(sheet: Sheet) -> list[Chance]:
    """Return the chances of all seats that can still win, the lowest total first; empty before the last deal.

    In a bonus round the totals so far are level and do not count (T21, F17)."""
    deal = sheet.current
    if deal is None or not sheet.leaders or deal.number < len(sheet.game.deals):
        return []
    playing = sheet.seats_in(deal)
    seats = playing if deal.bonus else [seat for seat in sheet.staying if seat in {*sheet.contenders, *playing}]
    totals = {seat: 0 if deal.bonus else sheet.totals[seat] for seat in seats}
    return ways(totals, {seat: reach(sheet, deal, seat) if seat in playing else (0, 0) for seat in seats})


def reach(sheet: Sheet, deal: Deal, seat: int) -> Reach:
    """Return the least and the most points that a seat can have from the hand of a deal, or those counted already."""
    known = sheet.penalty(deal.number, seat)
    if known is not None:
        return known, known
    possible = sheet.game.possible_totals(deal)
    may_be_zero = not sheet.play_ended(deal) or not sheet.game.one_player_goes_out
    return min(possible[0], 0) if may_be_zero else possible[0], possible[-1]


def ways(totals: Mapping[int, int], reaches: Mapping[int, Reach]) -> list[Chance]:
    """Return the chances of seats with these totals before the deal and these possible points in it."""
    least, most = ({seat: totals[seat] + reaches[seat][end] for seat in totals} for end in (0, 1))
    found = []
    for seat in sorted(totals, key=lambda seat: totals[seat]):
        rivals = sorted(set(totals) - {seat}, key=lambda other: totals[other])
        if any(least[seat] > most[other] for other in rivals):
            continue
        alone = all(least[seat] < most[other] for other in rivals)
        gaps: list[Gap] = []
        highest = most[seat]  # total with which the conditions so far are still met
        for other in rivals:
            if highest < least[other] + (not alone):
                continue
            gaps.append(Gap(other, totals[seat] - totals[other] + alone))
            highest = min(highest, most[other] - alone)
        found.append(Chance(seat, alone, tuple(gaps)))
    return found

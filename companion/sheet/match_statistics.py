"""Statistics of a finished match for each player, to be summed over years, and its awards."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from companion.rules.text import N_, Label
from companion.sheet.ledger import Action, EntryKind
from companion.sheet.scoresheet import Sheet

SHOWN = 3  # number of awards shown side by side


@dataclass(frozen=True)
class Award:
    """A remarkable figure, a phrase for it, and the seats that share it."""

    figure: int
    what: Label
    seats: tuple[int, ...]


def awards(sheet: Sheet) -> list[Award]:
    """Return the awards of a match, the most telling first, without those that no player earned."""
    all_seats = [figures(sheet, seat) for seat in sheet.seats]
    found = [
        best([one.jokers for one in all_seats], N_("joker in hand"), N_("jokers in hand")),
        best([one.calls for one in all_seats], sheet.game.text(N_("{call} made")), sheet.game.text(N_("{calls} made"))),
        best([one.heaviest for one in all_seats], N_("biggest hand"), N_("biggest hand")),
        best([one.out for one in all_seats], N_("hand won"), N_("hands won")),
    ]
    return [award for award in found if award.figure][:SHOWN]


def best(figures: list[int], one: Label, many: Label) -> Award:
    """Return the award for the highest figure and the seats that reached it."""
    high = max(figures)
    return Award(high, one if high == 1 else many, tuple(seat for seat, figure in enumerate(figures) if figure == high))


def jokers_in(sheet: Sheet, deal: int, seat: int) -> int:
    """Return the number of jokers left over in one hand."""
    hand = sheet.latest(EntryKind.HAND, deal, seat)
    if hand is None or sheet.out(deal) == seat:
        return 0
    left = hand.body.get("left", []) if hand.how == Action.ARRANGED else hand.cards.split()
    return int(left.count("JK"))


@dataclass(frozen=True)
class Figures:
    """One player's match in figures."""

    out: int  # deals that the player went out in
    unknown: int  # deals of which it is not known who went out
    calls: int
    jokers: int  # jokers caught in hand
    heaviest: int  # points of the heaviest hand
    comeback: int  # most points by which the winner of a whole match trailed the leader; 0 for all others
    run: int  # longest run of consecutive deals that the player went out in
    deals: dict[int, int]  # points by deal number


def figures(sheet: Sheet, seat: int) -> Figures:
    """Return the figures of a seat; bonus deals, which decide a tie, are not counted."""
    booked = sheet.counted_deals
    played = [deal.number for deal in booked if seat in sheet.seats_in(deal)]
    went_out = [sheet.out(deal) == seat for deal in played]
    points = {deal: sheet.penalty(deal, seat) or 0 for deal in played}
    return Figures(
        out=sum(went_out),
        unknown=sum(sheet.winner_unknown(deal) for deal in played),
        calls=sum(sheet.calls(deal, seat) for deal in played),
        jokers=sum(jokers_in(sheet, deal, seat) for deal in played),
        heaviest=max(points.values(), default=0),
        comeback=comeback(sheet, seat, [deal.number for deal in booked]),
        run=longest(went_out),
        deals=points,
    )


def comeback(sheet: Sheet, seat: int, booked: Sequence[int]) -> int:
    """Return the most points by which the winner of a whole match trailed another of its players after a deal."""
    whole = sheet.whole
    if seat not in sheet.winners or seat not in whole:
        return 0
    totals = [{other: sheet.total_after(deal, other) for other in whole} for deal in booked]
    return max((total[seat] - min(total.values()) for total in totals), default=0)


def longest(wins: Iterable[bool]) -> int:
    """Return the length of the longest winning streak."""
    return max((len(list(group)) for won, group in groupby(wins) if won), default=0)

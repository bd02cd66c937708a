"""Awards of a match: jokers caught in hand, calls, the heaviest hand, and the player who went out most."""

from dataclasses import dataclass

from companion.rules.text import N_
from companion.sheet.ledger import EntryKind
from companion.sheet.scoresheet import Sheet

SHOWN = 3  # number of awards shown side by side


@dataclass(frozen=True)
class Award:
    """A remarkable figure, a phrase for it, and the seats that share it."""

    figure: int
    what: str  # a phrase for the translators
    seats: tuple[int, ...]


def awards(sheet: Sheet) -> list[Award]:
    """Return the awards of a match, the most telling first, without those that no player earned."""
    booked = [deal.number for deal in sheet.play.counted]
    out = [sum(sheet.out(deal) == seat for deal in booked) for seat in sheet.seats]
    heaviest = [max((sheet.penalty(deal, seat) or 0 for deal in booked), default=0) for seat in sheet.seats]
    jokers = [sum(jokers_in(sheet, deal, seat) for deal in booked) for seat in sheet.seats]
    calls = [sum(sheet.calls(deal, seat) for deal in booked) for seat in sheet.seats]
    found = [
        best(jokers, N_("joker in hand"), N_("jokers in hand")),
        best(calls, N_("call made"), N_("calls made")),
        best(heaviest, N_("biggest hand"), N_("biggest hand")),
        best(out, N_("hand won"), N_("hands won")),
    ]
    return [award for award in found if award.figure][:SHOWN]


def best(figures: list[int], one: str, many: str) -> Award:
    """Return the award for the highest figure and the seats that reached it."""
    high = max(figures)
    return Award(high, one if high == 1 else many, tuple(seat for seat, figure in enumerate(figures) if figure == high))


def jokers_in(sheet: Sheet, deal: int, seat: int) -> int:
    """Return the number of jokers counted in one hand."""
    hand = sheet.latest(EntryKind.HAND, deal, seat)
    return hand.cards.split().count("JK") if hand and sheet.out(deal) != seat else 0

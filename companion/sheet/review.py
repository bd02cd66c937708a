"""Warnings for the scorekeeper before a deal is booked: impossible hands, and melds that may be overlooked."""

from companion.rules.deals import Deal
from companion.rules.text import Text
from companion.sheet.ledger import Action, EntryKind
from companion.sheet.scoresheet import Sheet


def doubts(sheet: Sheet, deal: Deal) -> dict[int, Text]:
    """Return the unlikely counts of cards, by seat (K35a)."""
    found = {}
    for seat in sheet.seats_in(deal):
        hand = sheet.latest(EntryKind.HAND, deal.number, seat)
        if hand and hand.how == Action.CARDS and sheet.out(deal.number) != seat:
            doubt = sheet.marks.doubt(deal, seat, len(hand.cards.split()))
            if doubt:
                found[seat] = doubt
    return found


def overlooked(sheet: Sheet, deal: Deal) -> dict[int, Text]:
    """Return questions about combinations among the cards counted as left over, by seat."""
    game, hands = sheet.game, {seat: sheet.latest(EntryKind.HAND, deal.number, seat) for seat in sheet.seats_in(deal)}
    counted = {seat: hand.cards.split() for seat, hand in hands.items() if hand and hand.how == Action.CARDS}
    found = {seat: game.missed_meld(deal, tokens) for seat, tokens in counted.items()}
    return {seat: text for seat, text in found.items() if text and sheet.out(deal.number) != seat}

"""What the scorekeeper is told before a deal is booked: hands that cannot be, and what may be overlooked in them."""

from companion.rules.deals import Deal
from companion.rules.text import Text
from companion.sheet.ledger import Action, EntryKind
from companion.sheet.scoresheet import Sheet


def doubts(sheet: Sheet, deal: Deal) -> dict[int, Text]:
    """What the scorekeeper is told before booking: by seat, counts of cards that cannot be (K35a)."""
    found = {}
    for seat in sheet.seats_in(deal):
        hand = sheet.latest(EntryKind.HAND, deal.number, seat)
        if hand and hand.how == Action.CARDS and sheet.out(deal.number) != seat:
            doubt = sheet.marks.doubt(deal, seat, len(hand.cards.split()))
            if doubt:
                found[seat] = doubt
    return found


def overlooked(sheet: Sheet, deal: Deal) -> dict[int, Text]:
    """What else is asked before booking: by seat, a combination among the cards counted as left over."""
    game, hands = sheet.game, {seat: sheet.latest(EntryKind.HAND, deal.number, seat) for seat in sheet.seats_in(deal)}
    counted = {seat: hand.cards.split() for seat, hand in hands.items() if hand and hand.how == Action.CARDS}
    found = {seat: game.missed_meld(deal, tokens) for seat, tokens in counted.items()}
    return {seat: text for seat, text in found.items() if text and sheet.out(deal.number) != seat}

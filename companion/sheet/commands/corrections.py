"""Corrections of a booked deal: who went out after all; each a new entry with its reason, the old ones stay."""

from companion.rules.text import N_, Text
from companion.sheet.commands.booking import count_hand
from companion.sheet.ledger import Action, Entry, EntryKind
from companion.sheet.refusals import Refused
from companion.sheet.scoresheet import Sheet


def correct_end(sheet: Sheet, number: int, seat: int, by: str, reason: str) -> list[Entry]:
    """This player went out after all; who was said to have done so must have a hand counted (B2, B3)."""
    if not reason:
        message = N_("{deal} is booked: say why it is corrected.")
        raise Refused("reason", Text(message, deal=sheet.title(number)))
    before = sheet.out(number)
    if before is not None and sheet.latest(EntryKind.HAND, number, before) is None:
        raise Refused(
            "out", Text(N_("{name} has no hand counted yet: correct that figure first."), name=sheet.names[before])
        )
    return [sheet.next_entry(EntryKind.END, number, how=Action.OUT, body={"out": seat}, by=by, reason=reason)]


def correct_out(
    sheet: Sheet, number: int, seat: int, out: int, cards: str, total: str, by: str, reason: str
) -> list[Entry]:
    """Somebody else went out: `seat` gets a hand after all, and `out` none (B2, B3)."""
    deal = sheet.deal(number)
    if deal is None or out == seat or out not in sheet.seats_in(deal):
        raise Refused("out", Text(N_("Say who went out instead.")))
    end = sheet.next_entry(EntryKind.END, number, how=Action.OUT, body={"out": out}, by=by, reason=reason)
    # Only then are the cards counted for the other player by mistake free again.
    hand = count_hand(sheet.with_entries([end]), number, seat, cards, total, by=by, reason=reason)
    return [end, *hand]

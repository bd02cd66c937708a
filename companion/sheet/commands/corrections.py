"""Correct a booked deal (a hand, or who went out): each correction is a new entry with a reason; the old ones stay."""

from companion.rules.text import N_, Text
from companion.sheet.commands.booking import count_hand
from companion.sheet.hand_entry import unchanged
from companion.sheet.ledger import Action, Entry, EntryKind
from companion.sheet.refusals import Refused
from companion.sheet.scoresheet import Sheet


def correct_hand(sheet: Sheet, number: int, seat: int, cards: str, total: str, *, by: str, reason: str) -> list[Entry]:
    """Replace a booked hand by another.

    Raises: Refused: for an impossible hand, without a reason, or if nothing would change.
    """
    standing = sheet.latest(EntryKind.HAND, number, seat)
    (hand,) = count_hand(sheet, number, seat, cards, total, by, reason)
    if standing and same_hand(standing, hand):
        message = N_("Nothing would change: {name} has {points} already.")
        field = "cards" if hand.cards else "total"
        raise Refused(field, Text(message, name=sheet.names[seat], points=hand.points))
    return [hand]


def same_hand(standing: Entry, hand: Entry) -> bool:
    """Return whether a hand is unchanged: the same points, and the same cards if it names any."""
    return unchanged(standing, hand) or (not hand.cards and hand.points == standing.points)


def correct_end(sheet: Sheet, number: int, seat: int, by: str, reason: str) -> list[Entry]:
    """Correct who went out: this player; the player entered before must have a counted hand (B2, B3)."""
    if not reason:
        message = N_("{deal} is already saved: give a reason for the correction.")
        raise Refused("reason", Text(message, deal=sheet.title(number)))
    before = sheet.out(number)
    if before == seat:
        raise Refused("out", Text(N_("Nothing would change: {name} went out already."), name=sheet.names[seat]))
    if before is not None and sheet.latest(EntryKind.HAND, number, before) is None:
        raise Refused(
            "out", Text(N_("{name} has no hand counted yet: correct that figure first."), name=sheet.names[before])
        )
    return [sheet.next_entry(EntryKind.END, number, how=Action.OUT, body={"out": seat}, by=by, reason=reason)]


def correct_out(
    sheet: Sheet, number: int, seat: int, out: int, cards: str, total: str, by: str, reason: str
) -> list[Entry]:
    """Correct who went out: `out` instead of `seat`, who gets a hand (B2, B3)."""
    deal = sheet.deal(number)
    if deal is None or out == seat or out not in sheet.seats_in(deal):
        raise Refused("out", Text(N_("Say who went out instead.")))
    end = sheet.next_entry(EntryKind.END, number, how=Action.OUT, body={"out": out}, by=by, reason=reason)
    # Only now are the cards free that were counted for the other player by mistake.
    hand = count_hand(sheet.with_entries([end]), number, seat, cards, total, by=by, reason=reason)
    return [end, *hand]

"""Correct a booked deal: a hand or who went out, and undo a correction; the old entries stay readable (B2, B8)."""

from companion.rules.text import N_
from companion.sheet.commands.booking import count_hand
from companion.sheet.hand_entry import unchanged
from companion.sheet.ledger import Action, Entry, EntryKind
from companion.sheet.refusals import Refused
from companion.sheet.scoresheet import Sheet


def correct_hand(sheet: Sheet, number: int, seat: int, cards: str, total: str, reason: str) -> list[Entry]:
    """Replace a booked hand by another.

    Raises: Refused: for an impossible hand, or if nothing would change.
    """
    standing = sheet.latest(EntryKind.HAND, number, seat)
    hand = next(iter(count_hand(sheet, number, seat, cards, total, reason)), standing)
    assert hand
    same_total = standing and not hand.cards and hand.points == standing.points
    if standing and (unchanged(standing, hand) or same_total):
        message = N_("Nothing to change: {name} already has {points}.")
        field = "cards" if hand.cards else "total"
        raise Refused(field, message, name=sheet.names[seat], points=hand.points)
    return [hand]


def correct_end(sheet: Sheet, number: int, seat: int, reason: str) -> list[Entry]:
    """Correct who went out: this player; the player entered before must have a counted hand (B2, B3).

    Raises: Refused: if that hand is missing, nobody plays at that seat, or nothing would change.
    """
    before, deal = sheet.out(number), sheet.deal(number)
    if deal is None or seat not in sheet.seats_in(deal):
        raise Refused("out", N_("{deal}: nobody plays at that seat."), deal=sheet.title(number))
    if before == seat:
        raise Refused("out", N_("Nothing to change: {name} already went out."), name=sheet.names[seat])
    if before is not None and sheet.latest(EntryKind.HAND, number, before) is None:
        raise Refused(
            "out",
            N_("{name}’s hand has not been counted yet. Correct that figure first."),
            name=sheet.names[before],
        )
    return [sheet.next_entry(EntryKind.END, number, how=Action.OUT, body={"out": seat}, reason=reason)]


def correct_out(sheet: Sheet, number: int, seat: int, out: int, cards: str, total: str, reason: str) -> list[Entry]:
    """Correct who went out: `out` instead of `seat`, who gets a hand (B2, B3).

    Raises: Refused: if `out` is not another seat of the deal, or for an impossible hand.
    """
    deal = sheet.deal(number)
    if deal is None or out == seat or out not in sheet.seats_in(deal):
        raise Refused("out", N_("Choose who went out instead."))
    end = sheet.next_entry(EntryKind.END, number, how=Action.OUT, body={"out": out}, reason=reason)
    # Only now are the cards free that were counted for the other player by mistake.
    hand = count_hand(sheet.with_entries([end]), number, seat, cards, total, reason=reason)
    return [end, *hand]


def undo(sheet: Sheet, number: int, seat: int) -> list[Entry]:
    """Enter the hand again as it was before its correction.

    Raises: Refused: if the correction is not the last entry of the sheet.
    """
    if corrected_last(sheet) != (number, seat):
        raise Refused("deal", N_("Something was entered since. Correct the figure again instead."))
    before = sheet.revisions(EntryKind.HAND, number, seat)[-2]
    as_it_was = {"points": before.points, "cards": before.cards, "body": before.body}
    return [sheet.next_entry(EntryKind.HAND, number, seat, how=before.how, **as_it_was)]


def corrected_last(sheet: Sheet) -> tuple[int, int] | None:
    """Return deal and seat of the hand that the last entry of the sheet corrected; None if it corrected none."""
    last = sheet.entries[-1] if len(sheet.entries) > 1 else None
    if not last or last.kind != EntryKind.HAND:
        return None
    several = len(sheet.revisions(EntryKind.HAND, last.deal, last.seat)) > 1
    alone = sheet.entries[-2].kind != EntryKind.END  # else it was entered because another player went out
    return (last.deal, last.seat) if several and alone and sheet.closed(last.deal) == Action.BOOKED else None


def end_corrected_last(sheet: Sheet) -> int | None:
    """Return the deal of which the last entries of the sheet corrected who went out; None if they corrected none."""
    ends = [entry for entry in sheet.entries[-2:] if entry.kind == EntryKind.END]
    if not ends or sheet.entries[-1].kind not in (EntryKind.END, EntryKind.HAND):
        return None
    deal = ends[-1].deal
    several = len(sheet.revisions(EntryKind.END, deal)) > 1
    return deal if several and deal == sheet.entries[-1].deal and sheet.closed(deal) == Action.BOOKED else None

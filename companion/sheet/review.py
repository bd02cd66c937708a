"""Review for the scorekeeper: warnings before a deal is booked, and what a correction would change."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from companion.rules.deals import Deal
from companion.rules.text import N_, Listed, Text
from companion.sheet.ledger import Action, EntryKind
from companion.sheet.scoresheet import Sheet


def doubts(sheet: Sheet, deal: Deal) -> dict[int, Text]:
    """Return the unlikely counts of cards, by seat (K35a)."""
    found = {}
    for seat in sheet.seats_in(deal):
        hand = sheet.latest(EntryKind.HAND, deal.number, seat)
        if hand and hand.how == Action.CARDS and sheet.out(deal.number) != seat:
            doubt = sheet.doubt(deal, seat, len(hand.cards.split()))
            if doubt:
                found[seat] = doubt
    return found


def overlooked(sheet: Sheet, deal: Deal) -> dict[int, Text]:
    """Return questions about melds among the cards counted as left over, by seat."""
    game, hands = sheet.game, {seat: sheet.latest(EntryKind.HAND, deal.number, seat) for seat in sheet.seats_in(deal)}
    counted = {seat: hand.cards.split() for seat, hand in hands.items() if hand and hand.how == Action.CARDS}
    found = {seat: game.missed_meld(deal, tokens) for seat, tokens in counted.items()}
    return {seat: text for seat, text in found.items() if text and sheet.out(deal.number) != seat}


@dataclass(frozen=True)
class Effect:
    """The effect on a seat: its figure in the corrected deal and its total (before, after), and if it now goes out."""

    seat: int
    figures: tuple[int, int]
    totals: tuple[int, int]
    goes_out: bool


def effects(before: Sheet, after: Sheet, number: int) -> Iterator[Effect]:
    """Yield the seats for which the correction of that deal changes something."""
    for seat in after.seats:
        figures = (before.penalty(number, seat) or 0, after.penalty(number, seat) or 0)
        totals = (before.totals[seat], after.totals[seat])
        goes_out = after.out(number) == seat != before.out(number)
        if goes_out or figures[0] != figures[1] or totals[0] != totals[1]:
            yield Effect(seat, figures, totals, goes_out)


def winners_changed(before: Sheet, after: Sheet) -> Text | None:
    """Return the new winners in words; None if they are unchanged."""
    if before.winner_names == after.winner_names:
        return None
    was, now = won_by(before.winner_names), won_by(after.winner_names)
    if after.current:
        message = N_("This undoes {was}: {deal} is still to be played.")
        return Text(message, was=was, deal=after.title(after.current.number))
    if not before.winner_names:
        return Text(N_("This ends the match with {now}."), now=now)
    return Text(N_("The result changes from {was} to {now}."), now=now, was=was)


def won_by(names: Sequence[str]) -> Text:
    """Return a result in words: a win, a tie, or no winner."""
    message = N_("a tie between {names}") if len(names) > 1 else N_("a win for {names}") if names else N_("no winner")
    return Text(message, names=Listed(names))

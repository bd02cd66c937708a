"""Review for the scorekeeper: warnings before a deal is booked, and what a correction would change."""

from collections.abc import Iterator, Sequence

from companion.rules.deals import Deal
from companion.rules.text import N_, Listed, Text
from companion.sheet.ledger import Action, EntryKind
from companion.sheet.scoresheet import Sheet


def counted(sheet: Sheet, deal: Deal) -> dict[int, list[str]]:
    """Return the hands of a deal that were counted by cards, by seat."""
    hands = {seat: sheet.latest(EntryKind.HAND, deal.number, seat) for seat in sheet.seats_in(deal)}
    by_cards = {seat: hand.cards.split() for seat, hand in hands.items() if hand and hand.how == Action.CARDS}
    return {seat: cards for seat, cards in by_cards.items() if sheet.out(deal.number) != seat}


def doubts(sheet: Sheet, deal: Deal) -> dict[int, Text]:
    """Return the unlikely counts of cards, by seat (K35a)."""
    found = {seat: sheet.doubt(deal, seat, len(cards)) for seat, cards in counted(sheet, deal).items()}
    return {seat: doubt for seat, doubt in found.items() if doubt}


def overlooked(sheet: Sheet, deal: Deal) -> dict[int, Text]:
    """Return questions about melds among the cards counted as left over, by seat."""
    found = {seat: sheet.game.missed_meld(deal, cards) for seat, cards in counted(sheet, deal).items()}
    return {seat: question for seat, question in found.items() if question}


def affected(before: Sheet, after: Sheet, number: int) -> Iterator[int]:
    """Yield the seats for which the correction of that deal changes the figure, the total, or who went out."""
    for seat in after.seats:
        figures = (before.penalty(number, seat) or 0) != (after.penalty(number, seat) or 0)
        goes_out = after.out(number) == seat != before.out(number)
        if figures or goes_out or before.totals[seat] != after.totals[seat]:
            yield seat


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

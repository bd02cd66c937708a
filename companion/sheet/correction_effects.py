"""What a correction changes on the sheet, beside the figure that is put in: other figures, totals, who has won."""

from collections.abc import Iterator
from dataclasses import dataclass

from companion.rules.text import N_, Listed, Text
from companion.sheet.scoresheet import Sheet


@dataclass(frozen=True)
class Effect:
    """What becomes of a seat: its figure in the corrected deal, its total, and that it is said to have gone out."""

    seat: int
    figures: tuple[int, int]
    totals: tuple[int, int]
    goes_out: bool


def effects(before: Sheet, after: Sheet, number: int) -> Iterator[Effect]:
    """The seats for which something is another after the correction of that deal."""
    for seat in after.seats:
        figures = (before.penalty(number, seat) or 0, after.penalty(number, seat) or 0)
        totals = (before.totals[seat], after.totals[seat])
        goes_out = after.out(number) == seat != before.out(number)
        if goes_out or figures[0] != figures[1] or totals[0] != totals[1]:
            yield Effect(seat, figures, totals, goes_out)


def winners_changed(before: Sheet, after: Sheet) -> Text | None:
    """Who has won now, in words; None where that stays as it was."""
    was, now = Listed(before.winner_names), Listed(after.winner_names)
    if was == now:
        return None
    if after.current:
        message = N_("Until now won by {was}: {deal} is still to be played.")
        return Text(message, was=was, deal=after.title(after.current.number))
    if not was:
        return Text(N_("The match is over with this, won by {now}."), now=now)
    return Text(N_("Won by {now}, until now by {was}."), now=now, was=was)

"""Bonuses and fines: given, revoked or corrected by further entries; the old ones stay readable."""

from dataclasses import dataclass, replace

from companion.rules.text import N_, whole_number
from companion.sheet.ledger import Action, Entry, EntryKind
from companion.sheet.refusals import Refused
from companion.sheet.scoresheet import Sheet

MOST_DIGITS = 4


@dataclass(frozen=True)
class Given:
    """A bonus or a fine, and the entry that revoked it, if any."""

    entry: Entry
    back: Entry | None = None


def adjust(sheet: Sheet, seat: int, points: str, reason: str) -> list[Entry]:
    """Add signed points with a reason, separate from card penalties (K37).

    They count with the deal closed last, so that the running totals on the sheet end at the totals.

    Raises: Refused: for an unknown seat, for figures that are not points, or without a reason.
    """
    if seat not in sheet.seats:
        raise Refused("seat", N_("Choose whose points these are."))
    figure = signed_points(points)
    if not reason:
        raise Refused("reason", N_("Give a reason for the points."))
    last = sheet.last_closed
    deal = min(last.number, len(sheet.game.deals)) if last else 1  # a bonus deal adds nothing to the totals
    return [sheet.next_entry(EntryKind.ADJUST, deal, seat, points=figure, reason=reason)]


def signed_points(points: str) -> int:
    """Return signed points as typed.

    Raises: Refused: if the text is not a number of points, or is 0.
    """
    figure = whole_number(points, MOST_DIGITS)
    if not figure:
        value = points.strip()[:30]
        raise Refused("points", N_("“{value}” is not a number of points; write −50 or 25."), value=value)
    return figure


def given(sheet: Sheet) -> list[Given]:
    """Return every bonus and fine in the order given, also those revoked."""
    entries = {place: entry for place, entry in enumerate(sheet.entries, 1) if entry.kind == EntryKind.ADJUST}
    backs = {entry.body["of"]: entry for entry in entries.values() if entry.how == Action.BACK}
    return [Given(entry, backs.get(place)) for place, entry in entries.items() if entry.how != Action.BACK]


def current_adjustment(sheet: Sheet, id_: int) -> Entry | None:
    """Return the bonus or fine of that id if it still counts, else the one that replaced it in a correction."""
    found = next((each for each in given(sheet) if each.entry.id == id_), None)
    if found is None or found.back is None:
        return found.entry if found else None
    entry, back = found.entry, found.back
    later = sheet.revisions(EntryKind.ADJUST, entry.deal, entry.seat)[back.revision : back.revision + 1]
    return current_adjustment(sheet, later[0].id) if later and later[0].at == back.at else None


def revoke(sheet: Sheet, number: int, reason: str) -> list[Entry]:
    """Revoke a bonus or fine.

    Raises: Refused: if it no longer counts, or without a reason.
    """
    entry = current_adjustment(sheet, number)
    if entry is None:
        raise Refused("points", N_("This bonus or fine has already been taken back."))
    if not reason:
        raise Refused("reason", N_("Give a reason for the correction."))
    back = sheet.next_entry(EntryKind.ADJUST, entry.deal, entry.seat, Action.BACK, reason=reason)
    return [replace(back, points=-entry.points, body={"of": sheet.place(entry)})]


def correct(sheet: Sheet, number: int, points: str, reason: str) -> list[Entry]:
    """Replace a bonus or fine by another figure: the old one is revoked, the new one is added to the same deal.

    Raises: Refused: if it no longer counts, without a reason, or if the figure is no number of points or unchanged.
    """
    figure = signed_points(points)
    (back,) = revoke(sheet, number, reason)
    if figure == -back.points:
        raise Refused("points", N_("That is already the saved figure."))
    return [back, replace(back, revision=back.revision + 1, how=Action.NONE, points=figure, body={})]

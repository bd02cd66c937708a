"""Limits of a match: the number of entries, their size, and the number of stored rulings."""

from collections.abc import Sequence

from companion.rules.text import N_, Text, Worded
from companion.sheet.ledger import Entry, EntryKind

MOST_ENTRIES = 2000  # entries; an evening of nine deals and eight players, with all marks made, has about 600
MOST_WRITTEN = 1 << 20  # characters in all entries together
MOST_RULINGS, LONGEST_RULING = 200, 4000  # rulings stored in a match, and characters of one
ENDINGS, SPARE = (
    (EntryKind.STOP, EntryKind.REMATCH),
    20,
)  # entries that a full match still accepts, to end it: kinds, number
NEARLY, FEW = 0.95, 10  # part of a match used, and rulings left, at which a warning begins


class Full(Worded):
    """Raised if a match has no room for an entry."""


def entry_size(entry: Entry) -> int:
    """Return the number of characters of an entry."""
    return len(entry.cards) + len(entry.reason) + len(entry.by) + (len(str(entry.body)) if entry.body else 0)


def part_used(entries: Sequence[Entry]) -> float:
    """Return the used part of a match; 1 if it is full."""
    return max(len(entries) / MOST_ENTRIES, sum(map(entry_size, entries)) / MOST_WRITTEN)


def rulings_left(entries: Sequence[Entry]) -> int:
    """Return the number of rulings that can still be stored."""
    return MOST_RULINGS - sum(entry.kind == EntryKind.RULING for entry in entries)


def check_room(entries: Sequence[Entry], more: Sequence[Entry]) -> None:
    """Check that a match has room for more entries; ending it is always possible.

    Raises: Full: if it does not.
    """
    rulings = [entry for entry in more if entry.kind == EntryKind.RULING]
    if any(entry_size(entry) > LONGEST_RULING for entry in rulings):
        raise Full(Text(N_("This question is too long to save to the scoresheet.")))
    if rulings and rulings_left(entries) < len(rulings):
        raise Full(Text(N_("This match already has {most} saved rulings, the most it can hold."), most=MOST_RULINGS))
    ends = more and all(entry.kind in ENDINGS for entry in more) and len(entries) < MOST_ENTRIES + SPARE
    if more and not ends and part_used([*entries, *more]) > 1:
        message = N_("This match is full: it holds {most} entries at most. End it, and go on with a rematch.")
        raise Full(Text(message, most=MOST_ENTRIES))


def nearly_full(entries: Sequence[Entry]) -> Text | None:
    """Return the warning to players before a match is full; None while there is room."""
    if part_used(entries) < NEARLY:
        return None
    message = N_("This match is nearly full: {count} of {most} entries. End it soon, and go on with a rematch.")
    return Text(message, count=len(entries), most=MOST_ENTRIES)


def few_rulings(entries: Sequence[Entry]) -> Text | None:
    """Return the number of rulings that can still be stored in words, if they are few; else None."""
    left = rulings_left(entries)
    if left > FEW:
        return None
    if left < 1:
        return Text(N_("This match already has {most} saved rulings, the most it can hold."), most=MOST_RULINGS)
    return Text(N_("{count} more ruling can be saved."), N_("{count} more rulings can be saved."), count=left)

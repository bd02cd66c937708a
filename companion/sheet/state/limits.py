"""How much a match may hold: entries, what is written in them, and rulings that are kept."""

from collections.abc import Sequence

from companion.rules.text import N_, Text, Worded
from companion.sheet.ledger import Entry, EntryKind

MOST_ENTRIES = 2000  # an evening of nine deals and eight players, every mark of it made, is some 600
MOST_WRITTEN = 1 << 20  # characters in all of them
MOST_RULINGS, LONGEST_RULING = 200, 4000  # kept in a match, and characters of one
ENDINGS, SPARE = (EntryKind.STOP, EntryKind.REMATCH), 20  # what a full match still takes, so that it can end
NEARLY, FEW = 0.95, 10  # the part of a match, and the rulings left, from which on it is said


class Full(Worded):
    """Something that a match has no room for."""


def written(entry: Entry) -> int:
    """The characters of an entry."""
    return len(entry.cards) + len(entry.reason) + len(entry.by) + (len(str(entry.body)) if entry.body else 0)


def part_used(entries: Sequence[Entry]) -> float:
    """The part of a match that is used: 1 where it is full."""
    return max(len(entries) / MOST_ENTRIES, sum(map(written, entries)) / MOST_WRITTEN)


def rulings_left(entries: Sequence[Entry]) -> int:
    """How many more rulings can be kept."""
    return MOST_RULINGS - sum(entry.kind == EntryKind.RULING for entry in entries)


def check_room(entries: Sequence[Entry], more: Sequence[Entry]) -> None:
    """Full where a match has no room for more entries; it can be ended all the same."""
    rulings = [entry for entry in more if entry.kind == EntryKind.RULING]
    if any(written(entry) > LONGEST_RULING for entry in rulings):
        raise Full(Text(N_("This question is too long to be kept on the scoresheet.")))
    if rulings and rulings_left(entries) < len(rulings):
        raise Full(Text(N_("This match keeps {most} rulings already, as many as it may."), most=MOST_RULINGS))
    ends = more and all(entry.kind in ENDINGS for entry in more) and len(entries) < MOST_ENTRIES + SPARE
    if more and not ends and part_used([*entries, *more]) > 1:
        message = N_("This match is full: it holds {most} entries at most. End it, and go on with a rematch.")
        raise Full(Text(message, most=MOST_ENTRIES))


def nearly_full(entries: Sequence[Entry]) -> Text | None:
    """What players are told before a match is full; None while there is room."""
    if part_used(entries) < NEARLY:
        return None
    message = N_("This match is nearly full: {count} of {most} entries. End it soon, and go on with a rematch.")
    return Text(message, count=len(entries), most=MOST_ENTRIES)


def few_rulings(entries: Sequence[Entry]) -> Text | None:
    """What is told of the rulings that can still be kept, where they are few."""
    left = rulings_left(entries)
    if left > FEW:
        return None
    if left < 1:
        return Text(N_("This match keeps {most} rulings already, as many as it may."), most=MOST_RULINGS)
    return Text(N_("{count} more ruling can be kept."), N_("{count} more rulings can be kept."), count=left)

"""Entries in words, also for a conflict between two devices."""

from collections.abc import Callable, Iterable

from companion.rules.text import N_, Listed, Text
from companion.sheet.commands.booking import ending
from companion.sheet.ledger import Action, Entry, EntryKind
from companion.sheet.refusals import Stale
from companion.sheet.scoresheet import Sheet
from companion.web.view.language import figure, say, signed

Words = Callable[[Sheet, Entry], Text]
CLOSED = {
    Action.BOOKED: N_("{deal} is saved."),
    Action.ABANDONED: N_("{deal} does not count."),
    Action.UNDONE: N_("{deal} is open again."),
}
MARKED = {
    (EntryKind.CALL, Action.MADE): N_("{name} {called} the discard."),
    (EntryKind.CALL, Action.UNDONE): N_("{name}’s {call} was undone."),
    (EntryKind.DOWN, Action.LAID): N_("{name} laid down."),
    (EntryKind.DOWN, Action.UNDONE): N_("{name} has not laid down after all."),
}
SEATED = {
    Action.JOINS: N_("{name} joins, starting with {points}."),
    Action.LEAVES: N_("{name} leaves."),
    Action.RETURNS: N_("{name} comes back."),
    Action.SWAPPED: N_("New seating: {names}."),
    Action.RENAMED: N_("{was} is now called {name}."),
}


def hand(sheet: Sheet, entry: Entry) -> Text:
    """Return a hand with its points."""
    return Text(N_("{name}: {points}"), name=sheet.names[entry.seat], points=figure(entry.points))


def adjustment(sheet: Sheet, entry: Entry) -> Text:
    """Return a bonus or fine, given or taken back."""
    if entry.how == Action.BACK:
        return Text(N_("{name}: {points} taken back"), name=sheet.names[entry.seat], points=signed(-entry.points))
    message = N_("{name}: {points} ({reason})")
    return Text(message, name=sheet.names[entry.seat], points=signed(entry.points), reason=entry.reason)


def seating(sheet: Sheet, entry: Entry) -> Text:
    """Return a change of the roster: a player joins, leaves, returns, changes places or name."""
    body = entry.body
    name = body["name"] if "name" in body else sheet.names[body["seat"]] if "seat" in body else ""
    names = Listed([sheet.names[seat] for seat in body.get("order", ())])
    return Text(SEATED[entry.how], name=name, names=names, was=body.get("was", ""), points=figure(entry.points))


def note(sheet: Sheet, entry: Entry) -> Text:
    """Return the note and the place of a match."""
    both = [words for words in (entry.body.get("text"), entry.body.get("place")) if words]
    return Text("{words}", words=", ".join(both) or Text(N_("nothing")))


TOLD: dict[EntryKind, Words] = {
    EntryKind.HAND: hand,
    EntryKind.END: lambda sheet, entry: ending(sheet, entry.body.get("out")),
    EntryKind.CLOSE: lambda sheet, entry: Text(CLOSED[entry.how], deal=sheet.title(entry.deal)),
    EntryKind.ADJUST: adjustment,
    EntryKind.CALL: lambda sheet, entry: sheet.game.text(MARKED[entry.kind, entry.how], name=sheet.names[entry.seat]),
    EntryKind.DOWN: lambda sheet, entry: Text(MARKED[entry.kind, entry.how], name=sheet.names[entry.seat]),
    EntryKind.SEATING: seating,
    EntryKind.STOP: lambda sheet, entry: Text(
        N_("The match was ended here.") if entry.how == Action.ENDED else N_("The match goes on.")
    ),
    EntryKind.NOTE: note,
}


def entry_sentence(sheet: Sheet, entry: Entry) -> str:
    """Return an entry in one short sentence."""
    return say(TOLD[entry.kind](sheet, entry))


def newest(stale: Stale) -> list[Entry]:
    """Return the entries written meanwhile, only the newest for each place on the sheet."""
    return list({(entry.kind, entry.deal, entry.seat): entry for entry in stale.meanwhile}.values())


def offered(sheet: Sheet, entries: Iterable[Entry]) -> list[str]:
    """Return the sent entries in words; a correction of points only by its new figure."""
    given = list(entries)
    figures = [entry for entry in given if entry.how != Action.BACK]
    return [entry_sentence(sheet.with_entries(given), entry) for entry in figures or given]


WORDS = (entry_sentence, newest, offered)  # globals of templates

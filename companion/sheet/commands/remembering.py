"""What people want to remember of a match is written down, and may be written anew."""

from companion.sheet.ledger import Entry, EntryKind
from companion.sheet.scoresheet import Sheet
from companion.sheet.state.ending import WHOLE


def remember(sheet: Sheet, text: str | None = None, place: str | None = None, by: str = "") -> list[Entry]:
    """The line of text, the place, or both as they are to stand; nothing where they stand so already."""
    before = {"text": sheet.note.text, "place": sheet.note.place}
    now = {"text": before["text"] if text is None else text, "place": before["place"] if place is None else place}
    return [] if now == before else [sheet.next_entry(EntryKind.NOTE, WHOLE, by=by, body=now)]

"""Write or change the note on a match."""

from datetime import date

from companion.sheet.ledger import Entry, EntryKind
from companion.sheet.scoresheet import Sheet
from companion.sheet.state.ending import WHOLE


def remember(
    sheet: Sheet, text: str | None = None, place: str | None = None, day: date | None = None, by: str = ""
) -> list[Entry]:
    """Set the text, place and day of the note (None: unchanged); returns no entries if nothing changes."""
    note = sheet.note
    before = {"text": note.text, "place": note.place} | ({"day": note.day.isoformat()} if note.day else {})
    said = {"text": text, "place": place, "day": day.isoformat() if day else None}
    now = before | {name: value for name, value in said.items() if value is not None}
    return [] if now == before else [sheet.next_entry(EntryKind.NOTE, WHOLE, by=by, body=now)]

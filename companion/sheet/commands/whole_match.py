"""A match as a whole: ended before its last deal, resumed, continued in a rematch, or noted."""

from datetime import date

from companion.rules.text import N_
from companion.sheet.ledger import WHOLE, Action, Entry, EntryKind
from companion.sheet.refusals import Refused
from companion.sheet.scoresheet import Sheet


def stop(sheet: Sheet) -> list[Entry]:
    """End the match here; the entries of the current deal stay for a later resumption.

    Raises: Refused: if it is over.
    """
    if sheet.finished:
        raise Refused("match", N_("This match is over already."))
    return [sheet.next_entry(EntryKind.STOP, WHOLE, how=Action.ENDED)]


def resume(sheet: Sheet) -> list[Entry]:
    """Resume the match at the point where it was ended.

    Raises: Refused: if it was not ended early.
    """
    if not sheet.stopped:
        raise Refused("match", N_("This match was not ended early."))
    return [sheet.next_entry(EntryKind.STOP, WHOLE, how=Action.RESUMED)]


def went_on(sheet: Sheet, code: str) -> list[Entry]:
    """Record the match's rematch, also in place of a deleted one; returns no entries if it is recorded already."""
    return [] if sheet.rematch == code else [sheet.next_entry(EntryKind.REMATCH, WHOLE, body={"code": code})]


def remember(sheet: Sheet, text: str | None = None, place: str | None = None, day: date | None = None) -> list[Entry]:
    """Set the text, place and day of the note (None: unchanged); returns no entries if nothing changes."""
    note = sheet.note
    before = {"text": note.text, "place": note.place} | ({"day": note.day.isoformat()} if note.day else {})
    said = {"text": text, "place": place, "day": day.isoformat() if day else None}
    now = before | {name: value for name, value in said.items() if value is not None}
    return [] if now == before else [sheet.next_entry(EntryKind.NOTE, WHOLE, body=now)]

"""A match is ended before its last deal, taken up again, or goes on in a rematch with the same people."""

from companion.rules.text import N_, Text
from companion.sheet.ledger import Action, Entry, EntryKind
from companion.sheet.refusals import Refused
from companion.sheet.scoresheet import Sheet
from companion.sheet.state.ending import WHOLE


def stop(sheet: Sheet, by: str = "") -> list[Entry]:
    """The match ends here; what is written of the deal on the table stays for when it is taken up again."""
    if sheet.finished:
        raise Refused("match", Text(N_("This match is over already.")))
    return [sheet.next_entry(EntryKind.STOP, WHOLE, how=Action.ENDED, by=by)]


def resume(sheet: Sheet, by: str = "") -> list[Entry]:
    """The match goes on where it was ended."""
    if not sheet.stopped:
        raise Refused("match", Text(N_("This match was not ended early.")))
    return [sheet.next_entry(EntryKind.STOP, WHOLE, how=Action.RESUMED, by=by)]


def went_on(sheet: Sheet, code: str, by: str = "") -> list[Entry]:
    """The match goes on in that one; nothing more where that is written already."""
    return [] if sheet.rematch else [sheet.next_entry(EntryKind.REMATCH, WHOLE, by=by, body={"code": code})]

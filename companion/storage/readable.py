"""Check of a match after reading: an unreadable one does not affect the others."""

from dataclasses import dataclass
from datetime import UTC, datetime

from companion.rules.cards import Unreadable
from companion.rules.text import N_, Text
from companion.sheet.ledger import ACTIONS, TABLE, Entry
from companion.sheet.scoresheet import Sheet

FIRST_DAY, LAST_DAY = datetime(1899, 12, 31, tzinfo=UTC), datetime(3000, 1, 1, tzinfo=UTC)  # days that pages can show
CANNOT_BE_READ = (ValueError, KeyError, IndexError, TypeError, AttributeError, RecursionError, Unreadable)


class UnreadableMatch(ValueError):
    """A match that cannot be read, with the reason."""

    def __init__(self, reason: Text):
        super().__init__(str(reason))
        self.reason = reason


@dataclass(frozen=True)
class Unread:
    """An unreadable match in a list, with the reason."""

    code: str
    id: int
    reason: Text
    finished: bool


def reason_of(error: Exception) -> Text:
    """Return the reason in a reading error of a match."""
    if isinstance(error, UnreadableMatch):
        return error.reason
    if isinstance(error, Unreadable) and isinstance(error.reason, Text):
        return error.reason
    return Text(N_("what is kept of it is damaged"))


def check(sheet: Sheet) -> None:
    """Check that the entries of a sheet are known and consistent. Raises one of CANNOT_BE_READ if not."""
    if sheet.first_dealer not in range(len(sheet.seated)):
        raise ValueError(sheet.first_dealer)
    for entry in sheet.entries:
        check_entry(entry, len(sheet.names))
    _ = (sheet.names, sheet.totals, sheet.leaders, sheet.winners, sheet.finished, sheet.around, sheet.roster.left)
    if sheet.current:
        _ = (sheet.dealer(sheet.current), sheet.seats_in(sheet.current), sheet.missing(sheet.current))


def in_our_time(at: datetime) -> bool:
    """True if a moment is within the years that a table's clock or a sheet of paper may show."""
    return FIRST_DAY <= at < LAST_DAY


def unknown(kind: str, how: str) -> UnreadableMatch:
    """Return the error for an entry of an unknown kind or action."""
    written = f"{kind} {how}".strip()[:40]
    return UnreadableMatch(
        Text(N_("one of its entries, “{written}”, is of a kind that this companion does not know"), written=written)
    )


def check_entry(entry: Entry, players: int) -> None:
    """Check one entry: its kind, action, seat, types and time.

    Raises: UnreadableMatch for an unknown kind or action, ValueError for the rest."""
    if entry.how not in ACTIONS.get(entry.kind, ()):
        raise unknown(entry.kind, entry.how)
    fits = isinstance(entry.points, int) and isinstance(entry.deal, int) and isinstance(entry.body, dict)
    if not fits or not TABLE <= entry.seat < players or not in_our_time(entry.at):
        raise ValueError(entry.id)

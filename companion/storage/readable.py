"""Whether a match can be read and its sheet be made of its entries: one that cannot be harms no other."""

from dataclasses import dataclass
from datetime import UTC, datetime

from companion.rules.cards import Unreadable
from companion.rules.text import N_, Text
from companion.sheet.ledger import ACTIONS, TABLE, Entry
from companion.sheet.scoresheet import Sheet

FIRST_DAY, LAST_DAY = datetime(1899, 12, 31, tzinfo=UTC), datetime(3000, 1, 1, tzinfo=UTC)  # that pages can show
CANNOT_BE_READ = (ValueError, KeyError, IndexError, TypeError, AttributeError, RecursionError, Unreadable)


class UnreadableMatch(ValueError):
    """A match that cannot be read; the reason says what is wrong with it."""

    def __init__(self, reason: Text):
        super().__init__(str(reason))
        self.reason = reason


@dataclass(frozen=True)
class Unread:
    """A match in a list that cannot be read, and what is wrong with it."""

    code: str
    id: int
    reason: Text
    finished: bool


def reason_of(error: Exception) -> Text:
    """What is wrong with a match whose reading ended so."""
    if isinstance(error, UnreadableMatch):
        return error.reason
    if isinstance(error, Unreadable) and isinstance(error.reason, Text):
        return error.reason
    return Text(N_("what is kept of it is damaged"))


def check(sheet: Sheet) -> None:
    """Let a sheet through whose entries are known and fit together; whatever is raised else says that they do not."""
    if sheet.first_dealer not in range(len(sheet.seated)):
        raise ValueError(sheet.first_dealer)
    for entry in sheet.entries:
        check_entry(entry, len(sheet.names))
    _ = (sheet.names, sheet.totals, sheet.leaders, sheet.winners, sheet.finished, sheet.around, sheet.roster.left)
    if sheet.current:
        _ = (sheet.dealer(sheet.current), sheet.seats_in(sheet.current), sheet.missing(sheet.current))


def in_our_time(at: datetime) -> bool:
    """Whether a moment is one that the clock of a table, or a sheet of paper, may tell."""
    return FIRST_DAY <= at < LAST_DAY


def unknown(kind: str, how: str) -> UnreadableMatch:
    """What is wrong with an entry of a kind, or come about in a way, that there is not."""
    written = f"{kind} {how}".strip()[:40]
    return UnreadableMatch(Text(N_("one of its entries, “{written}”, is none this companion knows"), written=written))


def check_entry(entry: Entry, players: int) -> None:
    """UnreadableMatch where an entry is of a kind, came about in a way, or is of a seat that there is not."""
    if entry.how not in ACTIONS.get(entry.kind, ()):
        raise unknown(entry.kind, entry.how)
    fits = isinstance(entry.points, int) and isinstance(entry.deal, int) and isinstance(entry.body, dict)
    if not fits or not TABLE <= entry.seat < players or not in_our_time(entry.at):
        raise ValueError(entry.id)

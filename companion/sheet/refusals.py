"""Refusals of commands: an act is not possible, another device was first, or the match is full; and its limits."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from companion.rules.text import N_, Text, Worded
from companion.sheet.ledger import TABLE, Entry, EntryKind
from companion.sheet.scoresheet import Sheet


class Refused(Exception):
    """Raised for an act that is not possible: holds the field and the reason."""

    def __init__(self, field: str, reason: Text | str, /, **values: Any):
        self.field, self.reason = field, Text(reason, **values) if isinstance(reason, str) else reason
        super().__init__(str(self.reason))


class Stale(Exception):
    """Raised for an act on an outdated sheet: holds the entries since, those it would write, and any objection."""

    def __init__(self, meanwhile: Sequence[Entry], offered: Sequence[Entry], why: Text | None = None):
        super().__init__("another device was first")
        self.meanwhile, self.offered, self.why = meanwhile, offered, why

    @property
    def standing(self) -> Entry | None:
        """The newest of the entries since then."""
        return self.meanwhile[-1] if self.meanwhile else None


Act = Callable[[Sheet], Sequence[Entry]]


@dataclass(frozen=True)
class Scope:
    """The entries that an act depends on: those of some kinds, and of one deal or seat if these are given."""

    kinds: tuple[EntryKind, ...]
    deal: int | None = None
    seat: int | None = None

    def entries(self, sheet: Sheet) -> list[Entry]:
        """Return the entries in this scope, oldest first."""
        found = [entry for entry in sheet.entries if entry.kind in self.kinds and self.deal in (None, entry.deal)]
        return found if self.seat is None else [entry for entry in found if entry.seat in (self.seat, TABLE)]

    def revision(self, sheet: Sheet) -> int:
        """Return the revision number of the next act in this scope."""
        return len(self.entries(sheet)) + 1


def decided(sheet: Sheet, scope: Scope, revision: int | None, act: Act) -> Sequence[Entry]:
    """Return the entries of an act made from that revision.

    Raises: Stale: if it was made from another revision and would change something; if the present sheet refuses it,
    `offered` comes from the sheet of that revision. Refused: if that sheet refuses it too.
    """
    entries = scope.entries(sheet)
    if revision == len(entries) + 1:
        return act(sheet)
    since = entries[revision - 1 :] if revision and revision > 0 else []
    try:
        offered, why = act(sheet), None
        if not offered and since and since[-1].kind == EntryKind.HAND:  # an equal count by two players is reported
            offered = act(sheet.before(since[0]))
    except Refused as refused:
        offered, why = meant(sheet, since, act, refused), refused.reason
    if offered or why:
        raise Stale(since or entries[-1:], offered, why)
    return ()


def meant(sheet: Sheet, since: Sequence[Entry], act: Act, refused: Refused) -> Sequence[Entry]:
    """Return the entries of a refused act, made from the sheet of its revision; empty if that is unknown."""
    try:
        return act(sheet.before(since[0])) if since else ()
    except Refused:
        raise refused from None


MOST_ENTRIES = 2000  # entries; an evening of nine deals and eight players, with all marks made, has about 600
MOST_WRITTEN = 1 << 20  # characters in all entries together
ENDINGS = (EntryKind.STOP, EntryKind.REMATCH)  # kinds of entries that a full match still accepts, to end it
SPARE = 20  # such entries


class Full(Worded):
    """Raised if a match has no room for an entry."""


def check_room(entries: Sequence[Entry], more: Sequence[Entry]) -> None:
    """Check that a match has room for more entries; ending it is always possible.

    Raises: Full: if it does not.
    """
    if more and all(entry.kind in ENDINGS for entry in more) and len(entries) < MOST_ENTRIES + SPARE:
        return
    texts = [text for one in (*entries, *more) for text in (one.cards, one.reason, one.by, str(one.body or ""))]
    written = sum(map(len, texts))
    if more and (len(entries) + len(more) > MOST_ENTRIES or written > MOST_WRITTEN):
        message = N_("This match is full: it holds {most} entries at most. End it, and go on with a rematch.")
        raise Full(message, most=MOST_ENTRIES)

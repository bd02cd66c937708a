"""Refusals of commands: an act is not possible, or another device was first; and the rules of such conflicts."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from companion.rules.text import Text
from companion.sheet.ledger import TABLE, Entry, EntryKind
from companion.sheet.scoresheet import Sheet


class Refused(Exception):
    """Raised for an act that is not possible: holds the field and the reason."""

    def __init__(self, field: str, reason: Text):
        super().__init__(str(reason))
        self.field, self.reason = field, reason


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
            offered = act(replace(sheet, entries=sheet.ledger.before(since[0]).entries))
    except Refused as refused:
        offered, why = meant(sheet, since, act, refused), refused.reason
    if offered or why:
        raise Stale(since or entries[-1:], offered, why)
    return ()


def meant(sheet: Sheet, since: Sequence[Entry], act: Act, refused: Refused) -> Sequence[Entry]:
    """Return the entries of a refused act, made from the sheet of its revision; empty if that is unknown."""
    try:
        return act(replace(sheet, entries=sheet.ledger.before(since[0]).entries)) if since else ()
    except Refused:
        raise refused from None

"""Optimistic locking: an act names the revision it was made from, and one made from an older sheet writes nothing."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from companion.sheet.ledger import TABLE, Entry, EntryKind
from companion.sheet.refusals import Refused, Stale
from companion.sheet.scoresheet import Sheet

Act = Callable[[Sheet], Sequence[Entry]]


@dataclass(frozen=True)
class Scope:
    """The entries that an act depends on: those of some kinds, and of one deal or seat where these are given."""

    kinds: tuple[EntryKind, ...]
    deal: int | None = None
    seat: int | None = None

    def entries(self, sheet: Sheet) -> list[Entry]:
        """What is written in this scope, oldest first."""
        return [entry for entry in sheet.entries if self._holds(entry)]

    def _holds(self, entry: Entry) -> bool:
        of_the_deal = self.deal is None or entry.deal == self.deal
        return entry.kind in self.kinds and of_the_deal and (self.seat is None or entry.seat in (self.seat, TABLE))

    def revision(self, sheet: Sheet) -> int:
        """The revision that the next act in this scope makes."""
        return len(self.entries(sheet)) + 1


def decided(sheet: Sheet, scope: Scope, revision: int | None, act: Act) -> Sequence[Entry]:
    """The entries of an act made from that revision.

    Stale if it was made from another one, unless it changes nothing. Where today's sheet refuses it, what was meant is
    told by the sheet as it was; Refused where that one refuses it too."""
    entries = scope.entries(sheet)
    if revision == len(entries) + 1:
        return act(sheet)
    since = entries[revision - 1 :] if revision and revision > 0 else []
    try:
        offered, why = act(sheet), None
        if not offered and since and since[-1].kind == EntryKind.HAND:  # two who counted the same are told so
            offered = act(replace(sheet, entries=sheet.ledger.before(since[0]).entries))
    except Refused as refused:
        offered, why = meant(sheet, since, act, refused), refused.reason
    if offered or why:
        raise Stale(since or entries[-1:], offered, why)
    return ()


def meant(sheet: Sheet, since: Sequence[Entry], act: Act, refused: Refused) -> Sequence[Entry]:
    """The entries of an act that is refused today, made from the sheet as it was; nothing where that is not known."""
    try:
        return act(replace(sheet, entries=sheet.ledger.before(since[0]).entries)) if since else ()
    except Refused:
        raise refused from None

"""Scope of each form: the entries it depends on, whose revision the form carries."""

from collections.abc import Callable, Sequence

from flask import g, request

from companion.sheet.conflicts import Act, Scope, decided
from companion.sheet.ledger import Entry, EntryKind
from companion.sheet.scoresheet import Sheet

FIGURES = (EntryKind.HAND, EntryKind.END, EntryKind.CLOSE)
MARKS = (EntryKind.CALL, EntryKind.DOWN)
ROSTER = (EntryKind.SEATING, EntryKind.CLOSE, EntryKind.ADJUST)  # a latecomer's start follows from the totals


def hand(number: int, seat: int) -> Scope:
    """Scope of one hand in a deal."""
    return Scope((EntryKind.HAND,), number, seat)


def deal(number: int) -> Scope:
    """Scope of all points of a deal, and its closing."""
    return Scope(FIGURES, number)


def points() -> Scope:
    """Scope of all bonuses and fines."""
    return Scope((EntryKind.ADJUST,))


SCOPES: dict[str, Callable[..., Scope]] = {  # by the endpoint that receives the form
    "count.end": lambda number: Scope((EntryKind.END, EntryKind.CLOSE), number),
    "count.hand": hand,
    "best.take": hand,
    "count.book": deal,
    "count.abandon": deal,
    "correct.correct": lambda number, seat: Scope(FIGURES, number, seat),
    "people.void": deal,
    "table.undo": lambda: Scope((EntryKind.CLOSE,)),
    "calls.write": lambda number, seat: Scope(MARKS, number, seat),
    "table.adjust": points,
    "readjust.correct": lambda number: points(),
    "people.change": lambda: Scope(ROSTER),
    "stop.change": lambda: Scope((EntryKind.STOP, EntryKind.CLOSE)),
    "evenings.note": lambda: Scope((EntryKind.NOTE,)),
}


def revision(sheet: Sheet, endpoint: str, **where: int) -> int | str:
    """Return the revision for a form's hidden field: the present one, or that of the page it was first filled in on."""
    begun = request.values.get("revision")
    if begun is not None and request.blueprint == endpoint.split(".")[0] and not g.get("stale"):
        return begun[:9]
    return SCOPES[endpoint](**where).revision(sheet)


def made_today(sheet: Sheet, sent: int | None, act: Act) -> Sequence[Entry]:
    """Return the entries of the act for this request. Raises Stale if its form was made from an older sheet."""
    where = {name: value for name, value in (request.view_args or {}).items() if name != "code"}
    scope = SCOPES.get(request.endpoint or "")
    return decided(sheet, scope(**where), sent, act) if scope else act(sheet)


WORDS = {"revision": revision}  # globals of templates

"""The chain of a match: each entry carries a seal over itself and the one before, so that a change afterwards shows.

The numbers of rows are in no seal, nor the code of the next match: both may change when a match is imported."""

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from companion.sheet.ledger import Entry, EntryKind

LENGTH = 32  # hexadecimal digits of a seal
# What names another entry in the body of a kind, by its row.
REFERENCES = {EntryKind.ADJUST: "of", EntryKind.RIGHT: "entry"}
canonical = json.JSONEncoder(sort_keys=True, separators=(",", ":")).encode


class BrokenChain(Exception):
    """Entries of a match are missing or were changed: nothing may be written behind them."""


def seal(*values: Any) -> str:
    """The seal over these values."""
    return hashlib.sha256(canonical(values).encode()).hexdigest()[:LENGTH]


def moment(at: datetime) -> str:
    """A point in time as it is sealed and exported."""
    return at.astimezone(UTC).isoformat()


def opening(
    key: str, game: str, house: Mapping[str, Any], first_dealer: int, law: str, at: datetime, seats: Sequence[str]
) -> str:
    """The seal that the chain of a match begins with: over all that was fixed when it opened."""
    return seal(key, game, dict(house), first_dealer, law, moment(at), list(seats))


def link(before: str, entry: Entry, places: Mapping[int, int]) -> str:
    """The seal of an entry behind that seal; `places` tells which entry of the match each earlier row is."""
    what = (entry.kind, entry.deal, entry.seat, entry.revision, entry.how, entry.points, entry.cards)
    why = (entry.reason, entry.by, sealed_body(entry, places), entry.law, moment(entry.at))
    return seal(before, *what, *why)


def sealed_body(entry: Entry, places: Mapping[int, int]) -> dict[str, Any]:
    """The body of an entry without what an import may change: rows as places, no code."""
    body = dict(entry.body)
    if entry.kind == EntryKind.REMATCH:
        body.pop("code", None)
    name = REFERENCES.get(entry.kind)
    if name and body.get(name) in places:
        body[name] = places[body[name]]
    return body


def seals(before: str, entries: Iterable[Entry]) -> Iterator[str]:
    """The seals of all entries of a match, in their order, behind that of its opening."""
    places: dict[int, int] = {}
    for place, entry in enumerate(entries, 1):
        before = link(before, entry, places)
        places[entry.id] = place
        yield before


def broken_at(first: str, entries: Sequence[Entry], kept: Sequence[str], last: str) -> int | None:
    """The place, from 1, of the first entry that was changed or is missing; None where the chain holds."""
    due = list(seals(first, entries))
    for place, (mine, theirs) in enumerate(zip(due, kept, strict=True), 1):
        if mine != theirs:
            return place
    return None if last == (due[-1] if due else first) else len(due) + 1

"""Hash chain of a match: each entry has a seal over itself and the seal before, which reveals later changes.

Row numbers and the code of the next match are not sealed: both may change when a match is imported."""

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from companion.sheet.ledger import Entry, EntryKind

LENGTH = 32  # hexadecimal digits of a seal
# Body field that refers to another entry by its row, by kind.
REFERENCES = {EntryKind.ADJUST: "of", EntryKind.RIGHT: "entry"}
canonical = json.JSONEncoder(sort_keys=True, separators=(",", ":")).encode


class BrokenChain(Exception):
    """Entries of a match are missing or were changed: no more entries may be appended."""


def seal(*values: Any) -> str:
    """Return the seal over these values."""
    return hashlib.sha256(canonical(values).encode()).hexdigest()[:LENGTH]


def moment(at: datetime) -> str:
    """Return a point in time as it is sealed and exported."""
    return at.astimezone(UTC).isoformat()


def opening(
    key: str, game: str, house: Mapping[str, Any], first_dealer: int, law: str, at: datetime, seats: Sequence[str]
) -> str:
    """Return the first seal of a match's chain: over everything that was fixed when it opened."""
    return seal(key, game, dict(house), first_dealer, law, moment(at), list(seats))


def link(before: str, entry: Entry, places: Mapping[int, int]) -> str:
    """Return the seal of an entry after the seal `before`; `places` maps row numbers to places in the match."""
    what = (entry.kind, entry.deal, entry.seat, entry.revision, entry.how, entry.points, entry.cards)
    why = (entry.reason, entry.by, sealed_body(entry, places), entry.law, moment(entry.at))
    return seal(before, *what, *why)


def sealed_body(entry: Entry, places: Mapping[int, int]) -> dict[str, Any]:
    """Return the body of an entry for sealing: references as places, and no code, as an import may change these."""
    body = dict(entry.body)
    if entry.kind == EntryKind.REMATCH:
        body.pop("code", None)
    name = REFERENCES.get(entry.kind)
    if name and body.get(name) in places:
        body[name] = places[body[name]]
    return body


def seals(before: str, entries: Iterable[Entry]) -> Iterator[str]:
    """Yield the seals of all entries of a match in order, after that of its opening."""
    places: dict[int, int] = {}
    for place, entry in enumerate(entries, 1):
        before = link(before, entry, places)
        places[entry.id] = place
        yield before


def broken_at(first: str, entries: Sequence[Entry], kept: Sequence[str], last: str) -> int | None:
    """Return the place, from 1, of the first entry that was changed or is missing; None if the chain is intact."""
    due = list(seals(first, entries))
    for place, (mine, theirs) in enumerate(zip(due, kept, strict=True), 1):
        if mine != theirs:
            return place
    return None if last == (due[-1] if due else first) else len(due) + 1

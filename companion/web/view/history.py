"""Whoever won most, and the ink each of them is drawn in."""

import zlib
from collections.abc import Sequence
from dataclasses import dataclass, replace

from companion.names import folded
from companion.storage.people.players import Record

INKS = 8  # colours of portraits
FACES = 5


@dataclass(frozen=True)
class Face:
    """Somebody with how often they played and won, all games together."""

    name: str
    played: int
    won: int


def faces(records: Sequence[Record]) -> list[Face]:
    """The few who won most, of all in these records."""
    found: dict[str, Face] = {}
    for record in records:
        face = found.get(record.person, Face(record.name, 0, 0))
        found[record.person] = replace(face, played=face.played + record.played, won=face.won + record.won)
    return sorted(found.values(), key=lambda face: (-face.won, -face.played))[:FACES]


def ink(name: str) -> int:
    """The number of the ink somebody's portrait is drawn in, the same wherever they appear."""
    return zlib.crc32(folded(name).encode()) % INKS + 1


WORDS = {"ink": ink}  # for templates

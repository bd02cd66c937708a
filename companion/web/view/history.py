"""What home tells of the past: finished matches by evening, and whoever won most."""

import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import groupby

from companion.names import folded
from companion.storage.matches import Match
from companion.storage.players import Record

NIGHT = timedelta(hours=4)  # after midnight it is still the evening before
INKS = 8  # colours of portraits
FACES = 5


@dataclass(frozen=True)
class Evening:
    """The matches that ended on one evening, and a moment of its day."""

    day: datetime
    matches: list[Match]


@dataclass(frozen=True)
class Face:
    """Somebody with how often they played and won, all games together."""

    name: str
    played: int
    won: int


def evenings(matches: Iterable[Match]) -> list[Evening]:
    """Finished matches by the evening they ended on, in their order."""
    ended = [(match.finished_at - NIGHT, match) for match in matches if match.finished_at]
    by_day = groupby(ended, key=lambda one: one[0].astimezone().date())
    evenings = [list(group) for _, group in by_day]
    return [Evening(group[0][0], [match for _, match in group]) for group in evenings]


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

"""Contents of a database file in short, and what is in the present one beyond it; also of an older schema."""

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from companion.rules.text import N_
from companion.storage.backup.sqlite_copy import connect
from companion.storage.database.errors import Unusable, reason_of

HELD = (
    "SELECT count(*), coalesce(sum(finished_at IS NULL), 0), (SELECT count(*) FROM (SELECT name FROM seat UNION"
    " SELECT json_extract(body, '$.name') FROM entry WHERE kind = 'seating' AND how = 'joins' AND json_valid(body))),"
    " (SELECT max(at) FROM entry) FROM match"
)
LENGTHS = "SELECT key, code, count(entry.id) FROM match LEFT JOIN entry ON match_id = match.id GROUP BY match.id"


@dataclass(frozen=True)
class Contents:
    """Numbers of matches, running matches and players' names, and the time of the newest entry, if there is one."""

    matches: int
    running: int
    players: int
    newest: datetime | None


def contents(file: Path) -> Contents:
    """Return what a database file holds. Raises Unusable if it cannot be read."""
    try:
        with closing(connect(file, "ro")) as connection:
            matches, running, players, newest = connection.execute(HELD).fetchone()
        at = datetime.fromisoformat(newest).replace(tzinfo=UTC) if newest else None
    except (sqlite3.Error, ValueError) as error:
        raise Unusable(N_("{file} cannot be read: {why}"), file=file.name, why=reason_of(error)) from error
    return Contents(matches, running, players, at)


def beyond(present: Path, backup: Path) -> Sequence[str]:
    """Return the codes of matches that a backup does not have, or not as far as now, the newest first.

    Raises: Unusable if one of the files cannot be read."""
    held = {key: length for key, _, length in lengths(backup)}
    return [code for key, code, length in reversed(lengths(present)) if length > held.get(key, -1)]


def lengths(file: Path) -> Sequence[tuple[str, str, int]]:
    """Return the key, the code and the number of entries of each match in a file, in the order they were opened."""
    try:
        with closing(connect(file, "ro")) as connection:
            return connection.execute(LENGTHS).fetchall()
    except sqlite3.Error as error:
        raise Unusable(N_("{file} cannot be read: {why}"), file=file.name, why=reason_of(error)) from error

"""Finished matches in a few words each, from their results and notes alone: many of them cost little."""

import json
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, datetime

from sqlmodel import Session, col, select

from companion.sheet.ledger import EntryKind
from companion.storage.match_lists import Among, finished_numbers
from companion.storage.models import EntryRow, MatchRow, ResultRow
from companion.storage.readable import CANNOT_BE_READ
from companion.storage.store import Store

BATCH = 500  # matches asked for at once
ENDS = [getattr(ResultRow, name) for name in ("match_id", "name", "points", "won", "whole")]
FIELDS = [getattr(MatchRow, name) for name in ("id", "code", "game", "played_on", "opened_at", "finished_at")]


@dataclass(frozen=True)
class Ending:
    """How one player ended a match."""

    name: str
    points: int
    won: bool
    whole: bool  # whether it is a whole match, which alone is compared with others


@dataclass(frozen=True)
class Outcome:
    """A finished match: its place among them, what was played on which day and where, and how everybody ended."""

    id: int
    code: str
    game: str
    day: date
    opened_at: datetime
    finished_at: datetime
    text: str
    place: str
    players: tuple[Ending, ...]

    @property
    def counts(self) -> bool:
        """Whether any deal of it counts: then somebody has won."""
        return any(player.won for player in self.players)


def outcomes(store: Store, limit: int, before: int | None = None, among: Among = None) -> list[Outcome]:
    """The finished matches, the latest first, from before that position on; of those only, if some are named."""
    with store.reading() as session:
        numbers = finished_numbers(session, limit, before, among)
        batches = (numbers[first : first + BATCH] for first in range(0, len(numbers), BATCH))
        return [outcome for batch in batches for outcome in told(session, batch)]


def told(session: Session, numbers: Sequence[int]) -> Iterator[Outcome]:
    """The matches of these numbers, in their order; one that cannot be read harms no other."""
    try:
        yield from readable_outcomes(session, numbers)
    except CANNOT_BE_READ:
        for number in numbers:
            with suppress(*CANNOT_BE_READ):
                yield from readable_outcomes(session, [number])


def readable_outcomes(session: Session, numbers: Sequence[int]) -> list[Outcome]:
    """These matches in their order; ValueError or its like where one of them cannot be read."""
    players: dict[int, list[Ending]] = {}
    ordered = select(*ENDS).where(col(ResultRow.match_id).in_(numbers)).order_by(col(ResultRow.seat))
    for number, name, points, won, whole in session.exec(ordered):
        players.setdefault(number, []).append(Ending(name, int(points), won, whole))
    noted = notes(session, numbers)
    rows = session.exec(select(*FIELDS).where(col(MatchRow.id).in_(numbers))).all()
    ended = [row for row in rows if row.finished_at and row.played_on]
    found = {row.id: (row.code, row.game, row.played_on, row.opened_at, row.finished_at) for row in ended}
    return [
        Outcome(number, *found[number], *noted.get(number, ("", "")), tuple(players.get(number, ())))
        for number in numbers
        if number in found
    ]


def notes(session: Session, numbers: Sequence[int]) -> dict[int, tuple[str, str]]:
    """The line of text and the place of each match that has any, as they were written last."""
    written = select(EntryRow.match_id, EntryRow.body).where(EntryRow.kind == EntryKind.NOTE.value)
    rows = session.exec(written.where(col(EntryRow.match_id).in_(numbers)).order_by(col(EntryRow.id)))
    bodies = {number: json.loads(body) for number, body in rows}
    return {number: (str(body.get("text", "")), str(body.get("place", ""))) for number, body in bodies.items()}

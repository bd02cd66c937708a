"""Results of finished matches, derived from their entries in the same transaction for queries."""

import json

from sqlmodel import Session, col, delete, select

from companion.sheet.match_statistics import figures
from companion.sheet.scoresheet import Sheet
from companion.storage.matches import day_of
from companion.storage.models import MatchRow, ResultRow
from companion.storage.players.identities import Identities, persons_of
from companion.storage.players.totals import PlayedMatch, update_totals
from companion.storage.transactions import lock_totals

COUNTED = ("out", "calls", "jokers", "heaviest", "comeback", "run")  # figures with a column of the same name


def record_results(session: Session, row: MatchRow, sheet: Sheet, last: int) -> None:
    """Replace the stored results of a match; none while it is running, or if it was set aside.

    If it has no place among the finished matches yet, it gets that of its entry `last`."""
    lock_totals(session)
    row.listed = not sheet.ending.set_aside
    ended = sheet.finished and row.listed
    row.finished_entry = (row.finished_entry or last) if ended else None
    row.played_on = day_of(row, sheet) if ended else None
    before = ended_of(session, row.id or 0)
    session.exec(delete(ResultRow).where(col(ResultRow.match_id) == row.id))
    due = results(row, sheet, persons_of(session)) if ended else []
    session.add_all(due)
    session.flush()
    update_totals(
        session,
        before,
        [PlayedMatch(one.person, one.game, one.won, one.whole, one.points) for one in due if one.counts],
    )


def ended_of(session: Session, match_id: int) -> list[PlayedMatch]:
    """Return the stored results of a match that totals include; none if no deal of it counts."""
    kept = select(*(getattr(ResultRow, name) for name in PlayedMatch._fields))
    return [
        PlayedMatch(*one) for one in session.exec(kept.where(ResultRow.match_id == match_id, col(ResultRow.counts)))
    ]


def results(row: MatchRow, sheet: Sheet, persons: Identities) -> list[ResultRow]:
    """Return each player's result of the match."""
    assert row.id is not None
    return [result(row, sheet, seat, person) for seat, person in enumerate(persons.at_table(sheet.names))]


def result(row: MatchRow, sheet: Sheet, seat: int, person: str) -> ResultRow:
    """Return one player's result of the match, with the figures for statistics."""
    found, whole = figures(sheet, seat), seat in sheet.standing.whole
    return ResultRow(
        match_id=row.id or 0,
        seat=seat,
        person=person,
        name=sheet.names[seat],
        game=row.game,
        points=sheet.totals[seat],
        won=seat in sheet.winners,
        played_on=row.played_on,
        ended_at=row.finished_at,
        finished_entry=row.finished_entry or 0,
        counts=sheet.play.counts,
        whole=whole,
        complete=whole and len(found.deals) == len(sheet.game.deals),
        players=len(sheet.names),
        house=row.house,
        deals=json.dumps(found.deals),
        **{name: getattr(found, name) for name in COUNTED},
    )

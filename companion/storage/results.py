"""Results of finished matches and totals of their players, derived from the entries in the same transaction.

Pages of players read only the totals of each person in each game, which are stored beside the results. Sums by SQL
are not flat: with a covering index they take 1 ms at 1,000 matches and 60 ms at 20,000 for every view of home, where
these totals take a quarter of one. The sums of one table's players, at the end of its match, take 40 ms at 20,000."""

import json
from collections.abc import Collection, Sequence

from sqlalchemy import Integer, case, cast
from sqlmodel import Session, col, delete, exists, func, insert, or_, select

from companion.sheet.match_statistics import figures
from companion.sheet.scoresheet import Sheet
from companion.storage.matches import Match, day_of, matches_in_order
from companion.storage.models import MatchRow, RecordRow, ResultRow
from companion.storage.players.identities import Identities, persons_of
from companion.storage.transactions import Transactions, lock_totals, retry_on_conflict

COLUMNS = ("person", "game", "name", "played", "won", "whole", "points")
SUMS = (
    select(
        ResultRow.person,
        ResultRow.game,
        func.max(ResultRow.name),
        func.count(),
        func.sum(cast(ResultRow.won, Integer)),
        func.sum(cast(ResultRow.whole, Integer)),
        func.sum(case((col(ResultRow.whole), ResultRow.points), else_=0)),
    )  # type: ignore[call-overload]
    .where(col(ResultRow.counts))
    .group_by(ResultRow.person, ResultRow.game)
)
KEPT = select(*(getattr(RecordRow, name) for name in COLUMNS))


def rebuild_totals(session: Session, persons: Collection[str] | None = None) -> None:
    """Rebuild the records of these persons, or all records, from the results."""
    old, sums = delete(RecordRow), SUMS
    if persons is not None:
        old, sums = old.where(col(RecordRow.person).in_(persons)), sums.where(col(ResultRow.person).in_(persons))
    session.exec(old)
    session.execute(insert(RecordRow).from_select(COLUMNS, sums))


def adrift(session: Session) -> list[str]:
    """Return the names whose records are not the sums of their results."""
    kept, due = ({tuple(row) for row in session.exec(query)} for query in (KEPT, SUMS))
    return sorted({row[2] for row in kept ^ due})


COUNTED = ("out", "calls", "jokers", "heaviest", "comeback", "run")  # figures with a column of the same name


def record_results(session: Session, row: MatchRow, sheet: Sheet, last: int) -> set[str]:
    """Replace the stored results of a match, and return the persons whose totals are to be rebuilt.

    There are none while it is running, or if it was set aside. If it has no place among the finished matches yet, it
    gets that of its entry `last`."""
    lock_totals(session)
    row.listed = not sheet.set_aside
    ended = sheet.finished and row.listed
    row.finished_entry = (row.finished_entry or last) if ended else None
    row.played_on = day_of(row, sheet) if ended else None
    persons = remove_results(session, row.id)
    due = results(row, sheet, persons_of(session)) if ended else []
    session.add_all(due)
    session.flush()
    return persons | {one.person for one in due}


def remove_results(session: Session, match_id: int) -> set[str]:
    """Delete the stored results of a match, and return their persons, whose totals are to be rebuilt."""
    persons = set(session.exec(select(ResultRow.person).where(ResultRow.match_id == match_id)))
    session.exec(delete(ResultRow).where(col(ResultRow.match_id) == match_id))
    return persons


def results(row: MatchRow, sheet: Sheet, persons: Identities) -> list[ResultRow]:
    """Return each player's result of the match."""
    return [result(row, sheet, seat, person) for seat, person in enumerate(persons.at_table(sheet.names))]


def result(row: MatchRow, sheet: Sheet, seat: int, person: str) -> ResultRow:
    """Return one player's result of the match, with the figures for statistics."""
    found, whole = figures(sheet, seat), seat in sheet.whole
    return ResultRow(
        match_id=row.id,
        seat=seat,
        person=person,
        name=sheet.names[seat],
        game=row.game,
        points=sheet.totals[seat],
        won=seat in sheet.winners,
        played_on=row.played_on,
        ended_at=row.finished_at,
        finished_entry=row.finished_entry or 0,
        counts=sheet.counts,
        whole=whole,
        complete=whole and len(found.deals) == len(sheet.game.deals),
        players=len(sheet.names),
        house=row.house,
        deals=json.dumps(found.deals),
        **{name: getattr(found, name) for name in COUNTED},
    )


BATCH = 200  # matches in one transaction
MINE = exists().where(col(ResultRow.match_id) == MatchRow.id)
OLDER = (  # of an older companion: whole though no deal counts, and persons of İ and ı
    ~col(ResultRow.counts) & col(ResultRow.whole),
    *(col(ResultRow.person).contains(letter) for letter in ("i\u0307", "ı")),
)
WITHOUT_RESULTS = select(MatchRow.id).where(
    col(MatchRow.finished_at).is_not(None),
    col(MatchRow.listed),
    ~MINE | MINE.where(or_(*OLDER)),
)


def catch_up(store: Transactions) -> None:
    """Make missing results of finished matches, and rebuild the totals if they are not the sums of the results.

    A database older than these tables has neither."""
    with store.reading() as session:
        missing = session.exec(WITHOUT_RESULTS).all()
    for first in range(0, len(missing), BATCH):
        record_some(store, missing[first : first + BATCH])
    with store.reading() as session:
        wrong = adrift(session)
    if wrong:
        with store.writing() as session:
            lock_totals(session)
            rebuild_totals(session)


@retry_on_conflict
def record_some(store: Transactions, numbers: Sequence[int]) -> None:
    """Make the results of these matches, without the totals."""
    with store.writing() as session:
        for match in matches_in_order(session, numbers):
            if isinstance(match, Match):
                row = session.get_one(MatchRow, match.id, with_for_update=True)
                record_results(session, row, match.sheet, match.sheet.version)
                session.add(row)

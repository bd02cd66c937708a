"""Results of finished matches, derived from the entries in the same transaction."""

import json
from collections.abc import Sequence

from sqlmodel import Session, col, delete, exists, or_, select

from companion.sheet.match_statistics import figures
from companion.sheet.scoresheet import Sheet
from companion.storage.matches import Match, day_of, matches_in_order
from companion.storage.models import MatchRow, ResultRow
from companion.storage.players.identities import Identities, persons_of
from companion.storage.transactions import Transactions, retry_on_conflict

COUNTED = ("out", "unknown", "calls", "jokers", "heaviest", "comeback", "run")  # figures with a column of the same name


def record_results(session: Session, row: MatchRow, sheet: Sheet, last: int) -> None:
    """Replace the stored results of a match; none while it is running, or if it ended before anything was booked.

    If it has no place among the finished matches yet, it gets that of its entry `last`."""
    row.listed = not sheet.ended_unplayed
    ended = sheet.finished and row.listed
    row.finished_entry = (row.finished_entry or last) if ended else None
    row.played_on = day_of(row, sheet) if ended else None
    session.exec(delete(ResultRow).where(col(ResultRow.match_id) == row.id))
    if ended:
        session.add_all(results(row, sheet, persons_of(session)))
    session.flush()


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
    """Make missing results of finished matches: migrations delete those that have to be made again."""
    with store.reading() as session:
        missing = session.exec(WITHOUT_RESULTS).all()
    for first in range(0, len(missing), BATCH):
        record_some(store, missing[first : first + BATCH])


@retry_on_conflict
def record_some(store: Transactions, numbers: Sequence[int]) -> None:
    """Make the results of these matches."""
    with store.writing() as session:
        for match in matches_in_order(session, numbers):
            if isinstance(match, Match):
                row = session.get_one(MatchRow, match.id, with_for_update=True)
                record_results(session, row, match.sheet, match.sheet.version)
                session.add(row)

"""The results of finished matches, derived from their entries in the same transaction, so that they can be searched."""

from sqlmodel import Session, col, delete

from companion.names import folded
from companion.sheet.scoresheet import Sheet
from companion.storage.models import MatchRow, ResultRow


def settle(session: Session, row: MatchRow, sheet: Sheet) -> None:
    """Keep the results of a match as it now stands; none while it is played, or where it was set aside."""
    row.listed = not sheet.set_aside
    session.exec(delete(ResultRow).where(col(ResultRow.match_id) == row.id))
    if sheet.finished and row.listed:
        session.add_all(results(row, sheet))


def results(row: MatchRow, sheet: Sheet) -> list[ResultRow]:
    """How each player ended the match."""
    assert row.id is not None
    return [
        ResultRow(
            match_id=row.id,
            seat=seat,
            person=folded(name),
            name=name,
            game=row.game,
            points=sheet.totals[seat],
            won=seat in sheet.winners,
        )
        for seat, name in enumerate(sheet.names)
    ]

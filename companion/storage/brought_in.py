"""Matches brought in from sheets: stored all or none; an undo on the same evening deletes them together."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

from sqlmodel import Session, col, select
from sqlmodel.sql.expression import SelectOfScalar

from companion.names import folded
from companion.rules import LAW
from companion.sheet.days import PLAYED_AT, tonight
from companion.sheet.ledger import WHOLE, Action
from companion.sheet.refusals import check_room
from companion.sheet.scoresheet import Sheet
from companion.storage.delete_match import remove
from companion.storage.match_lists import Among
from companion.storage.matches import Match, readable
from companion.storage.models import MatchRow
from companion.storage.results import record_results
from companion.storage.store import Form, KeyReused, NewMatch, Store, append, derived_key, insert_match
from companion.storage.transactions import lock_match, retry_on_conflict

KEY_PREFIX = "brought-"  # of the keys of such matches: the evening, a number and a digest of the form's key follow
DIGEST_LENGTH = 32  # characters of that digest
MOST_COMPARED = 60  # matches of one day compared with a sheet


@retry_on_conflict
def bring_in(store: Store, sheets: Sequence[Sheet], form: Form) -> list[str]:
    """Store matches that were played before, all or none, and return their codes; the same form returns the same.

    Raises: KeyReused: if the form's key came with other content."""
    with store.writing() as session:
        if codes := sent_before(session, form):
            return codes
        for number, new in enumerate(map(new_match, sheets)):
            key = derived_key(f"{this_evening()}{number:03}-", form.key)
            row = insert_match(session, new, key, form.digest)
            entries = [replace(draft, at=new.at, law=LAW) for draft in new.entries]
            check_room((), entries)
            last = append(session, row, entries)
            sheet = readable(session, row).sheet
            row.finished_at = sheet.ended_at(new.at)
            record_results(session, row, sheet, last)
            session.add(row)
            codes.append(row.code)
    store.booked(True)
    return codes


def sent_before(session: Session, form: Form) -> list[str]:
    """Return the codes of the matches that this form has brought in already.

    Raises: KeyReused: if its key came with other content."""
    theirs = col(MatchRow.key).like(derived_key(f"{KEY_PREFIX}%", form.key))
    rows = session.exec(select(MatchRow).where(theirs).order_by(col(MatchRow.id))).all()
    if rows and rows[0].digest != form.digest:
        raise KeyReused
    return [row.code for row in rows]


def here_already(store: Store, sheet: Sheet, day: date | None, among: Among = None) -> Match | None:
    """Return a match of that day with the same game, players and points."""
    mine = points_by_player(sheet)
    same_day = store.of_day(day, MOST_COMPARED, among) if day else []
    known = (match for match in same_day if isinstance(match, Match))
    return next((match for match in known if points_by_player(match.sheet) == mine), None)


def points_by_player(sheet: Sheet) -> tuple[str, dict[str, list[tuple[int, int | None]]]]:
    """Return the game, and each player's points by deal, under the folded name."""
    booked = [deal.number for deal in sheet.schedule if sheet.closed(deal.number) == Action.BOOKED]
    lines = {seat: [(number, sheet.penalty(number, seat)) for number in booked] for seat in sheet.seats}
    lines |= {seat: [(WHOLE, total)] for seat, total in sheet.finals.items()}
    return sheet.game.id, {folded(sheet.names[seat]): line for seat, line in lines.items()}


def new_match(sheet: Sheet) -> NewMatch:
    """Return a scoresheet as a new match, opened on the evening it was played."""
    day = sheet.note.day or tonight()
    at = min(datetime.now(UTC) - timedelta(seconds=1), datetime.combine(day, PLAYED_AT).astimezone(UTC))
    return NewMatch(sheet.game.id, sheet.game.chosen_rules, sheet.seated, sheet.first_dealer, at, sheet.entries)


@retry_on_conflict
def undo(store: Store, key: str) -> int:
    """Delete the match of that key, and all that came with it, if they came this evening; return their number."""
    with store.writing() as session:
        numbers = [row.id for row in session.exec(together(key)).all()]
        for number in numbers:
            lock_match(session, number)
            remove(session, number)
        return len(numbers)


def came_together(store: Store, key: str) -> int:
    """Return the number of matches that were brought in this evening with the match of that key, this included."""
    if not of_this_evening(key):
        return 0
    with store.reading() as session:
        return len(session.exec(together(key)).all())


def together(key: str) -> SelectOfScalar[MatchRow]:
    """Return the query for the matches that came this evening with the match of that key."""
    like = f"{key[: len(this_evening())]}%{key[-DIGEST_LENGTH:]}" if of_this_evening(key) else ""
    return select(MatchRow).where(col(MatchRow.key).like(like)).order_by(col(MatchRow.id))


def this_evening() -> str:
    """Return the beginning of the keys of matches that are brought in this evening."""
    return f"{KEY_PREFIX}{tonight():%Y%m%d}-"


def of_this_evening(key: str) -> bool:
    """Return whether the match of that key was brought in this evening."""
    return key.startswith(this_evening())

"""Standings and totals of players, and the records of the house, aggregated by SQL over all matches that count."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, NamedTuple

from sqlalchemy import Integer, case, cast, or_, text
from sqlalchemy.orm import aliased
from sqlmodel import Session, col, func, select

from companion.rules.text import N_
from companion.storage.match_lists import Among
from companion.storage.matches import read_in_batches
from companion.storage.models import ResultRow
from companion.storage.players.identities import Identities, persons_of
from companion.storage.players.results_query import (
    NEWEST_FIRST,
    OLDEST_FIRST,
    MatchFilter,
    Result,
    conditions,
    results_of,
)
from companion.storage.transactions import Transactions

FORM = 12  # latest matches whose places are a player's form
MATCH, PERSON = col(ResultRow.match_id), col(ResultRow.person)
SUMS = select(
    ResultRow.person,
    ResultRow.game,
    func.max(ResultRow.name),
    func.count(),
    func.sum(cast(ResultRow.won, Integer)),
    func.sum(cast(ResultRow.whole, Integer)),
    func.avg(case((col(ResultRow.whole), ResultRow.points))),
).group_by(ResultRow.person, ResultRow.game)  # type: ignore[call-overload]
FEW = 3  # least number of matches of a game for records


class Standing(NamedTuple):
    """One player's matches played and won, over all games."""

    person: str
    name: str
    played: int
    won: int


class GameTotals(NamedTuple):
    """One player's totals in one game: matches played and won, and the average final points of whole matches."""

    person: str
    name: str
    game: str
    played: int
    won: int
    whole: int  # number of whole matches
    average: float | None  # points per whole match; None without any


class Form(NamedTuple):
    """One player's latest places, newest first, and the current winning streak."""

    places: list[float]  # 1 for a win, towards 0 for the last place
    now: int


class Record(NamedTuple):
    """A record of the house: its value and kind, the number of matches compared, and its holder's result."""

    figure: int
    what: str  # a phrase for the translators
    matches: int
    result: Result


def standings(
    session: Session, sift: MatchFilter, among: Among = None, limit: int | None = None, first: int = 0
) -> list[Standing]:
    """Return up to `limit` players from position `first` on, most wins first; hidden persons are left out."""
    persons = persons_of(session)
    played: Any = func.count()
    won, name = func.sum(cast(ResultRow.won, Integer)), func.max(ResultRow.name)
    query = select(ResultRow.person, name, played, won).where(PERSON.not_in(persons.hidden_persons))
    query = query.where(*conditions(sift, persons, among)).group_by(ResultRow.person)
    ordered = query.order_by(won.desc(), played.desc(), name, PERSON)
    rows = session.exec(ordered.limit(limit).offset(first)).all()
    return [Standing(person, persons.called(person, called), played, won) for person, called, played, won in rows]


def game_totals(store: Transactions, among: Among = None, limit: int | None = None, first: int = 0) -> list[GameTotals]:
    """Return up to `limit` players' totals in each game from position `first` on, most matches first.

    Only of the matches in `among`, if given; hidden persons are left out."""
    with store.reading() as session:
        persons = persons_of(session)
        theirs = SUMS.where(*conditions(MatchFilter(), persons, among), PERSON.not_in(persons.hidden_persons))
        rows = session.exec(theirs.order_by(text("4 DESC, 3, 1, 2")).limit(limit).offset(first)).all()
    found = [(*row, None if average is None else float(average)) for *row, average in rows]
    return [GameTotals(person, persons.called(person, name), game, *counts) for person, game, name, *counts in found]


def forms(session: Session, sift: MatchFilter, among: Among, people: Sequence[str]) -> dict[str, Form]:
    """Return the form of each of these people."""
    persons = persons_of(session)
    place = func.row_number().over(partition_by=col(ResultRow.person), order_by=NEWEST_FIRST)
    fields = [column(name) for name in ("person", "match_id", "points", "won", "whole")]
    ended: list[Any] = [*fields, place.label("place")]
    mine = select(*ended).where(col(ResultRow.person).in_(people))
    ranked = mine.where(*conditions(sift, persons, among)).subquery()
    lost = func.min(case((~ranked.c.won, ranked.c.place)))
    rows = select(ranked.c.person, func.count(), lost).group_by(ranked.c.person)
    found = {person: Form([], times if first is None else first - 1) for person, times, first in session.exec(rows)}
    for person, *how in session.exec(latest_places(ranked, persons.hidden_persons)):
        found[person].places.append(worth(*how))
    return found


def latest_places(ranked: Any, left_out: Sequence[str]) -> Any:
    """Return the query for each player's latest matches: won, whole, opponents behind, and opponents compared."""
    other = aliased(ResultRow)
    there = (other.match_id == ranked.c.match_id, other.person != ranked.c.person, col(other.person).not_in(left_out))
    compared = select(func.count()).where(*there, col(other.whole))
    behind = compared.where(col(other.points) > ranked.c.points).scalar_subquery()
    columns: list[Any] = [ranked.c.person, ranked.c.won, ranked.c.whole, behind, compared.scalar_subquery()]
    return select(*columns).where(ranked.c.place <= FORM).order_by(ranked.c.person, ranked.c.place)


def worth(won: bool, whole: bool, behind: int, compared: int) -> float:
    """Return the value of a final place, by the opponents behind: 1 for a win, 0 for the last place or a part match."""
    return 1.0 if won else 0.75 * behind / max(1, compared) if whole else 0.0


def count_matches(session: Session, sift: MatchFilter, among: Among = None) -> int:
    """Return the number of matches that pass the filter."""
    there = conditions(sift, persons_of(session), among)
    return session.exec(select(func.count()).where(col(ResultRow.seat) == 0, *there)).one()


class Kind(NamedTuple):
    """A kind of record: a phrase for the translators, its column, the aggregate for the best, and the results used."""

    what: str
    figure: str
    best: Callable[..., Any]
    of: str


KINDS = (
    Kind(N_("lowest total"), "points", func.min, "complete"),
    Kind(N_("highest total"), "points", func.max, "complete"),
    Kind(N_("biggest hand"), "heaviest", func.max, "counts"),
    Kind(N_("comeback"), "comeback", func.max, "whole"),
    Kind(N_("{calls} in a match"), "calls", func.max, "whole"),
    Kind(N_("hands won in a row"), "run", func.max, "counts"),
)


class Book(NamedTuple):
    """The records of one game, and the number of matches they come from."""

    matches: int
    records: list[Record]


def house_books(session: Session, sift: MatchFilter, among: Among = None) -> dict[str, Book]:
    """Return the records of the house by game; of equal ones the earlier.

    Totals are compared only where all deals were booked."""
    persons = persons_of(session)
    theirs = [*conditions(sift, persons, among), PERSON.not_in(persons.hidden_persons)]
    best = [kind.best(case((column(kind.of), column(kind.figure)))) for kind in KINDS]
    many = [func.count(case((column(kind.of), MATCH)).distinct()) for kind in KINDS]
    every = select(ResultRow.game, func.count(MATCH.distinct()), *best, *many).where(*theirs).group_by(ResultRow.game)
    return {
        game: Book(matches, [*records(session, persons, [*theirs, ResultRow.game == game], tops)])
        for game, matches, *tops in session.exec(every).all()
        if matches >= FEW
    }


def records(session: Session, persons: Identities, theirs: Sequence[Any], tops: Sequence[Any]) -> Iterator[Record]:
    """Yield the records of a game, given the best values and the numbers of matches compared for each.

    A best value of 0 makes a record of a total only. Results that cannot be read are left out."""
    found = zip(KINDS, tops[: len(KINDS)], tops[len(KINDS) :], strict=True)
    held = [(kind, top, many) for kind, top, many in found if top or (top is not None and kind is KINDS[0])]
    if not held:
        return
    reached = [column(kind.of) & (column(kind.figure) == top) for kind, top, _ in held]
    query = select(MATCH, PERSON, *reached).where(*theirs, or_(*reached))
    rows = session.exec(query.order_by(*OLDEST_FIRST)).all()
    first = [next(row for row in rows if row[2 + place]) for place in range(len(held))]
    read = read_in_batches(partial(results_of, session), sorted({match for match, *_ in first}))
    results = {(result.match, result.person): result for result in read}
    for (kind, top, matches), (match, person, *_) in zip(held, first, strict=True):
        if result := results.get((match, person)):
            yield Record(top, kind.what, matches, result._replace(name=persons.called(person, result.name)))


def column(name: str) -> Any:
    """Return the column of results of that name."""
    return getattr(ResultRow, name)

"""Export of matches, and of the host's entries about names, as one file; unreadable matches are left out and named."""

import gzip
import json
from collections.abc import Collection, Iterator
from contextlib import nullcontext, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from tempfile import TemporaryDirectory

from pydantic import ValidationError
from sqlmodel import Session

from companion.storage.backup.sqlite_copy import new_file
from companion.storage.database.engines import Address
from companion.storage.integrity import read_only, refuse_older
from companion.storage.matches import CANNOT_BE_READ, Match, every
from companion.storage.models import RECEIPT, MatchRow
from companion.storage.players.identities import entries_of
from companion.storage.transfer.lines import End, Line, MatchValues, Receipt, write


@dataclass
class Exported:
    """Counts of what an export contains, and what was left out."""

    counts: End = field(default_factory=End)
    damaged: list[str] = field(default_factory=list)  # codes of matches


def export(database: Address, target: Path, among: Collection[int] | None = None) -> Exported:
    """Export a database into a new file, gzipped if its name ends with .gz. Raises Unusable with the reason.

    With `among`, export only the matches of these numbers, without receipts, and no entries about names."""
    refuse_older(database)
    result = Exported()
    with (
        new_file(target) as part,
        part.open("wb") as written,
        gzip.GzipFile("", "wb", fileobj=written) if target.suffix == ".gz" else nullcontext(written) as file,
        Session(read_only(database)) as session,
        session.begin(),
    ):
        result.counts = write(file, lines(session, result.damaged, among))
    return result


def exported(database: Address, among: Collection[int]) -> bytes:
    """Return the content of an export of the matches of these numbers."""
    with TemporaryDirectory() as folder:
        target = Path(folder) / "matches.jsonl"
        export(database, target, among)
        return target.read_bytes()


def lines(session: Session, damaged: list[str], among: Collection[int] | None) -> Iterator[Line]:
    """Yield the lines of every readable match and of the host's entries about names; add unreadable ones to `damaged`.

    Values are written as they are stored, and checked when they are read."""
    line = Line.model_construct
    for match in every(session, among):
        if not isinstance(match, Match):
            damaged.append(match.code)
            continue
        yield line(match=values(session.get_one(MatchRow, match.id), match))
        yield from (line(entry=replace(entry, id=place)) for place, entry in enumerate(match.sheet.entries, 1))
        if among is None:
            yield from (line(receipt=receipt) for receipt in receipts_of(session, match.id))
    if among is None:
        yield from (line(person=entry) for entry in entries_of(session))


def values(row: MatchRow, match: Match) -> MatchValues:
    """Return the exported values of a match."""
    names = {"code", "game", "first_dealer", "law", "opened_at", "finished_at", "key", "digest"}
    return MatchValues.model_construct(
        **row.model_dump(include=names), house=json.loads(row.house), seats=list(match.sheet.seated)
    )


def receipts_of(session: Session, match_id: int) -> Iterator[Receipt]:
    """Yield the receipts of a match, oldest first, without those that no companion wrote."""
    query = RECEIPT.select().where(RECEIPT.c.match_id == match_id).order_by(RECEIPT.c.at, RECEIPT.c.key)
    with suppress(*CANNOT_BE_READ):
        for row in session.execute(query).mappings().all():
            with suppress(ValidationError):
                yield Receipt(**{name: row[name] for name in Receipt.model_fields})

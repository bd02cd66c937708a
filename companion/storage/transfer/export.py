"""Export of all transferable data as one JSON Lines file: UTF-8, one object with one name a line.

    {"format": "rummy-table-companion", "version": 1, "program": …, "law": …, "at": …}
    {"match": {code, game, house, first_dealer, law, opened_at, finished_at, key, digest, seats, seal}}
    {"entry": {id, kind, deal, seat, revision, how, points, cards, reason, by, body, law, at}}     its entries, in order
    {"receipt": {key, digest, answer, at}}                                                   receipts of answered forms
    {"person": {key, kind, name, other, at}}                the host's entries about names, in order, after all matches
    {"end": {matches, entries, receipts, people, digest}}   SHA-256 over every line between the first and this one

Times are ISO 8601 in UTC. `seal` is that of the match's last entry (see companion/storage/hash_chain.py). The `name` of
a person entry "deleted" is the code of a deleted match.
An entry refers to another (`of`, `entry` in its body) by its id in the file. Devices, invite codes and results are not
included: the first two are secrets, the last follow from the entries. A damaged match is left out and reported."""

import gzip
import hashlib
import json
from collections.abc import Collection, Iterator
from contextlib import nullcontext
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from sqlmodel import Session

from companion import __version__
from companion.rules import LAW
from companion.sheet.ledger import Entry
from companion.storage.backup.sqlite_copy import new_file
from companion.storage.database.engines import Address
from companion.storage.hash_chain import moment
from companion.storage.integrity import StoredMatch, every_match, read_only, receipts_of, refuse_older
from companion.storage.matches import COLUMNS
from companion.storage.players.identities import entries_of

FORMAT, VERSION = "rummy-table-companion", 1
SEALED_COLUMNS = tuple(name for name in COLUMNS if name not in ("at", "device"))


@dataclass
class Exported:
    """Counts of what an export contains, and what was left out."""

    matches: int = 0
    entries: int = 0
    receipts: int = 0
    people: int = 0
    damaged: list[str] = field(default_factory=list)  # codes of matches
    receipts_left_out: int = 0  # damaged ones


def export(database: Address, target: Path, among: Collection[int] | None = None) -> Exported:
    """Export a database into a new file, gzipped if its name ends with .gz. Raises NoCopy with the reason.

    With `among`, export only the matches of these numbers, and no entries about names."""
    refuse_older(database)
    told, digest = Exported(), hashlib.sha256()
    with (
        new_file(target) as part,
        part.open("wb") as written,
        gzip.GzipFile("", "wb", fileobj=written) if target.suffix == ".gz" else nullcontext(written) as file,
        Session(read_only(database)) as session,
        session.begin(),
    ):
        about = {"program": __version__, "law": LAW, "at": moment(datetime.now(UTC))}
        file.write(line({"format": FORMAT, "version": VERSION} | about))
        for each in lines(session, told, among):
            file.write(each)
            digest.update(each)
        counts = {"matches": told.matches, "entries": told.entries, "receipts": told.receipts, "people": told.people}
        file.write(line({"end": counts | {"digest": digest.hexdigest()}}))
    return told


def exported(database: Address, among: Collection[int]) -> bytes:
    """Return the content of an export of the matches of these numbers."""
    with TemporaryDirectory() as folder:
        target = Path(folder) / "matches.jsonl"
        export(database, target, among)
        return target.read_bytes()


def lines(session: Session, told: Exported, among: Collection[int] | None) -> Iterator[bytes]:
    """Yield the lines of every intact match and of the host's entries about names, counting them in `told`."""
    for match in every_match(session, among):
        if not isinstance(match, StoredMatch) or match.broken_at:
            told.damaged.append(match.row.code if isinstance(match, StoredMatch) else match.code)
            continue
        told.matches += 1
        yield line({"match": match_values(match)})
        for entry in match.entries:
            told.entries += 1
            yield line({"entry": entry_values(entry)})
        for one in receipts_of(session, match.row.id):
            if one is None:
                told.receipts_left_out += 1
                continue
            told.receipts += 1
            answer = {name: one[name] for name in ("key", "digest", "answer")}
            yield line({"receipt": answer | {"at": moment(one["at"])}})
    for said in entries_of(session) if among is None else []:
        told.people += 1
        yield line({"person": asdict(said) | {"at": moment(said.at)}})


def match_values(match: StoredMatch) -> dict[str, Any]:
    """Return the exported values of a match."""
    row = match.row
    fixed = {name: getattr(row, name) for name in ("code", "game", "first_dealer", "law", "key", "digest", "seal")}
    times = {"opened_at": moment(row.opened_at), "finished_at": row.finished_at and moment(row.finished_at)}
    return fixed | times | {"house": json.loads(row.house), "seats": list(match.names)}


def entry_values(entry: Entry) -> dict[str, Any]:
    """Return the exported values of an entry."""
    values = {name: getattr(entry, name) for name in SEALED_COLUMNS}
    return {"id": entry.id, **values, "body": dict(entry.body), "at": moment(entry.at)}


def line(values: dict[str, Any]) -> bytes:
    """Return the values as a line of the file."""
    return json.dumps(values, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"

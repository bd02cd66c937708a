"""Files of one match in JSON, also read as the export of that match alone.

    {"format": "rummy-table-companion", "version": 1,
    "match": {…},"entries":[
    {…},                                               its entries, one a line
    ]}

The values under these names are those of companion/storage/transfer/export.py, in the same lines. Receipts are
not included: they are for phones that still wait for an answer, which ask the companion that they used."""

import gzip
import hashlib
import io
import json
import stat
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, BinaryIO, cast

from sqlmodel import Session

from companion.rules.text import N_
from companion.storage.backup.sqlite_copy import NoCopy
from companion.storage.database.errors import reason_of
from companion.storage.hash_chain import BrokenChain
from companion.storage.integrity import read_match
from companion.storage.transfer.export import FORMAT, VERSION, entry_values, line, match_values

GZIP = b"\x1f\x8b"  # magic number
BROKEN_OFF = (EOFError, zlib.error, gzip.BadGzipFile)  # errors from reading a truncated or damaged file
LARGEST = 1 << 22  # bytes of a file that holds one match


def document(session: Session, number: int) -> str:
    """Return the file of the match of that number. Raises BrokenChain if its hash chain is broken."""
    kept = read_match(session, number)
    if kept.broken_at:
        raise BrokenChain(kept.row.code)
    head = json.dumps({"format": FORMAT, "version": VERSION})[:-1]
    match, *entries = (line(told).decode().strip() for told in (match_values(kept), *map(entry_values, kept.entries)))
    return f'{head},\n"match":{match},"entries":[\n' + ",\n".join(entries) + "\n]}\n"


def readable(file: Path) -> BinaryIO:
    """Open a file, unpacked if gzipped; a file of one match is opened as the lines of its export.

    Raises: NoCopy if it cannot be read, or is no regular file, such as a pipe."""
    try:
        if not stat.S_ISREG(file.stat().st_mode):
            raise NoCopy(N_("{file} is not an ordinary file"), file=file)
        found = single(file)
        return io.BytesIO(lines(found)) if found is not None else unpacked(file)
    except OSError as error:
        raise NoCopy(N_("{file} cannot be read: {error}"), file=file, error=reason_of(error)) from error


def unpacked(file: Path) -> BinaryIO:
    """Open a file, unpacked if gzipped."""
    with file.open("rb") as opened:
        packed = opened.read(len(GZIP)) == GZIP
    return cast(BinaryIO, gzip.open(file)) if packed else file.open("rb")


def single(file: Path) -> Mapping[str, Any] | None:
    """Return the content of a file of one match; None for any other file."""
    try:
        with unpacked(file) as opened:
            content = opened.read(LARGEST + 1)
        found = json.loads(content) if len(content) <= LARGEST else None
    except (ValueError, RecursionError, *BROKEN_OFF):
        return None
    whole = isinstance(found, dict) and "match" in found and isinstance(found.get("entries"), list)
    return found if whole else None


def lines(found: Mapping[str, Any]) -> bytes:
    """Return the lines of an export of that match alone; they are validated like any others."""
    told = [{"match": found["match"]}, *({"entry": entry} for entry in found["entries"])]
    body = b"".join(json.dumps(one).encode() + b"\n" for one in told)
    counts = {"matches": 1, "entries": len(found["entries"]), "receipts": 0}
    head = {name: found.get(name) for name in ("format", "version")}
    end = {"end": counts | {"digest": hashlib.sha256(body).hexdigest()}}
    return line(head) + body + line(end)

"""Parser and validator of export files: each match as this program could have written it, or a BadLine."""

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, BinaryIO

from companion.games import GAMES
from companion.names import clean, fault
from companion.progress import report
from companion.rules import LAW
from companion.rules.cards import Unreadable
from companion.rules.text import N_, Text, Worded
from companion.sheet.entry_validation import flaws
from companion.sheet.ledger import Entry
from companion.sheet.scoresheet import Sheet
from companion.storage.hash_chain import opening, seals
from companion.storage.integrity import receipt_flaw
from companion.storage.matches import in_our_time
from companion.storage.players.identities import PersonAct, PersonEntry
from companion.storage.transfer.export import FORMAT, SEALED_COLUMNS, VERSION
from companion.storage.transfer.match_file import BROKEN_OFF, readable

COUNTED = {"match": "matches", "entry": "entries", "receipt": "receipts", "person": "people"}
LONGEST = 1 << 17  # bytes of a line
MOST_LINES = 50_000  # of one match
MOST_BYTES = 1 << 25  # of one match
MOST_ID = 1 << 53  # largest integer safe in JSON; an import renumbers large ids
LONGEST_LAW = 20
MATCH = {"code": str, "game": str, "house": dict, "first_dealer": int, "law": str, "opened_at": str, "key": str}
MATCH |= {"digest": str, "seats": list, "seal": str}
NUMBERS = ("deal", "seat", "revision", "points")
ENTRY = {"id": int, "body": dict, "at": str} | {name: int if name in NUMBERS else str for name in SEALED_COLUMNS}
PERSON = {"key": str, "kind": str, "name": str, "other": str, "at": str}
RECEIPT = {"key": str, "digest": str, "answer": str, "at": str}


CUT = N_("the file breaks off here; check that it was copied completely")


class BadLine(Worded):
    """A line that cannot be imported; the message names its number."""

    def __init__(self, number: int, reason: Text | str, /, **values: Any):
        self.number, self.reason = number, Text(reason, **values) if isinstance(reason, str) else reason
        super().__init__(N_("line {line}: {reason}"), line=number, reason=self.reason)

    def __reduce__(self) -> tuple[type["BadLine"], tuple[int, Text]]:
        """Support pickling, so that the error reaches another process."""
        return BadLine, (self.number, self.reason)


@dataclass
class Incoming:
    """A match as read from a file, with the number of its line."""

    number: int
    values: Mapping[str, Any]
    opened_at: datetime
    finished_at: datetime | None
    entries: list[Entry] = field(default_factory=list)
    numbers: list[int] = field(default_factory=list)  # line numbers of the entries
    receipts: list[Mapping[str, Any]] = field(default_factory=list)
    size: int = 0  # bytes of its lines
    opening: str = ""
    seals: list[str] = field(default_factory=list)
    sheet: Sheet | None = None

    def has_room(self, size: int) -> bool:
        """Add a line's bytes to the size, and return whether the match is still within its limits."""
        self.size += size
        return len(self.entries) + len(self.receipts) < MOST_LINES and self.size <= MOST_BYTES


def incoming(file: Path) -> Iterator[Incoming | PersonEntry]:
    """Yield every match of a file, fully checked, and every entry about names. Raises BadLine at the first fault."""
    match: Incoming | None = None
    for number, name, values, size in records(file):
        if name == "person":
            if match:
                yield checked(match)
            match = None
            yield new_person(number, values)
        elif name == "match":
            if match:
                yield checked(match)
            match = new_match(number, values)
        elif match is None:
            raise BadLine(number, N_("it belongs to no match"))
        elif not match.has_room(size):
            most = N_("a match has no more than {lines} lines and {size} bytes")
            raise BadLine(number, most, lines=MOST_LINES, size=MOST_BYTES)
        elif name == "entry":
            match.entries.append(new_entry(number, values, match))
            match.numbers.append(number)
        elif name == "receipt":
            match.receipts.append(new_receipt(number, values))
        else:
            raise BadLine(number, N_("there is nothing called “{name}”"), name=name[:30])
    if match:
        yield checked(match)


def records(file: Path) -> Iterator[tuple[int, str, dict[str, Any], int]]:
    """Yield the lines between the first and the last: line number, name, values, and size in bytes."""
    digest, counts = hashlib.sha256(), dict.fromkeys(COUNTED, 0)
    with readable(file) as opened:
        size = file.stat().st_size
        head = parsed(1, next_line(opened, 1))
        if head.get("format") != FORMAT or head.get("version") != VERSION:
            other = N_("this is not an export of this companion, or not of version {version}")
            raise BadLine(1, other, version=VERSION)
        number = 1
        while raw := next_line(opened, number + 1):
            number += 1
            name, values = single_entry(number, parsed(number, raw))
            if name == "end":
                due = {COUNTED[name]: count for name, count in counts.items()} | {"digest": digest.hexdigest()}
                if {"people": 0} | values != due or next_line(opened, number):  # an older export counts no people
                    raise BadLine(number, N_("the file was changed after it was written"))
                report(1)
                return
            report(min(getattr(opened, "fileobj", opened).tell() / size, 1))  # of a gzipped file, the packed bytes
            digest.update(raw)
            if name in counts:
                counts[name] += 1
            yield number, name, values, len(raw)
    raise BadLine(number, N_("the file ends too early"))


def next_line(file: BinaryIO, number: int) -> bytes:
    """Return the next line of a file, cut if it is too long. Raises BadLine if a gzipped file is truncated."""
    try:
        return file.readline(LONGEST + 1)
    except BROKEN_OFF:
        raise BadLine(number, CUT) from None


def parsed(number: int, raw: bytes) -> dict[str, Any]:
    """Return the JSON object on a line."""
    if len(raw) > LONGEST:
        raise BadLine(number, N_("it is longer than {longest} bytes"), longest=LONGEST)
    try:
        found = json.loads(raw)
    except (ValueError, RecursionError):
        cut = raw.startswith(b"{") and not raw.endswith(b"\n")
        raise BadLine(number, CUT if cut else N_("it is not JSON")) from None
    if not isinstance(found, dict):
        raise BadLine(number, N_("it is not a JSON object"))
    if b"\\u" in raw:
        refuse_unwritable(number, found)
    return found


def refuse_unwritable(number: int, found: Any) -> None:
    """Raise BadLine if a text at any depth has a NUL or a lone surrogate, which no database stores."""
    parts = [*found, *found.values()] if isinstance(found, dict) else found if isinstance(found, list) else []
    for part in parts:
        refuse_unwritable(number, part)
    if isinstance(found, str) and "\0" in found:
        raise BadLine(number, N_("it contains a NUL character"))
    if isinstance(found, str) and any("\ud800" <= letter <= "\udfff" for letter in found):
        raise BadLine(number, N_("it contains half a character"))


def single_entry(number: int, found: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """Return the single name on a line, and the object under it."""
    if len(found) != 1 or not isinstance(values := next(iter(found.values())), dict):
        raise BadLine(number, N_("it must be one object under one name"))
    return next(iter(found)), values


def fits(number: int, values: Mapping[str, Any], columns: Mapping[str, type]) -> None:
    """Raise BadLine unless the values have exactly these names and types."""
    for name, kind in columns.items():
        if type(values.get(name)) is not kind:
            raise BadLine(number, N_("its “{name}” is missing or of the wrong kind"), name=name)
    if more := set(values) - set(columns):
        raise BadLine(number, N_("“{name}” is not one of its fields"), name=min(more)[:30])


def when(number: int, text: str) -> datetime:
    """Return the point in time in a value of a line."""
    try:
        found = datetime.fromisoformat(text).astimezone(UTC)
    except (ValueError, OverflowError):
        raise BadLine(number, N_("“{value}” is not a date and time"), value=text[:30]) from None
    if not in_our_time(found):
        raise BadLine(number, N_("“{value}” lies outside the years 1900 to 2999"), value=text[:30])
    return found


def new_match(number: int, values: dict[str, Any]) -> Incoming:
    """Return the match of its line."""
    finished = values.pop("finished_at", "")
    fits(number, values, MATCH)
    code, key = values["code"], values["key"]
    if not (len(code) == 6 and code.isascii() and code.isalnum() and code == code.upper()):
        raise BadLine(number, N_("“{value}” is not a valid code"), value=code[:20])
    if not (8 <= len(key) <= 64 and key.isascii() and key.replace("-", "").isalnum()) or len(values["digest"]) > 64:
        raise BadLine(number, N_("its key or digest is not valid"))
    refuse_newer(number, values["law"])
    if not isinstance(finished, str | None):
        raise BadLine(number, N_("its “{name}” is missing or of the wrong kind"), name="finished_at")
    return Incoming(number, values, when(number, values["opened_at"]), when(number, finished) if finished else None)


def new_entry(number: int, values: dict[str, Any], match: Incoming) -> Entry:
    """Return the entry of its line; ids within a match must increase."""
    fits(number, values, ENTRY)
    if not (match.entries[-1].id if match.entries else 0) < values["id"] <= MOST_ID:
        raise BadLine(number, N_("its id does not follow the one before"))
    refuse_newer(number, values["law"])
    return Entry(**{**values, "at": when(number, values["at"])})


def refuse_newer(number: int, law: str) -> None:
    """Raise BadLine if a line was written under a law unknown to this companion."""
    if law > LAW or len(law) > LONGEST_LAW:
        raise BadLine(number, N_("it was saved under the rules of {law}: use a newer companion"), law=law[:LONGEST_LAW])


def new_receipt(number: int, values: dict[str, Any]) -> Mapping[str, Any]:
    """Return the receipt of its line; its answer must be a path inside the companion, or empty."""
    fits(number, values, RECEIPT)
    if flaw := receipt_flaw(values):
        raise BadLine(number, flaw)
    return values | {"at": when(number, values["at"])}


def new_person(number: int, values: dict[str, Any]) -> PersonEntry:
    """Return the host's entry about a name, of its line."""
    fits(number, values, PERSON)
    names = [values["name"], *([values["other"]] if values["kind"] == PersonAct.JOINED else [])]
    if wrong := next((wrong for name in names if (wrong := name_fault([name]))), None):
        raise BadLine(number, wrong)
    if values["kind"] not in list(PersonAct) or (values["other"] and len(names) == 1):
        raise BadLine(number, N_("“{kind}” is not a setting for names"), kind=values["kind"][:30])
    if not (8 <= len(values["key"]) <= 64 and values["key"].isascii() and values["key"].isalnum()):
        raise BadLine(number, N_("its key is not valid"))
    return PersonEntry(**{**values, "kind": PersonAct(values["kind"]), "at": when(number, values["at"])})


def checked(match: Incoming) -> Incoming:
    """Return the match with its sheet and seals, after checking players, rules, entries and hash chain."""
    values, number = match.values, match.number
    names, house = values["seats"], values["house"]
    if wrong := name_fault(names):
        raise BadLine(number, wrong)
    try:
        game = GAMES[values["game"]].amended(json.dumps(house, sort_keys=True), len(names))
    except KeyError:
        newer = N_("there is no game “{name}”: use a newer companion")
        raise BadLine(number, newer, name=values["game"][:30]) from None
    except Unreadable as error:
        raise BadLine(number, error.reason) from None
    if not 0 <= values["first_dealer"] < len(names):
        raise BadLine(number, N_("nobody sits at the seat that deals first"))
    sheet = Sheet(game, tuple(names), values["first_dealer"], entries=tuple(match.entries))
    for flaw in flaws(sheet):
        raise BadLine(match.numbers[flaw.place - 1] if flaw.place else number, flaw.what)
    if sheet.finished != (match.finished_at is not None):
        raise BadLine(number, N_("it is marked as over but is not, or the other way round"))
    fixed = (values["key"], values["game"], house, values["first_dealer"], values["law"], match.opened_at, names)
    match.opening, match.sheet = opening(*fixed), sheet
    match.seals = list(seals(match.opening, match.entries))
    if values["seal"] != (match.seals[-1] if match.seals else match.opening):
        raise BadLine(number, N_("its chain is broken: an entry was changed or removed"))
    return match


def name_fault(names: Sequence[Any]) -> Text | None:
    """Return the fault of the names of a match; None if they are valid."""
    if not all(isinstance(name, str) and name and clean(name) == name for name in names):
        return Text(N_("a name in it cannot be shown"))
    return next((wrong for n, name in enumerate(names) if (wrong := fault(name, names[:n]))), None)

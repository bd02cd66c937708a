"""The transfer file: JSON Lines in UTF-8, gzipped if wanted, one object with one name a line; read and written alike.

    {"format": "rummy-table-companion", "version": 2, "program": …, "law": …, "at": …}
    {"match": {code, game, house, first_dealer, law, opened_at, finished_at, key, digest, seats}}
    {"entry": {id, kind, deal, seat, revision, how, points, cards, reason, by, body, law, at}}     its entries, in order
    {"receipt": {key, digest, answer, at}}                                                   receipts of answered forms
    {"person": {key, kind, name, other, at}}                the host's entries about names, in order, after all matches
    {"end": {matches, entries, receipts, people, digest}}   SHA-256 over every line between the first and this one

Times are ISO 8601 in UTC. The file of one match is such a file without receipts. The `id` of an entry is its place in
the match, counted from 1, by which others refer to it (`of`, `entry` in their body); in version 1, which is still read,
it is that of the database.
The `name` of a person entry "deleted" is the code of a deleted match. Devices, invite codes and results are not
included: the first two are secrets, the last follow from the entries."""

import gzip
import hashlib
import re
import zlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any, BinaryIO, Literal, cast

from pydantic import AfterValidator, AwareDatetime, BaseModel, ConfigDict, Field, ValidationError, model_validator

from companion import __version__
from companion.names import clean, fault
from companion.rules import LAW
from companion.rules.text import N_, Text, Worded
from companion.sheet.ledger import Entry, EntryKind
from companion.storage.database.errors import Unusable, reason_of
from companion.storage.matches import in_our_time
from companion.storage.players.identities import PersonAct, PersonEntry

LONGEST_LINE = 1 << 17  # bytes of a line
GZIP = b"\x1f\x8b"  # magic number
BROKEN_OFF = (EOFError, zlib.error, gzip.BadGzipFile)  # errors from reading a truncated or damaged file
NUL = re.compile(rb"(?<!\\)(?:\\\\)*\\u0000")  # no database stores one
MOST_NUMBER, MOST_ID = 1 << 31, 1 << 53  # of a column of 32 bits; safe in JSON
REFERENCES = {EntryKind.ADJUST: "of", EntryKind.RIGHT: "entry"}  # body field that names another entry, by kind
CUT = N_("the file breaks off here; check that it was copied completely")
NEWER = N_("it was saved under the rules of {law}: use a newer companion")


class BadLine(Worded):
    """A line that cannot be imported; the message names its number."""

    def __init__(self, number: int, reason: Text | str, /, **values: Any):
        self.number, self.reason = number, Text(reason, **values) if isinstance(reason, str) else reason
        super().__init__(N_("line {line}: {reason}"), line=number, reason=self.reason)

    def __reduce__(self) -> tuple[type["BadLine"], tuple[int, Text]]:
        """Support pickling, so that the error reaches another process."""
        return BadLine, (self.number, self.reason)


def valid_moment(at: datetime) -> datetime:
    """Return a moment in UTC. Raises ValueError if pages cannot show it."""
    if at.tzinfo is None or not in_our_time(at):
        raise ValueError(at)
    return at.astimezone(UTC)


def valid_names(names: list[str]) -> list[str]:
    """Return the names of a table. Raises ValueError if players cannot have typed them."""
    if any(not name or clean(name) != name or fault(name, names[:place]) for place, name in enumerate(names)):
        raise ValueError(names)
    return names


def valid_entry(entry: Entry) -> Entry:
    """Return an entry with its time in UTC. Raises ValueError if a value does not fit its column."""
    numbers = (entry.deal, entry.seat, entry.revision, entry.points)
    if any(abs(number) >= MOST_NUMBER for number in numbers) or not 0 < entry.id <= MOST_ID:
        raise ValueError(entry)
    return replace(entry, at=valid_moment(entry.at))


def valid_person_entry(entry: PersonEntry) -> PersonEntry:
    """Return an entry about names. Raises ValueError if no host can have made it."""
    valid_names([entry.name])
    if entry.kind == PersonAct.JOINED:
        valid_names([entry.other])
    if (entry.other and entry.kind != PersonAct.JOINED) or not re.fullmatch("[0-9A-Za-z]{8,64}", entry.key):
        raise ValueError(entry)
    return replace(entry, at=valid_moment(entry.at))


Moment = Annotated[AwareDatetime, AfterValidator(valid_moment)]
Law = Annotated[str, Field(max_length=20)]
Key = Annotated[str, Field(pattern="^[ -~]{1,64}$")]
Digest = Annotated[str, Field(pattern="^[ -~]{0,64}$")]
INSIDE = r"^(/([ -.0-\[\]-~][ -\[\]-~]*)?)?$"  # a path inside the companion, or empty


class Values(BaseModel):
    """The values on a line; no others may be beside them."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Head(Values):
    """The first line."""

    format: Literal["rummy-table-companion"] = "rummy-table-companion"
    version: Literal[1, 2] = 2
    program: str = __version__
    law: str = LAW
    at: Moment = Field(default_factory=lambda: datetime.now(UTC))


class MatchValues(Values):
    """A match as it was opened, and its end."""

    code: str = Field(pattern="^[0-9A-Z]{6}$")
    game: str
    house: dict[str, Any]
    first_dealer: int
    law: Law
    opened_at: Moment
    finished_at: Moment | None
    key: str = Field(pattern="^[0-9A-Za-z-]{8,64}$")
    digest: Digest
    seats: Annotated[list[str], AfterValidator(valid_names)]
    seal: str = Field(default="", exclude=True)  # of version 1


class Receipt(Values):
    """The answer to a form."""

    key: Key
    digest: Digest
    answer: str = Field(pattern=INSIDE)
    at: Moment


class End(Values):
    """The last line."""

    matches: int = 0
    entries: int = 0
    receipts: int = 0
    people: int = 0
    digest: str = ""


class Line(Values):
    """One line between these two, which has exactly one name."""

    match: MatchValues | None = None
    entry: Annotated[Entry, AfterValidator(valid_entry)] | None = None
    receipt: Receipt | None = None
    person: Annotated[PersonEntry, AfterValidator(valid_person_entry)] | None = None
    end: End | None = None

    @model_validator(mode="after")
    def single(self) -> "Line":
        """Check that there is one name."""
        if len(self.model_fields_set) != 1:
            raise ValueError
        return self

    def count(self, counts: End) -> None:
        """Add the line to the counts of a file."""
        counts.matches += self.match is not None
        counts.entries += self.entry is not None
        counts.receipts += self.receipt is not None
        counts.people += self.person is not None


def written(line: Head | Line) -> bytes:
    """Return a line as it is stored."""
    values = line.model_dump_json(exclude_unset=isinstance(line, Line), exclude={"entry": {"device"}})
    return values.encode() + b"\n"


def write(file: BinaryIO | gzip.GzipFile, lines: Iterable[Line]) -> End:
    """Write a whole file, and return the counts of its lines."""
    digest, counts = hashlib.sha256(), End()
    file.write(written(Head()))
    for line in lines:
        raw = written(line)
        file.write(raw)
        digest.update(raw)
        line.count(counts)
    counts.digest = digest.hexdigest()
    file.write(written(Line(end=counts)))
    return counts


def read(file: Path) -> Iterator[tuple[int, int, Line]]:
    """Yield the lines between the first and the last, with their numbers and bytes. Raises BadLine, Unusable."""
    digest, counts, number = hashlib.sha256(), End(), 1
    with closing(opened(file)) as lines:
        version, places = head_of(next_line(lines, 1)).version, dict[int, int]()
        while raw := next_line(lines, number + 1):
            number += 1
            line = parsed(number, raw)
            if line.end:
                counts.digest = digest.hexdigest()
                if line.end != counts or next_line(lines, number):
                    raise BadLine(number, N_("the file was changed after it was written"))
                return
            digest.update(raw)
            line.count(counts)
            places = {} if line.match else places
            if version == 1 and line.entry:
                places[line.entry.id] = len(places) + 1
                line.entry = by_place(line.entry, places)
            yield number, len(raw), line
    raise BadLine(number, N_("the file ends too early"))


def by_place(entry: Entry, places: Mapping[int, int]) -> Entry:
    """Return an entry of version 1, which refers to another by its id in the file, as one of version 2."""
    name = REFERENCES.get(entry.kind, "")
    of = entry.body.get(name)
    return replace(entry, body={**entry.body, name: places.get(of, 0)}) if isinstance(of, int) else entry


def head_of(raw: bytes) -> Head:
    """Return the first line of a file. Raises BadLine if it is not ours."""
    try:
        return Head.model_validate_json(raw)
    except ValidationError:
        other = N_(
            "this is not an export of this companion, or not of version {version}; "
            "a scoresheet is brought in from the home page"
        )
        raise BadLine(1, other, version=Head().version) from None


def opened(file: Path) -> BinaryIO:
    """Open a file, unpacked if gzipped. Raises Unusable if it cannot be read, or is no regular file, such as a pipe."""
    try:
        if not file.is_file():
            raise Unusable(N_("{file} is not an ordinary file"), file=file)
        with file.open("rb") as packed:
            return cast(BinaryIO, gzip.open(file)) if packed.read(len(GZIP)) == GZIP else file.open("rb")
    except OSError as error:
        raise Unusable(N_("{file} cannot be read: {error}"), file=file, error=reason_of(error)) from error


def next_line(file: BinaryIO, number: int) -> bytes:
    """Return the next line of a file, cut if it is too long. Raises BadLine if a gzipped file is truncated."""
    try:
        return file.readline(LONGEST_LINE + 1)
    except BROKEN_OFF:
        raise BadLine(number, CUT) from None


def parsed(number: int, raw: bytes) -> Line:
    """Return a line as a model. Raises BadLine, which names the first value that is wrong."""
    if len(raw) > LONGEST_LINE:
        raise BadLine(number, N_("it is longer than {longest} bytes"), longest=LONGEST_LINE)
    if NUL.search(raw):
        raise BadLine(number, N_("it contains a NUL character"))
    try:
        line = Line.model_validate_json(raw)
    except ValidationError as error:
        if not raw.endswith(b"\n"):
            raise BadLine(number, CUT) from None
        where = ".".join(map(str, error.errors()[0]["loc"])) or raw[:30].decode(errors="replace").strip()
        raise BadLine(number, N_("“{value}” is missing, of the wrong kind, or impossible"), value=where) from None
    law = line.match.law if line.match else line.entry.law if line.entry else LAW
    if law > LAW:
        raise BadLine(number, NEWER, law=law[:20])
    return line

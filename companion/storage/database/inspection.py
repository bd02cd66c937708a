"""Inspection of a database file without changing it: sound, damaged, foreign, newer, missing."""

import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from enum import Enum
from functools import cache
from pathlib import Path

from companion.rules.text import N_, Clauses, Sayable, Series, Text
from companion.storage.backup.sqlite_copy import connect, journal
from companion.storage.database.errors import Trouble, reason_of, trouble_of, writable

MIGRATIONS = Path(__file__).parents[2] / "migrations"
MAGIC = b"SQLite format 3\x00"
MARK = 0x52756D6D  # application id "Rumm" in the header, which identifies the companion's files
OURS = {"match", "seat", "entry", "receipt"}  # tables by which files older than the mark are recognised
HEADER = 100  # bytes
MALFORMED = "database disk image is malformed"  # SQLite's message for any damage
SHOWN = 3  # most messages of an integrity check that are shown


class State(Enum):
    """States of a database file."""

    SOUND = "sound"
    OLDER = "older"  # sound, to be migrated
    NEW = "new"  # no file, and no witness of an earlier one
    GONE = "gone"  # no file, though there was a database
    EMPTY = "empty"
    FOLDER = "folder"
    FORBIDDEN = "forbidden"
    NOT_SQLITE = "not SQLite"
    FOREIGN = "foreign"
    NEWER = "newer"
    UNVERSIONED = "unversioned"
    LOCKED = "locked"
    WAL = "write-ahead log"
    DAMAGED = "damaged"  # its readable part can be shown
    UNREADABLE = "unreadable"  # too damaged to show anything


@dataclass(frozen=True)
class Condition:
    """Result of an inspection: state, details, revision, and whether file and folder are writable."""

    state: State
    detail: Clauses = Clauses()
    revision: str = ""
    writable: bool = True

    @property
    def shown(self) -> bool:
        """True if the contents can be shown."""
        return self.state in (State.SOUND, State.DAMAGED)


class Found(Exception):
    """Ends an inspection early, with this condition."""

    def __init__(self, state: State, *details: Sayable | str):
        super().__init__(state, *details)
        self.condition = Condition(state, Clauses(details))


def witness(path: Path) -> Path:
    """Return the path of the witness file beside a database, which records when it was last opened."""
    return path.with_name(f"{path.name}.known")


def inspect(path: Path) -> Condition:
    """Return the condition of the file at that path; nothing is changed, also if a write was interrupted."""
    try:
        header = header_of(path)
        if header[18:20] == b"\x02\x02":
            return Condition(State.WAL, writable=writable(path))
        with settled(path) as settled_path, closing(connect(settled_path, "ro")) as connection:
            return contents(connection, path)
    except Found as found:
        return found.condition
    except sqlite3.Error as error:
        return unread(error)
    except OSError as error:
        return Condition(State.FORBIDDEN, Clauses([reason_of(error)]))


def inspect_database(path: Path) -> Condition:
    """Return the condition of a database that may be in use. Raises sqlite3.Error if it cannot be opened or judged.

    Only SQLite opens the file: closing it directly would drop the locks this program may hold on it."""
    try:
        with closing(connect(path, "ro")) as connection:
            return contents(connection, path)
    except Found as found:
        return found.condition
    except sqlite3.Error as error:
        if trouble_of(error) not in (Trouble.DAMAGED, Trouble.LOCKED):
            raise
        return unread(error)


def unread(error: sqlite3.Error) -> Condition:
    """Return the condition of a file that SQLite failed to read."""
    if getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_NOTADB:
        return Condition(State.NOT_SQLITE)
    locked = trouble_of(error) is Trouble.LOCKED
    return Condition(State.LOCKED if locked else State.UNREADABLE, Clauses([detail_of(error)]))


def detail_of(error: BaseException) -> Text | str:
    """Return SQLite's message about a damaged file, or a better one if it says only that it is damaged."""
    return Text(N_("some of its pages cannot be read")) if str(error) == MALFORMED else str(error)


def header_of(path: Path) -> bytes:
    """Return the first bytes of a database. Raises Found if the file is missing."""
    if path.is_dir():
        raise Found(State.FOLDER)
    try:
        with path.open("rb") as file:
            header = file.read(HEADER)
    except FileNotFoundError:
        raise Found(State.GONE if witness(path).exists() else State.NEW) from None
    if not header:
        raise Found(State.EMPTY)
    if not header.startswith(MAGIC):
        raise Found(State.NOT_SQLITE)
    if int.from_bytes(header[68:72], "big") not in (0, MARK):
        raise Found(State.FOREIGN)
    return header


def cut_off(path: Path) -> bool:
    """True if a write was interrupted; SQLite rolls it back when the file is next opened."""
    try:
        with journal(path).open("rb") as file:
            return any(file.read(8))
    except OSError:
        return False


@contextmanager
def settled(path: Path) -> Iterator[Path]:
    """Yield the file with an interrupted write rolled back: a copy in that case, else the file itself."""
    if not cut_off(path):
        yield path
        return
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / path.name
        shutil.copyfile(path, copy)
        shutil.copyfile(journal(path), journal(copy))
        with closing(sqlite3.connect(copy)) as connection:
            connection.execute("SELECT count(*) FROM sqlite_master")
        yield copy


def contents(connection: sqlite3.Connection, path: Path) -> Condition:
    """Return the condition of a database that could be opened."""
    pages, size = (connection.execute(f"PRAGMA {name}").fetchone()[0] for name in ("page_count", "page_size"))
    if pages * size > path.stat().st_size and not cut_off(path):
        raise Found(State.UNREADABLE, Text(N_("the end of the file is missing")))
    tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    marked = connection.execute("PRAGMA application_id").fetchone()[0] == MARK
    if not tables and not marked:
        raise Found(State.EMPTY)
    if not tables >= OURS:
        raise Found(State.UNREADABLE if marked else State.FOREIGN, Series(sorted(OURS - tables)))
    revision = revision_of(connection, tables)
    damage = damage_in(connection)
    if damage and revision != head():
        raise Found(State.UNREADABLE, *damage)
    state = State.DAMAGED if damage else State.SOUND if revision == head() else State.OLDER
    return Condition(state, damage, revision, writable(path))


def revision_of(connection: sqlite3.Connection, tables: set[str]) -> str:
    """Return the revision of a database. Raises Found if it has none, or one unknown to this program."""
    rows = (
        connection.execute("SELECT version_num FROM alembic_version").fetchall() if "alembic_version" in tables else []
    )
    if len(rows) != 1:
        raise Found(State.UNVERSIONED)
    if rows[0][0] not in revisions():
        raise Found(State.NEWER, str(rows[0][0]))
    return str(rows[0][0])


def damage_in(connection: sqlite3.Connection) -> Clauses:
    """Return SQLite's complaints about pages, indexes and references; empty if all is well.

    The full integrity check is used, because the quick check does not compare indexes with their tables."""
    try:
        told = (text for (text,) in connection.execute(f"PRAGMA integrity_check({SHOWN})") if text != "ok")
        said: list[Text | str] = [text.replace("\n", " ") for text in told]
        orphans = connection.execute("PRAGMA foreign_key_check")
        said += [Text(N_("a row of {table} belongs to no {other}"), table=row[0], other=row[2]) for row in orphans]
    except sqlite3.DatabaseError as error:
        if trouble_of(error) is not Trouble.DAMAGED:
            raise
        said = [detail_of(error)]
    return Clauses(said[:SHOWN])


@cache
def revisions() -> tuple[str, ...]:
    """Return the revisions known to this program, newest first: the numbers that migration files' names begin with."""
    return tuple(sorted((file.name[:4] for file in (MIGRATIONS / "versions").glob("[0-9]*.py")), reverse=True))


def head() -> str:
    """Return the newest revision, which this program writes."""
    return revisions()[0]

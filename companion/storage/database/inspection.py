"""What a database file is, seen without changing anything: sound, damaged, foreign, newer, missing."""

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
MARK = 0x52756D6D  # "Rumm", in the header: tells the companion's files from those of other programs
OURS = {"match", "seat", "entry", "receipt"}  # how files from before there was a mark are recognised
HEADER = 100  # bytes
MALFORMED = "database disk image is malformed"  # by SQLite, of whatever does not fit
SHOWN = 3  # of what an integrity check complains of


class State(Enum):
    """What a file may be found to be."""

    SOUND = "sound"
    OLDER = "older"  # sound, to be brought up to date
    NEW = "new"  # nothing there, and nothing known to have been there
    GONE = "gone"  # nothing there, where there was a database
    EMPTY = "empty"
    FOLDER = "folder"
    FORBIDDEN = "forbidden"
    NOT_SQLITE = "not SQLite"
    FOREIGN = "foreign"
    NEWER = "newer"
    UNVERSIONED = "unversioned"
    LOCKED = "locked"
    WAL = "write-ahead log"
    DAMAGED = "damaged"  # what can be read of it can be shown
    UNREADABLE = "unreadable"  # damaged so far that nothing can


@dataclass(frozen=True)
class Condition:
    """What was found of a file: its state, particulars, its revision, and whether its place can be written."""

    state: State
    detail: Clauses = Clauses()
    revision: str = ""
    writable: bool = True

    @property
    def shown(self) -> bool:
        """Whether what is there can be shown."""
        return self.state in (State.SOUND, State.DAMAGED)


class Found(Exception):
    """The look at a file ends here, with this condition."""

    def __init__(self, state: State, *details: Sayable | str):
        super().__init__(state, *details)
        self.condition = Condition(state, Clauses(details))


def witness(path: Path) -> Path:
    """What lies beside a database to tell that there is one: when it was opened last."""
    return path.with_name(f"{path.name}.known")


def inspect(path: Path) -> Condition:
    """The condition of the file at that path; nothing is changed, also where a write was cut off."""
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


def look(path: Path) -> Condition:
    """The condition of a database that may be in use; sqlite3.Error where it can be neither opened nor judged.

    Only SQLite opens it: closing it by hand would drop the locks this program may hold on it."""
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
    """The condition of a file in which SQLite stopped reading."""
    if getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_NOTADB:
        return Condition(State.NOT_SQLITE)
    locked = trouble_of(error) is Trouble.LOCKED
    return Condition(State.LOCKED if locked else State.UNREADABLE, Clauses([detail_of(error)]))


def detail_of(error: BaseException) -> Text | str:
    """What SQLite says of a damaged file, where it says more than that it is damaged."""
    return Text(N_("some of its pages cannot be read")) if str(error) == MALFORMED else str(error)


def header_of(path: Path) -> bytes:
    """The first bytes of a database; Found where there is none."""
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
    """Whether a write was cut off half way: SQLite takes it back when the file is opened next."""
    try:
        with journal(path).open("rb") as file:
            return any(file.read(8))
    except OSError:
        return False


@contextmanager
def settled(path: Path) -> Iterator[Path]:
    """The file as it is once a write that was cut off is taken back: a copy then, else itself."""
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
    """What is in a database that could be opened."""
    pages, size = (connection.execute(f"PRAGMA {name}").fetchone()[0] for name in ("page_count", "page_size"))
    if pages * size > path.stat().st_size and not cut_off(path):
        raise Found(State.UNREADABLE, Text(N_("its end is missing")))
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
    """The revision a database is at; Found where there is none, or one that this program does not know."""
    rows = (
        connection.execute("SELECT version_num FROM alembic_version").fetchall() if "alembic_version" in tables else []
    )
    if len(rows) != 1:
        raise Found(State.UNVERSIONED)
    if rows[0][0] not in revisions():
        raise Found(State.NEWER, str(rows[0][0]))
    return str(rows[0][0])


def damage_in(connection: sqlite3.Connection) -> Clauses:
    """What SQLite finds wrong with the pages, the indexes and the references of a database; nothing if all is well.

    The quick check leaves out whether the indexes hold what the tables hold, and so misses one that was emptied."""
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
    """The revisions this program knows, its own first: each migration's file begins with its number."""
    return tuple(sorted((file.name[:4] for file in (MIGRATIONS / "versions").glob("[0-9]*.py")), reverse=True))


def head() -> str:
    """The revision that this program writes."""
    return revisions()[0]

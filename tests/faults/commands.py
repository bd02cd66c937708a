"""Commands in bad states, each in its own fork: exit status, output and files afterwards.

A state is a damaged copy of a sound instance, or a file operation that fails during a command (tests/faults/shim.c)."""

import errno
import os
import re
import shutil
import sqlite3
import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import NamedTuple

from companion import cli, demo
from companion.server import serving
from companion.storage.backup import sqlite_copy
from companion.storage.database import engines, lock
from companion.storage.database.files import fault as faulty
from tests.faults.migrations import grown
from tests.faults.shim import Shim
from tests.support.server import free_port

COMMANDS = {  # {beside}: folder with an export and a backup, {out}: folder to write to
    "serve": "serve --no-browser --port {port}",
    "serve --new": "serve --new --no-browser --port {port}",
    "doctor": "doctor",
    "doctor --json": "doctor --json",
    "backup": "backup",
    "restore": "restore {beside}/copy.db",
    "export": "export {out}/all.jsonl",
    "import": "import {beside}/all.jsonl --yes",
    "demo": "demo --matches 1 --seed 6",
    "ask": "ask kalooki three KS|KH|JK",
}
WRITERS = {"serve", "import", "demo"}  # commands that go on with a sound database
NOBODY = 65534
TRACE, NOT_STRUCK = 99, 100  # statuses: of an uncaught error; added if the fault was not reached
JAPANESE = re.compile("[\u3041-\u30ff\u4e00-\u9fff]")
Spoil = Callable[[Path], object]


class Fault(NamedTuple):
    """The n-th file operation fails with that errno (0: the process ends), and with always all later ones too."""

    at: int
    error: int
    always: bool = False


class Ended(NamedTuple):
    """Exit status and output of a command."""

    status: int
    said: str


@dataclass(frozen=True)
class Bad:
    """A bad state: the function that creates it, and the exit status of each command, in the order of COMMANDS."""

    spoil: Spoil
    statuses: str
    nobody: bool = False  # the command runs as a user who owns nothing there


def sql(here: Path, *statements: str) -> None:
    """Change the database as another program."""
    with closing(sqlite3.connect(here / "companion.db")) as connection, connection:
        for statement in statements:
            connection.execute(statement)


def written(content: bytes, at: int = 0) -> Spoil:
    """Return a function that overwrites some bytes of the database."""

    def spoil(here: Path) -> None:
        with (here / "companion.db").open("r+b") as file:
            file.seek(at)
            file.write(content)

    return spoil


def page_spoilt(table: str) -> Spoil:
    """Return a function that fills the first page of a table with noise."""

    def spoil(here: Path) -> None:
        with closing(sqlite3.connect(here / "companion.db")) as connection:
            (page,) = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", [table]).fetchone()
            size = connection.execute("PRAGMA page_size").fetchone()[0]
        written(b"\xa5" * size, (page - 1) * size)(here)

    return spoil


def no_text(table: str, column: str) -> Spoil:
    """Return a function that adds an invalid UTF-8 byte to that column of one row."""
    bad = f"CAST(CAST(coalesce(substr(\"{column}\", 1, 1), '') AS BLOB) || x'ff' AS TEXT)"
    first = f'(SELECT min(rowid) FROM "{table}")'
    return lambda here: sql(here, f'UPDATE "{table}" SET "{column}" = {bad} WHERE rowid = {first}')


def foreign(here: Path) -> None:
    """Replace the database with one of another program."""
    (here / "companion.db").unlink()
    sql(here, "CREATE TABLE recipe (name TEXT)", "INSERT INTO recipe VALUES ('pie')")


def older(revision: str) -> Spoil:
    """Return a function that replaces the database with one of that revision, with a match in it."""

    def spoil(here: Path) -> None:
        made = grown(here.parent / f"{here.name}-{revision}", revision)
        os.replace(made, here / "companion.db")

    return spoil


def held(here: Path) -> None:
    """Hold the lock of the database in this process, as a server elsewhere would."""
    HELD.append(lock.acquire(here / "companion.db", "companion serve at http://127.0.0.1:8313"))


def locked(here: Path) -> None:
    """Hold an exclusive write lock on the database from another connection."""
    connection = sqlite3.connect(here / "companion.db")
    connection.execute("BEGIN EXCLUSIVE")
    HELD.append(connection)


def given_away(folder: int, file: int) -> Spoil:
    """Return a function that gives the instance to a user without rights, with these modes of folders and files."""

    def spoil(here: Path) -> None:
        for path in (here, *here.rglob("*")):
            os.chown(path, NOBODY, NOBODY)
            path.chmod(folder if path.is_dir() else file)

    return spoil


HELD: list[object] = []  # locks held until this process ends
REFUSED = "1022202210"  # the database is not the companion's, or unreadable
ONE_BAD = "0022001000"  # one match is damaged, all others work
BAD: dict[str, Bad] = {
    "sound": Bad(lambda here: None, "0000000000"),
    "missing": Bad(shutil.rmtree, "0022202000"),
    "gone": Bad(lambda here: (here / "companion.db").unlink(), REFUSED),
    "empty": Bad(lambda here: os.truncate(here / "companion.db", 0), REFUSED),
    "header": Bad(written(b"milk, eggs"), REFUSED),
    "half": Bad(lambda here: os.truncate(here / "companion.db", 40960), REFUSED),
    "foreign": Bad(foreign, REFUSED),
    "newer": Bad(lambda here: sql(here, "UPDATE alembic_version SET version_num = '9999'"), REFUSED),
    "unversioned": Bad(lambda here: sql(here, "DELETE FROM alembic_version"), REFUSED),
    "page of entries": Bad(page_spoilt("entry"), REFUSED),
    "page of receipts": Bad(page_spoilt("receipt"), REFUSED),
    "body of null": Bad(lambda here: sql(here, "UPDATE entry SET body = 'null' WHERE id = 1"), ONE_BAD),
    "seat no number": Bad(lambda here: sql(here, "UPDATE entry SET seat = 'Aki' WHERE id = 1"), ONE_BAD),
    "receipt": Bad(lambda here: sql(here, "UPDATE receipt SET answer = '//evil.example'"), "0000000000"),
    "receipt at no time": Bad(lambda here: sql(here, "UPDATE receipt SET at = 'noon'"), "0000000000"),
    "held": Bad(held, "1100020210"),
    "locked": Bad(locked, "1022202210"),
}
READ = {  # without these no match is read
    "match": ("game", "house", "opened_at"),
    "entry": ("kind", "how", "body", "at"),
}
for _table, _columns in READ.items():
    BAD |= {f"{_table}.{column}": Bad(no_text(_table, column), ONE_BAD) for column in _columns}
for _revision in engines.revisions()[1:]:
    BAD[_revision] = Bad(older(_revision), "0011002200")
BAD["receipt.answer"] = Bad(no_text("receipt", "answer"), "0000000000")
if hasattr(os, "geteuid") and os.geteuid() == 0:
    BAD["read-only"] = Bad(given_away(0o500, 0o400), "0100220210", nobody=True)
    BAD["another's"] = Bad(lambda here: None, "1122222210", nobody=True)


def made(folder: Path) -> Path:
    """Create a sound instance with a finished match, a running one and a backup, and beside it an export and a copy."""
    here = folder / "sound" / "instance"
    here.parent.mkdir(parents=True)
    for words in ("demo --matches 1 --seed 5", "backup", "export {beside}/all.jsonl"):
        assert ended(here, words, "en").status == 0, words
    shutil.copy(next((here / "backups").glob("*.db")), here.parent / "copy.db")
    return here


def copied(sound: Path, folder: Path) -> Path:
    """Copy a sound instance and the files beside it into an empty folder."""
    shutil.copytree(sound.parent, folder)
    folder.chmod(0o755)  # also where an application in this process made new folders private
    (folder / "out").mkdir()
    (folder / "out").chmod(0o777)
    return folder / sound.name


def ended(here: Path, words: str, language: str, fault: Fault | None = None, nobody: bool = False) -> Ended:
    """Run a command in a fork of this process, without a terminal, and return how it ended."""
    said = here.parent / "said"
    said.unlink(missing_ok=True)
    said.touch(mode=0o666)
    child = os.fork()
    if not child:
        status = TRACE
        try:
            status = command(here, words, language, said, fault, nobody)
        except SystemExit as error:
            status = int(error.code or 0)
        except BaseException:
            traceback.print_exc()
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(status)
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    return Ended(status, said.read_text("utf-8", "replace"))


def command(here: Path, words: str, language: str, said: Path, fault: Fault | None, nobody: bool) -> int:
    """Run a command in this fork, which ends with it."""
    with said.open("w") as file:
        os.dup2(file.fileno(), 1)
        os.dup2(file.fileno(), 2)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.environ |= {"COMPANION_INSTANCE": str(here), "COMPANION_DATABASE_URL": "", "LC_ALL": language}
    serving.bound = lambda _: []
    serving.waitress = SimpleNamespace(serve=lambda *_, **_named: None)  # type: ignore[assignment]
    demo.GAMES = dict(list(demo.GAMES.items())[:1])
    sqlite_copy.PATIENCE = engines.PRAGMAS["busy_timeout"] = 0  # type: ignore[assignment]
    given = words.format(beside=here.parent, out=here.parent / "out", port=free_port()).split()
    if nobody:
        os.setuid(NOBODY)
    if fault is None:
        return cli.main([word.replace("|", " ") for word in given])
    shim = Shim(here)
    with shim.failing(*fault):
        return cli.main(given) + (NOT_STRUCK if shim.seen < fault.at else 0)


def files_in(here: Path) -> dict[Path, bytes]:
    """Return all files of an instance, except locks, journals and notes of programs."""
    notes = (".lock", ".json", "-journal", ".new", ".restoring")
    return {path: path.read_bytes() for path in here.rglob("*") if path.is_file() and not path.name.endswith(notes)}


def in_state(sound: Path, folder: Path, name: str, what: str, language: str) -> Iterator[str]:
    """Yield the faults of a command in a bad state: in its exit status, its output, and its files."""
    bad, here = BAD[name], copied(sound, folder)
    bad.spoil(here)
    before = files_in(here)
    status, said = ended(here, COMMANDS[what], language, nobody=bad.nobody)
    due = int(bad.statuses[list(COMMANDS).index(what)])
    where = f"{what}, {name}, {language}"
    if status != due:
        yield f"{where}: {status} instead of {due}: {said[-300:]}"
    yield from (f"{where}: {wrong}" for wrong in ill_said(status, said, language))
    yield from (f"{where}: {wrong}" for wrong in lost(before, here, what, due))
    HELD.clear()
    shutil.rmtree(folder)


def ill_said(status: int, said: str, language: str) -> Iterator[str]:
    """Yield the faults in the output of a command."""
    if "Traceback" in said or status == TRACE:
        yield f"a trace: {said[-300:]}"
    if status in (1, 2) and not said.strip():
        yield "not a word"
    if status in (1, 2) and language == "ja" and not JAPANESE.search(said):
        yield f"no word in Japanese: {said[-200:]}"


def lost(before: dict[Path, bytes], here: Path, what: str, due: int) -> Iterator[str]:
    """Yield files that are lost or changed: nothing may be overwritten, and a refused command changes nothing."""
    after = files_in(here)
    main = here / "companion.db"
    for path, held in before.items():
        if path != main and after.get(path) != held:
            yield f"{path.name} was changed"
    if main in before and after.get(main) != before[main]:
        kept = before[main] in after.values() or any(".before-" in path.name for path in after)
        went_on = what in WRITERS and due == 0
        if not (kept or went_on):
            yield "what was in the database is nowhere any more"
    if any(path.name.endswith(".part") for path in after):
        yield "half a file was left"


def struck(sound: Path, folder: Path, fault: Fault) -> tuple[bool, list[str]]:
    """Run an import where nothing was with a fault; return whether it was reached, and what is wrong afterwards.

    There must be no database or a whole one, and an error a sentence."""
    what, here = "import", copied(sound, folder)
    shutil.rmtree(here)
    here.mkdir(0o700)
    before = files_in(here)
    status, said = ended(here, COMMANDS[what], "ja" if fault.at % 2 else "en", fault)
    where = f"{what}, {errno.errorcode.get(fault.error, 'killed')} at {fault.at}"
    wrong = list(ill_said(status, said, "en"))
    if status not in (0, 1, 2, -9) and status < NOT_STRUCK:
        wrong.append(f"status {status}: {said[-200:]}")
    may_stay = status == -9 or fault.always  # the command was killed, or could not remove anything
    wrong += [one for one in lost(before, here, what, 0) if not (may_stay and "half a file" in one)]
    unsound = str(faulty(here / "companion.db") or "")
    if unsound and "is missing" not in unsound:
        wrong.append(f"it leaves no sound database: {unsound}")
    if not unsound and (again := ended(here, COMMANDS["serve"], "en")).status:
        wrong.append(f"afterwards it does not start: {again.said[-200:]}")
    shutil.rmtree(folder)
    return status < NOT_STRUCK, [f"{where}: {one}" for one in wrong]

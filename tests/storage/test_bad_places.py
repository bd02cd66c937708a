"""A database in every bad state: one sentence, exit status 1, nothing written, and no trace."""

import errno
import io
import os
import re
import shutil
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing, contextmanager, redirect_stderr, redirect_stdout
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
import waitress

from companion.app import create_app
from companion.cli import main
from companion.rules.text import Text
from companion.storage.backup import catalog
from companion.storage.backup.catalog import back_up
from companion.storage.database.errors import Trouble, Unusable, trouble_of
from companion.storage.doctor import findings
from companion.storage.store import Store
from companion.storage.transfer.export import export
from tests.storage.test_catalog import backup_made, seconds_to_come
from tests.support.phone import Phone
from tests.support.server import ROOT, free_port

pytestmark = pytest.mark.file

Spoil = Callable[[Path], object]
OWN_FILES = {"companion.db.lock"}  # each start signs the lock


def sql(file: Path, *statements: str) -> None:
    """Change a file as another program."""
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("PRAGMA writable_schema = ON")
        for statement in statements:
            connection.execute(statement)


def overwrite(file: Path, at: int, what: bytes) -> None:
    """Overwrite some bytes."""
    with file.open("r+b") as opened:
        opened.seek(at)
        opened.write(what)


def page_of(file: Path, name: str) -> tuple[int, int]:
    """Return the offset of the first page of a table or an index, and the page size, in bytes."""
    with closing(sqlite3.connect(file)) as connection:
        size = connection.execute("PRAGMA page_size").fetchone()[0]
        (page,) = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", [name]).fetchone()
    return (page - 1) * size, size


def empty_index(file: Path) -> None:
    """Make the index of the entries an empty leaf page, as if there were no entries."""
    match = "code, game, house, first_dealer, law, opened_at, listed, key, digest"
    entry = 'match_id, kind, deal, seat, revision, how, points, cards, reason, "by", body, law, at'
    sql(
        file,
        f"INSERT OR IGNORE INTO match (id, {match})"
        " VALUES (1, 'BCDFGH', 'kalooki', '{}', 0, '', '2026-01-02', 1, 'key', '')",
        f"INSERT OR IGNORE INTO entry ({entry})"
        " VALUES (1, 'end', 1, -1, 1, 'stock', 0, '', '', '', '{}', '', '2026-01-02')",
    )
    at, size = page_of(file, "ix_entry_match_id")
    overwrite(file, at, b"\x0a\x00\x00\x00\x00" + (size % 65536).to_bytes(2, "big") + b"\x00")


def spoil_page(name: str) -> Spoil:
    """Return a function that fills the first page of a table with noise."""

    def spoil(file: Path) -> None:
        at, size = page_of(file, name)
        overwrite(file, at, b"\xa5" * size)

    return spoil


def foreign(file: Path) -> None:
    """Replace the database with one of another program."""
    file.unlink()
    sql(file, "CREATE TABLE recipe (name TEXT)", "INSERT INTO recipe VALUES ('pie')")


def a_folder(file: Path) -> None:
    """Replace the database with a folder."""
    file.unlink()
    file.mkdir()


def without_tables(file: Path) -> None:
    """Replace the database with one without tables."""
    file.unlink()
    sql(file, "CREATE TABLE t (n)", "DROP TABLE t")


BAD: dict[str, tuple[Spoil, str]] = {
    "text": (lambda file: file.write_text("milk, eggs\n" * 500), "it is no database of the companion; move it aside"),
    "one byte": (lambda file: file.write_bytes(b"S"), "the database is missing (the file is empty)"),
    "zeros": (lambda file: file.write_bytes(bytes(8192)), "it is no database of the companion"),
    "magic alone": (lambda file: os.truncate(file, 16), "it is no database of the companion"),
    "page size impossible": (lambda file: overwrite(file, 16, b"\x00\x03"), "it is no database of the companion"),
    "cut to half": (lambda file: os.truncate(file, file.stat().st_size // 2), "damaged"),
    "cut by a page": (lambda file: os.truncate(file, file.stat().st_size - 4096), "damaged"),
    "cut by a byte": (lambda file: os.truncate(file, file.stat().st_size - 1), "damaged"),
    "first page": (lambda file: overwrite(file, 100, b"\xa5" * 3900), "damaged"),
    "empty file": (lambda file: file.write_bytes(b""), "the database is missing (the file is empty); restore a backup"),
    "without tables": (without_tables, "the database is missing (the file is empty); restore a backup"),
    "missing": (lambda file: file.unlink(), "is missing; restore a backup"),
    "dead link": (lambda file: (file.unlink(), file.symlink_to(file.parent / "nowhere")), "is missing"),
    "folder": (a_folder, "it is no database of the companion"),
    "foreign": (foreign, "it is no database of the companion; move it aside"),
    "entries dropped": (lambda file: sql(file, "DROP TABLE entry"), "some of its tables are missing"),
    "newer": (
        lambda file: sql(file, "UPDATE alembic_version SET version_num = '9999'"),
        "written by a newer companion (it is at revision 9999, and this program at",
    ),
    "version row gone": (lambda file: sql(file, "DELETE FROM alembic_version"), "does not say which revision"),
    "version table gone": (lambda file: sql(file, "DROP TABLE alembic_version"), "some of its tables are missing"),
    "two versions": (
        lambda file: sql(file, "INSERT INTO alembic_version VALUES ('0001')"),
        "does not say which revision",
    ),
    "schema spoilt": (lambda file: sql(file, "UPDATE sqlite_master SET sql = 'x' WHERE name = 'entry'"), "damaged"),
    "version page": (spoil_page("alembic_version"), "damaged"),
    "index emptied": (empty_index, "the database is damaged"),
    "receipts page": (spoil_page("receipt"), "the database is damaged"),
    "orphans": (
        lambda file: sql(file, "INSERT INTO seat VALUES (99, 0, 'Aki')"),
        "the database is damaged (a row of seat belongs to no match)",
    ),
}


@pytest.fixture
def instance(tmp_path: Path, prepared: Path) -> Path:
    """A folder with a database that was served before."""
    return served_before(tmp_path / "instance", prepared)


@pytest.fixture
def reachable(prepared: Path) -> Iterator[Path]:
    """The same in a folder that every user can reach, with permissions that nothing else changes."""
    with TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)
        yield served_before(Path(folder, "instance"), prepared)


def served_before(folder: Path, prepared: Path) -> Path:
    """Create that folder with a database that was served before."""
    folder.mkdir()
    shutil.copy(prepared / "companion.db", folder)
    (folder / "backups").mkdir(mode=0o700)
    shutil.copy(prepared / "companion.db", folder / "backups" / "auto-2026-01-01-120000.db")
    return folder


def contents(folder: Path) -> dict[str, bytes | None]:
    """Return the contents of all files in a folder."""
    found = {str(path.relative_to(folder)): path.read_bytes() if path.is_file() else None for path in folder.rglob("*")}
    return {name: held for name, held in found.items() if name not in OWN_FILES}


def started(folder: Path, monkeypatch: pytest.MonkeyPatch, *options: str) -> int:
    """Start the companion there and return its exit status."""
    monkeypatch.setenv("COMPANION_INSTANCE", str(folder))
    monkeypatch.setattr("waitress.serve", lambda app, **options: None)
    return main(["serve", "--no-browser", "--port", str(free_port()), *options])


@pytest.mark.parametrize(("spoil", "says"), BAD.values(), ids=BAD)
def test_it_does_not_start_says_why_in_a_sentence_and_writes_nothing(
    instance: Path, spoil: Spoil, says: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    spoil(instance / "companion.db")
    before = contents(instance)
    assert started(instance, monkeypatch) == 1
    said = capsys.readouterr().err
    assert str(instance / "companion.db") in said and "Traceback" not in said
    assert re.fullmatch(r"The companion does not start: [^\n]+\.\n", said), said
    assert says in said
    assert contents(instance) == before


@pytest.mark.parametrize("name", ["text", "missing", "newer", "cut by a page", "index emptied"])
def test_a_backup_of_it_is_refused_for_the_same_reason(instance: Path, tmp_path: Path, name: str) -> None:
    spoil, says = BAD[name]
    spoil(instance / "companion.db")
    with pytest.raises(Unusable) as refused:
        back_up(instance, tmp_path / "copy.db")
    said = str(refused.value)
    assert str(instance / "companion.db") in said and says.partition(";")[0].removeprefix("is ") in said, said
    assert [path.name for path in tmp_path.iterdir()] == ["instance"]


COMMANDS = {  # exit status of each where there is no sound database
    "doctor": 2,
    "backup": 2,
    "export {beside}/out.jsonl": 2,
    "import {beside}/all.jsonl --yes": 2,
    "demo --matches 1": 1,
}


@pytest.mark.parametrize("name", ["missing", "text", "newer", "cut to half"])
def test_every_command_says_why_and_changes_nothing(
    instance: Path, tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    export(instance / "companion.db", tmp_path / "all.jsonl")
    BAD[name][0](instance / "companion.db")
    before = contents(instance)
    monkeypatch.setenv("COMPANION_INSTANCE", str(instance))
    for command, status in COMMANDS.items():
        assert main(command.format(beside=tmp_path).split()) == status, command
        said = "".join(capsys.readouterr())
        assert str(instance) in said and "Traceback" not in said, command
        assert contents(instance) == before, command


def test_a_folder_of_any_name_will_do(tmp_path: Path) -> None:
    name = "file:what? it's 日本 a#b 50% %3f a&mode=ro"
    create_app(tmp_path / name)
    assert (tmp_path / name / "companion.db").stat().st_size > 0
    assert [path.name for path in tmp_path.iterdir()] == [name]
    create_app(tmp_path / name)


@contextmanager
def held(file: Path, *statements: str) -> Iterator[None]:
    """Keep the file open in another program, after these statements, for the length of the block."""
    code = "import sqlite3, sys\nc = sqlite3.connect(sys.argv[1], isolation_level=None)\n"
    code += "for s in sys.argv[2:]: c.execute(s)\nprint('held', flush=True); sys.stdin.read()"
    command = [sys.executable, "-c", code, str(file), *statements]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as other:
        assert other.stdout is not None and other.stdout.readline() == "held\n"
        yield
        other.communicate()


def test_a_database_that_another_program_writes_in_write_ahead_mode_is_refused(
    instance: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = instance / "companion.db"
    with held(file, "PRAGMA journal_mode = wal", "CREATE TABLE note (n)"):
        assert started(instance, monkeypatch) == 1
        assert "another program is using the database" in capsys.readouterr().err
    create_app(instance)


def test_a_database_that_another_program_locks_is_refused(
    instance: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("companion.storage.backup.sqlite_copy.LOCK_TIMEOUT", 0.1)
    with held(instance / "companion.db", "BEGIN EXCLUSIVE"):
        assert started(instance, monkeypatch) == 1
    assert "another program is using the database" in capsys.readouterr().err


def cut_off_write(file: Path) -> None:
    """Kill another program in the middle of a large write."""
    code = (
        "import os, sqlite3, sys; c = sqlite3.connect(sys.argv[1], isolation_level=None)\n"
        "c.execute('PRAGMA cache_size = 1'); c.execute('BEGIN'); c.execute('CREATE TABLE half (t)')\n"
        "c.executemany('INSERT INTO half VALUES (?)', [('x' * 3000,)] * 200); os._exit(9)"
    )
    assert subprocess.run([sys.executable, "-c", code, str(file)]).returncode == 9


def test_a_write_that_was_cut_off_is_taken_back_at_the_next_start(instance: Path) -> None:
    file = instance / "companion.db"
    cut_off_write(file)
    before = contents(instance)
    assert contents(instance) == before, "looking changed nothing"
    create_app(instance)
    with closing(sqlite3.connect(file)) as connection:
        assert connection.execute("SELECT count(*) FROM sqlite_master WHERE name = 'half'").fetchone() == (0,)


def test_beginning_afresh_again_and_again_keeps_all_that_was_there(
    instance: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("waitress.serve", lambda app, **options: None)
    mine = seconds_to_come(instance, "companion.db.aside-{}")
    for number in range(2):
        (instance / "companion.db").write_text(f"milk {number}")
        assert started(instance, monkeypatch, "--new") == 0
    kept = [path for path in instance.glob("companion.db.aside-*") if path not in mine]
    assert {path.read_text() for path in kept} == {"milk 0", "milk 1"}
    assert {file.read_text() for file in mine} == {"mine"}


def test_one_process_may_open_a_database_twice(instance: Path) -> None:
    first, second = create_app(instance), create_app(instance)
    stores: list[Store] = [app.extensions["companion.store"] for app in (first, second)]
    assert [store.unfinished() for store in stores] == [[], []]


ONLY_ROOT = pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can give its rights away"
)
READABLE = pytest.mark.skipif(
    not all(folder.stat().st_mode & 0o005 == 0o005 for folder in (ROOT.resolve(), *ROOT.resolve().parents)),
    reason="this checkout lies where other users cannot read it",
)


def create_there(instance: Path) -> str:
    """Return that the application started, or why not, as `companion serve` says it."""
    os.environ["COMPANION_INSTANCE"] = str(instance)
    waitress.serve = lambda app, **options: None
    said = io.StringIO()
    with redirect_stdout(said), redirect_stderr(said):
        main(["serve", "--no-browser", "--port", str(free_port())])
    return said.getvalue()


RIGHTS = {  # modes of the folder, the database and the backups; what is theirs; said at the start, and by the doctor
    "a file of another user": (0o755, 0o600, 0o700, (), "to another user", "chown"),
    "a folder of another user": (0o700, 0o600, 0o700, (), "to another user", "chown"),
    "a file that its owner may not read": (0o755, 0, 0o700, ("", "companion.db", "backups"), "you may not read", ""),
    "a file that may be read": (0o755, 0o444, 0o755, (), "is running", ""),
    "a folder that may be read": (0o555, 0o644, 0o755, (), "is running", ""),
    "backups of another user": (0o755, 0o600, 0o700, ("", "companion.db"), "is running", "backups"),
    "backups that may be read": (0o755, 0o600, 0o555, ("", "companion.db"), "is running", "backups"),
}


@pytest.mark.slow
@ONLY_ROOT
@READABLE
@pytest.mark.parametrize(("folder", "file", "backups", "theirs", "says", "names"), RIGHTS.values(), ids=RIGHTS)
def test_without_the_rights_it_is_shown_or_refused_in_a_sentence(
    reachable: Path, folder: int, file: int, backups: int, theirs: tuple[str, ...], says: str, names: str
) -> None:
    os.chmod(reachable / "companion.db", file)
    os.chmod(reachable / "backups", backups)
    for path in theirs:
        os.chown(reachable / path, 65534, 65534)
    before = contents(reachable)
    said, doctor = as_nobody(reachable, folder)
    assert says in said and names in doctor, (said, doctor)
    assert "Traceback" not in said and "There is no backup" not in doctor
    assert contents(reachable)["companion.db"] == before["companion.db"]


@pytest.mark.slow
@ONLY_ROOT
@READABLE
def test_a_cut_off_write_that_cannot_be_taken_back_is_said_in_a_sentence(reachable: Path) -> None:
    cut_off_write(reachable / "companion.db")
    shutil.rmtree(reachable / "backups")
    for file in reachable.iterdir():
        file.chmod(0o644)
    before = contents(reachable)
    said, _ = as_nobody(reachable, 0o555)
    assert "to another user" in said and "chown" in said, said
    assert contents(reachable) == before


def as_nobody(instance: Path, folder: int) -> tuple[str, str]:
    """Return what a start and the doctor say to a user without rights, with that mode of the folder."""
    os.chmod(instance, folder)
    with ProcessPoolExecutor(1, get_context("fork")) as pool:
        return pool.submit(asked_as_nobody, instance).result()


def asked_as_nobody(instance: Path) -> tuple[str, str]:
    """Give up all rights, and ask."""
    os.setuid(65534)
    doctor = "\n".join(f"{one.what} {one.do}" for one in findings(instance))
    return create_there(instance), doctor


def test_what_cannot_be_opened_is_told_to_programs_as_an_exception(instance: Path) -> None:
    (instance / "companion.db").write_text("milk")
    with pytest.raises(Unusable, match="is no database of the companion"):
        create_app(instance)


# Places that are at fault, and not the file


def said_by(command: str, instance: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> str:
    """Return the output of a command on that instance."""
    monkeypatch.setenv("COMPANION_INSTANCE", str(instance))
    main([command])
    return "".join(capsys.readouterr())


@pytest.fixture
def unsyncable(monkeypatch: pytest.MonkeyPatch) -> None:
    """A file system that can sync files but no folders, like SMB under Linux."""
    real = os.fsync

    def fsync(handle: int) -> None:
        if stat.S_ISDIR(os.fstat(handle).st_mode):
            raise OSError(errno.EINVAL, os.strerror(errno.EINVAL))
        real(handle)

    monkeypatch.setattr(os, "fsync", fsync)


@pytest.mark.usefixtures("unsyncable")
def test_where_a_folder_cannot_be_synced_backups_are_made_and_the_doctor_says_what_that_means(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    app = create_app(tmp_path / "instance")
    automatic = app.extensions["companion.backups"]
    assert "Backup made and checked" in said_by("backup", tmp_path / "instance", monkeypatch, capsys)
    automatic.booked(ended=True)
    backup_made()
    assert len(catalog.backups(tmp_path / "instance")) == 2
    home = Phone(app).get("/").said
    assert "saved: just now" in home and "No backup" not in home
    said = said_by("doctor", tmp_path / "instance", monkeypatch, capsys)
    assert "cannot be synced" in said and "COMPANION_INSTANCE" in said
    assert "failing" not in said and "restore" not in said


def test_a_backup_whose_name_is_not_safe_on_a_failing_disk_is_none(
    instance: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = create_app(instance)
    automatic, before = app.extensions["companion.backups"], catalog.backups(instance)

    def fsync(handle: int) -> None:
        if stat.S_ISDIR(os.fstat(handle).st_mode):
            raise OSError(errno.EIO, os.strerror(errno.EIO))

    monkeypatch.setattr(os, "fsync", fsync)
    automatic.booked(ended=True)
    backup_made()
    assert "failing" in str(automatic.failure) and catalog.backups(instance) == before
    home = Phone(app).get("/").said
    assert "No backup could be made" in home and "just now" not in home


def test_that_no_backup_could_be_made_is_said_until_one_is_made_by_anybody(instance: Path) -> None:
    app = create_app(instance)
    app.extensions["companion.backups"].failure = Text("the disk is full")
    assert "No backup could be made" in Phone(app).get("/").said
    catalog.back_up(instance)
    assert "No backup could be made" not in Phone(app).get("/").said


@pytest.mark.skipif(sys.platform != "linux", reason="locks of Linux")
def test_a_file_system_without_locks_is_named_and_no_other_program(
    instance: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    import fcntl

    def no_lock(*given: object) -> None:
        raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))

    for name in ("flock", "lockf"):
        monkeypatch.setattr(fcntl, name, no_lock)
    monkeypatch.setattr("companion.storage.backup.sqlite_copy.LOCK_TIMEOUT", 0.1)
    with held(instance / "companion.db", "BEGIN EXCLUSIVE"):  # as SQLite sees it, whose locks are not Python's
        assert started(instance, monkeypatch) == 1
        said = capsys.readouterr().err + said_by("doctor", instance, monkeypatch, capsys)
    assert said.count("no locks") == 2 and "COMPANION_INSTANCE" in said
    assert "another program" not in said and "restore" not in said


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EACCES, errno.EIO])
def test_an_error_of_the_disk_is_named_by_what_writing_there_meets(
    instance: Path, number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SQLite reports a quota, for one, as an error of input and output."""
    error = sqlite3.OperationalError("disk I/O error")
    error.sqlite_errorcode = sqlite3.SQLITE_IOERR

    def fsync(handle: int) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(os, "fsync", fsync)
    full, denied = (errno.ENOSPC, errno.EDQUOT), (errno.EROFS, errno.EACCES)
    due = Trouble.FULL if number in full else Trouble.READ_ONLY if number in denied else Trouble.FAILING
    assert trouble_of(error, instance / "companion.db") is due
    assert list(instance.iterdir()) == [*served_names(instance)], "nothing is left there"


def served_names(instance: Path) -> list[Path]:
    """Return the files of an instance that was served before, in the order of the folder."""
    return [path for path in instance.iterdir() if path.name in ("companion.db", "backups")]

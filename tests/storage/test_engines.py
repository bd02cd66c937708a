"""Opening and migrating the database: durability settings, and refusals."""

import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Engine, text
from sqlmodel import SQLModel

from companion.storage import models
from companion.storage.access.browsers import digest
from companion.storage.access.devices import Devices
from companion.storage.access.hosts import Hosts
from companion.storage.database import engines
from companion.storage.database.engines import migrate, open_database, writing
from companion.storage.database.errors import Unusable
from companion.storage.store import Store
from tests.faults.migrations import ROWS, upgrade

pytestmark = pytest.mark.file
TABLES = {"alembic_version", *SQLModel.metadata.tables}
PHONE = """
INSERT INTO device (match_id, token, role, seat, confirmed, joined_at)
  VALUES (1, '', 'player', 1, 1, '2026-01-02 12:00:00');
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """The path of the database."""
    return tmp_path / "companion.db"


@pytest.fixture
def engine(file: Path) -> Engine:
    """The engine of an empty database."""
    return open_database(f"sqlite:///{file}")


def tables(file: Path) -> set[str]:
    """Return the tables of a database, read by another program."""
    with closing(sqlite3.connect(file)) as other:
        return {name for (name,) in other.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}


def revision(engine: Engine) -> str | None:
    """Return the revision of a database."""
    with engine.connect() as connection:
        return MigrationContext.configure(connection).get_current_revision()


@pytest.mark.parametrize(
    ("pragma", "held"), [("journal_mode", "delete"), ("synchronous", 3), ("foreign_keys", 1), ("busy_timeout", 5000)]
)
def test_every_connection_holds_the_pragmas_that_lose_nothing(engine: Engine, pragma: str, held: object) -> None:
    with engine.connect() as one, engine.connect() as other:
        for connection in (one, other):
            assert connection.execute(text(f"PRAGMA {pragma}")).scalar() == held


def test_a_database_that_cannot_hold_them_is_refused() -> None:
    with pytest.raises(Unusable, match="journal_mode"), open_database("sqlite://").connect():
        pass


def test_a_writing_transaction_holds_the_lock_before_it_writes(engine: Engine, file: Path) -> None:
    migrate(engine)
    other = sqlite3.connect(file, timeout=0, isolation_level=None)
    with writing(engine), pytest.raises(sqlite3.OperationalError, match="locked"):
        other.execute("BEGIN IMMEDIATE")
    other.execute("BEGIN IMMEDIATE")
    other.close()


def test_what_fails_within_a_writing_transaction_leaves_nothing(engine: Engine, file: Path) -> None:
    with pytest.raises(ZeroDivisionError), writing(engine) as connection:
        connection.execute(text("CREATE TABLE half (n INTEGER)"))
        _ = 1 / 0
    assert tables(file) == set()


@pytest.mark.parametrize("start", ["0001", "0002", "0013"])  # all of them: tests/faults/test_migrations.py
def test_a_database_of_an_earlier_companion_is_brought_up_to_date_with_its_phones(
    engine: Engine, file: Path, monkeypatch: pytest.MonkeyPatch, start: str
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(ScriptDirectory, "get_current_head", lambda self: start)
        whole = command.upgrade
        patch.setattr(command, "upgrade", lambda config, to: whole(config, start))
        migrate(engine)
    assert revision(engine) == start and ("host_browser" in tables(file)) == (start >= "0007")
    phone = "0002" <= start < "0014"
    if phone:
        with closing(sqlite3.connect(file)) as other, other:
            other.executescript(ROWS + PHONE)
            other.execute("UPDATE device SET token = ?", [digest("a phone's token")])
    migrate(engine)
    assert tables(file) == TABLES
    assert bool(Devices(Store(engine)).at("a phone's token", "BCDFGH")) == phone


TOKENS = """
INSERT INTO browser_token (token, browser, state, made_at, used_on) VALUES
  (:first, :first, 'ended', '2026-01-02 12:00:00', '2026-01-02'),
  (:held, :first, 'seen', '2026-01-02 13:00:00', '2026-01-03'),
  (:lost, :first, 'given', '2026-01-02 14:00:00', '2026-01-03'),
  (:fresh, :fresh, 'given', '2026-01-02 12:00:00', '2026-01-02'),
  (:gone, :gone, 'ended', '2026-01-02 12:00:00', '2026-01-02');
INSERT INTO device (match_id, browser, role, seat, confirmed, joined_at, carried_from)
  SELECT 1, browser, 'player', 1, 1, '2026-01-02 12:00:00', :first FROM browser_token WHERE token = browser;
INSERT INTO host_browser (browser, label, made_at)
  SELECT browser, '', '2026-01-02 12:00:00' FROM browser_token WHERE token = browser AND browser <> :fresh;
INSERT INTO host_link (secret, made_at, expires_at, used_at, taken_by) VALUES
  (:open, '2026-01-02 12:00:00', NULL, NULL, NULL),
  (:used, '2026-01-02 12:00:00', NULL, '2026-01-02 12:00:00', NULL);
INSERT INTO carry_link (secret, match_id, device, every_table, expires_at, used_at, taken_by) VALUES
  (:carry, 1, 1, 1, '2999-01-02 12:00:00', '2026-01-02 12:00:00', :fresh);
"""


@pytest.mark.parametrize("start", ["0014", "0017"])
def test_a_browser_keeps_its_rights_by_the_token_it_was_seen_with_and_an_ended_token_opens_nothing(
    engine: Engine, file: Path, start: str
) -> None:
    upgrade(engine, start)
    names = ("first", "held", "lost", "fresh", "gone", "open", "used", "carry")
    with closing(sqlite3.connect(file)) as other, other:
        other.executescript(ROWS)
        for statement in TOKENS.split(";")[:-1]:
            other.execute(statement, {name: digest(name) for name in names})
    migrate(engine)
    store = Store(engine)
    assert [bool(Devices(store).at(name, "BCDFGH")) for name in names[:5]] == [False, True, False, True, False]
    assert [bool(Hosts(store).with_token(name)) for name in names[:5]] == [False, True, False, False, False]
    assert [bool(one.carried_from) for one in Devices(store).of(1)] == [True, True]
    assert Hosts(store).take("open", "a new host") and not Hosts(store).take("used", "another")
    assert Devices(store).take_place("carry", "gone") is None
    assert Devices(store).take_place("carry", "fresh") == ("BCDFGH", 1)


def test_bringing_up_to_date_twice_changes_nothing(engine: Engine, file: Path) -> None:
    migrate(engine)
    before = file.read_bytes()
    migrate(engine)
    assert file.read_bytes() == before


def test_the_migrations_make_the_tables_of_the_models(engine: Engine) -> None:
    assert models.MatchRow.__tablename__ in SQLModel.metadata.tables
    migrate(engine)
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True, "render_as_batch": True})
        assert compare_metadata(context, SQLModel.metadata) == []


def test_the_revisions_are_those_alembic_knows() -> None:
    scripts = ScriptDirectory(str(engines.MIGRATIONS))
    assert [*engines.revisions()] == [script.revision for script in scripts.walk_revisions()]
    assert engines.head() == scripts.get_current_head()


OPENED = """
import sys
from contextlib import closing
from pathlib import Path
from companion.app import create_app

create_app(Path(sys.argv[1]))
assert "alembic" not in sys.modules
"""


@pytest.mark.slow
def test_a_database_that_is_up_to_date_is_opened_without_alembic(prepared: Path, tmp_path: Path) -> None:
    shutil.copy(prepared / "companion.db", tmp_path)
    subprocess.run([sys.executable, "-c", OPENED, tmp_path], check=True)


def test_a_migration_that_fails_leaves_the_old_database(
    engine: Engine, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = command.upgrade

    def broken(*given: object) -> None:
        whole(*given)
        raise OSError("the disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(command, "upgrade", broken)
        with pytest.raises(OSError, match="disk"):
            migrate(engine)
    assert tables(file) == set()
    migrate(engine)
    assert tables(file) == TABLES


def test_a_copy_is_kept_before_an_older_database_is_changed(
    engine: Engine, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    migrate(engine)
    mine = revision(engine)
    copy = Path(f"{file}.before-{mine}")
    monkeypatch.setattr(engines, "head", lambda: "9999")
    monkeypatch.setattr(command, "upgrade", lambda config, to: seen.append(tables(copy)))
    seen: list[set[str]] = []
    migrate(engine)
    assert seen == [TABLES]
    assert revision(open_database(f"sqlite:///{copy}")) == mine


def test_the_lock_is_still_held_after_the_copy_was_made(
    engine: Engine, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    migrate(engine)
    tried: list[str] = []

    def upgrade(*given: object) -> None:
        # another program, because a process is not blocked by its own locks
        code = "import sqlite3, sys; sqlite3.connect(sys.argv[1], timeout=0).execute('BEGIN IMMEDIATE')"
        ended = subprocess.run([sys.executable, "-c", code, str(file)], capture_output=True, text=True)
        tried.append(ended.stderr)

    monkeypatch.setattr(engines, "head", lambda: "9999")
    monkeypatch.setattr(command, "upgrade", upgrade)
    migrate(engine)
    assert "locked" in tried[0]

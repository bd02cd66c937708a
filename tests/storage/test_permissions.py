"""File permissions: all files are private to the user from their creation, and open ones are made private."""

import os
import stat
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.app import create_app
from companion.storage.database import lock
from companion.storage.database.engines import back_up, open_database

elsewhere = pytest.mark.skipif(sys.platform == "win32", reason="there users are apart by other means")
pytestmark = [pytest.mark.file, elsewhere]


def open_ones(folder: Path) -> list[str]:
    """Return the paths in a folder, and the folder, that other users may access."""
    return [str(path) for path in (folder, *folder.rglob("*")) if path.lstat().st_mode & 0o077]


@pytest.fixture(autouse=True)
def careless() -> Iterator[None]:
    """Set a umask that gives new files to every user."""
    before = os.umask(0)
    yield
    os.umask(before)


def test_a_new_instance_is_closed_with_all_that_is_made_in_it(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "instance"
    app = create_app(folder)
    back_up(app.extensions["companion.store"].engine, "0001")
    with lock.holding(folder / "companion.db", "a test"):
        assert {path.name for path in folder.iterdir()} >= {"companion.db", "companion.db.lock"}
        assert open_ones(folder) == []
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_no_file_is_ever_open_not_even_while_it_is_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tightened = []
    monkeypatch.setattr(Path, "chmod", lambda path, mode: tightened.append(path))
    create_app(tmp_path / "instance")
    assert (open_ones(tmp_path / "instance"), tightened) == ([], [])


def test_the_journal_of_a_write_is_closed_too(tmp_path: Path) -> None:
    create_app(tmp_path)
    os.umask(0)
    engine = open_database(f"sqlite:///{tmp_path / 'companion.db'}")
    with engine.connect().execution_options(write=True) as connection, connection.begin():
        connection.exec_driver_sql("CREATE TABLE note (text TEXT)")
        assert (tmp_path / "companion.db-journal").exists()
        assert open_ones(tmp_path) == []


def test_a_database_that_was_open_is_closed_at_the_next_start(tmp_path: Path) -> None:
    create_app(tmp_path)
    (tmp_path / "companion.db").chmod(0o644)
    create_app(tmp_path)
    assert stat.S_IMODE((tmp_path / "companion.db").stat().st_mode) == 0o600

"""Database errors while serving: refusals name the cause, and say whether trying again helps."""

# ruff: noqa: F811  (`code` names match codes here, and a fixture that another one needs)
import os
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from flask import Flask

from companion.app import create_app
from companion.server.network import Reach
from companion.storage.backup import sqlite_copy
from companion.storage.backup.catalog import back_up
from companion.storage.database import engines
from companion.storage.database.errors import Trouble, Unusable, Unwritable
from companion.storage.store import Store
from tests.faults import migrations
from tests.faults.places import NoDisk, full, read_only, small_disk
from tests.storage.test_bad_places import empty_index, held, sql
from tests.storage.test_store import form, played
from tests.support.phone import Page, Phone, fresh_key

pytestmark = [pytest.mark.file, pytest.mark.usefixtures("empty_instance")]

Opened = Callable[..., str]


@pytest.fixture
def file(app: Flask) -> Path:
    """The path of the database."""
    return Path(app.instance_path) / "companion.db"


def fine(client: Phone, code: str, key: str = "", revision: str = "1") -> Page:
    """Post five points as a fine and return the response."""
    fields = [("key", key or fresh_key()), ("seat", "1"), ("points", "5"), ("reason", "late"), ("revision", revision)]
    return client.send(f"/m/{code}/adjust", fields)


def entries(file: Path) -> int:
    """Return the number of entries in a file, read by another program."""
    with closing(sqlite3.connect(file)) as connection:
        return int(connection.execute("SELECT count(*) FROM entry").fetchone()[0])


def test_a_deleted_database_acknowledges_nothing_and_names_the_last_backup(
    client: Phone, match: Opened, file: Path
) -> None:
    code = match()
    backup = back_up(file.parent)
    file.rename(file.with_name("aside"))
    page = fine(client, code)
    assert (page.status, page.headers.get("Retry-After")) == (503, None)
    assert "Not saved: the database is missing." in page.said and "restore a backup" in page.said
    assert 'serve <span class="option">--new</span>”' in page.html, "no line ends within it"
    assert str(backup) in page.said
    assert "The scores cannot be read: the database is missing." in client.get("/").said
    assert not file.exists(), "no new one is made"
    file.with_name("aside").rename(file)
    assert fine(client, code).status == 303


def test_a_replaced_database_acknowledges_nothing(client: Phone, match: Opened, file: Path) -> None:
    code = match()
    shutil.copy(file, file.with_name("copy"))
    os.replace(file.with_name("copy"), file)
    page = fine(client, code)
    assert page.status == 503 and "replaced by another file" in page.said and "start it again" in page.said
    assert page.all("a", href=f"/m/{code}"), "from there the form is sent again"
    assert entries(file) == 0


def test_what_is_written_while_the_file_is_replaced_is_not_acknowledged(store: Store, file: Path) -> None:
    shutil.copy(file, file.with_name("copy"))
    with pytest.raises(Unwritable), store.writing():
        os.replace(file.with_name("copy"), file)


def test_others_than_the_host_are_told_what_to_tell_the_host_and_no_path(app: Flask, match: Opened, file: Path) -> None:
    file.rename(file.with_name("aside"))
    app.config["REACH"] = Reach(0, hosts=("table.example",)).now
    answer = app.test_client().get(
        "/players", base_url="http://table.example", environ_base={"REMOTE_ADDR": "10.0.0.9"}
    )
    said = answer.text
    assert answer.status_code == 503 and "<p>Tell the host: restore a backup" in said and str(file.parent) not in said


def test_damage_while_it_runs_is_found_before_the_next_write_and_cleared_without_a_restart(
    client: Phone, store: Store, match: Opened, file: Path
) -> None:
    code = match()
    played(store, code, 1)
    whole = file.read_bytes()
    empty_index(file)
    page = fine(client, code)
    assert page.status == 503 and "Not saved: the database is damaged." in page.said
    assert page.headers.get("Retry-After") is None
    assert fine(client, code).status == 503, "the whole file is checked again before each write"
    with file.open("r+b") as opened:
        opened.write(whole)
    assert fine(client, code).status == 303


def test_what_another_program_writes_meanwhile_harms_nothing_where_it_is_sound(
    client: Phone, match: Opened, file: Path
) -> None:
    code = match()
    assert fine(client, code).status == 303
    sql(file, "CREATE TABLE note (n)")
    assert fine(client, code, revision="2").status == 303
    assert entries(file) == 2


def test_a_database_that_another_program_locks_is_asked_again_later(
    client: Phone, store: Store, match: Opened, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    code, key = match(), fresh_key()
    monkeypatch.setitem(engines.PRAGMAS, "busy_timeout", 50)
    monkeypatch.setattr(sqlite_copy, "LOCK_TIMEOUT", 0.05)
    store.engine.dispose()
    with held(file, "BEGIN EXCLUSIVE"):
        page = fine(client, code, key)
        assert (page.status, page.headers["Retry-After"]) == (503, "2")
        assert "another program is using the database. What to do: close that program, or try again" in page.said
    assert fine(client, code, key).status == 303


def test_a_full_disk_is_said_and_needs_no_restart(tmp_path: Path) -> None:
    try:
        with small_disk(tmp_path / "disk") as disk:
            client = Phone(create_app(disk))
            code = client.post("/new/kalooki", name0="Aki", name1="Ben", name2="Cy", dealer="0").location[-6:]
            key = fresh_key()
            with full(disk):
                page = fine(client, code, key)
                assert page.status == 503 and "Not saved: the disk is full." in page.said
                assert "free some space" in page.said and client.get(f"/m/{code}").status == 200
            assert fine(client, code, key).status == 303
    except NoDisk as missing:
        pytest.skip(str(missing))


def test_on_a_full_disk_no_half_database_is_left(tmp_path: Path) -> None:
    try:
        with small_disk(tmp_path / "disk") as disk, full(disk):
            with pytest.raises(Unusable, match="the disk is full; free some space"):
                create_app(disk)
            assert {path.name for path in disk.iterdir()} <= {"ballast", "companion.db.lock"}
    except NoDisk as missing:
        pytest.skip(str(missing))


def test_on_a_full_disk_an_older_database_stays_as_it_is(store: Store, match: Opened, tmp_path: Path) -> None:
    played(store, match(), 1)
    older = migrations.older(tmp_path / "older.db", "0003", store)
    try:
        with small_disk(tmp_path / "disk") as disk:
            shutil.copy(older, disk / "companion.db")
            before = (disk / "companion.db").read_bytes()
            with full(disk), pytest.raises(Unusable, match="the disk is full"):
                create_app(disk)
            assert (disk / "companion.db").read_bytes() == before
            assert {path.name for path in disk.iterdir()} <= {"companion.db", "companion.db.lock"}
            create_app(disk)
    except NoDisk as missing:
        pytest.skip(str(missing))


def test_on_read_only_media_it_can_be_looked_at_and_recovers_by_itself(tmp_path: Path) -> None:
    try:
        with small_disk(tmp_path / "disk") as disk:
            first: Store = create_app(disk).extensions["companion.store"]
            code = first.open("kalooki", {}, ("Aki", "Ben", "Cy"), 0, form())
            with read_only(disk):
                client = Phone(create_app(disk))
                assert client.get(f"/m/{code}").status == 200
                page = fine(client, code)
                assert page.status == 503 and "Not saved: the database cannot be written." in page.said
            assert fine(client, code).status == 303
    except NoDisk as missing:
        pytest.skip(str(missing))


@pytest.mark.parametrize("trouble", Trouble)
def test_every_trouble_has_words_and_says_whether_trying_again_helps(trouble: Trouble) -> None:
    assert str(trouble.what) and ("try again" in str(trouble.advice())) == trouble.passes

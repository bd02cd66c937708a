"""Data page: back up, examine, export and import, for hosts only."""

import gzip
import io
import shutil
from pathlib import Path

import pytest
from flask import Flask

from companion.app import create_app
from companion.paths import DATABASE
from companion.rules.text import N_, Text
from companion.storage.backup.catalog import backups
from companion.storage.store import Store
from companion.web.guard.questions import JOB
from companion.web.screens import data as keep
from tests.support.phone import Opened, Page, Phone

pytestmark = pytest.mark.usefixtures("empty_instance")


@pytest.fixture
def file(client: Phone, match: Opened) -> bytes:
    """An export of everything, with one finished match."""
    code = match()
    client.deal(code, 1, 0, {1: "25", 2: "JK", 3: "50"})
    client.post(f"/m/{code}/end")
    answer = client.http.get("/keep/export", headers={"Sec-Fetch-Site": "same-origin"})
    assert answer.headers["Content-Disposition"].endswith(".jsonl.gz")
    assert answer.headers["Cache-Control"] == "no-store" and answer.content_length == len(answer.get_data())
    return gzip.decompress(answer.get_data())


@pytest.fixture
def other(tmp_path: Path) -> Phone:
    """The host of another, empty companion."""
    (tmp_path / "other").mkdir()
    return Phone(create_app(tmp_path / "other"))


def sent(phone: Phone, content: bytes, name: str = "") -> Page:
    """Upload a file and return its preview page; the default name fits the content."""
    packed = content.startswith(b"\x1f\x8b")
    data = {"file": (io.BytesIO(content), name or f"evening.jsonl{'.gz' if packed else ''}")}
    page = Page(phone.http.post("/keep/import", data=data, headers=phone.headers))
    return phone.follow(page) if page.location else page


def test_a_backup_is_made_listed_and_said(app: Flask, client: Phone, match: Opened) -> None:
    match()
    page = client.get("/keep")
    assert "Last saved Never" in page.said and not backups(Path(app.instance_path))
    page = client.submit(page.form("/keep/save"))
    (made,) = backups(Path(app.instance_path))
    assert "Saved and checked" in page.said and page.all("a", href=f"/keep/restore/{made.path.name}")


def test_the_doctor_s_verdict_is_said_with_the_matches_it_is_about(client: Phone, store: Store, match: Opened) -> None:
    code = match()
    client.deal(code, 1, 0, {1: "25", 2: "JK", 3: "50"})
    client.post("/keep/save")  # without a backup the report shows a problem
    page = client.get("/keep")
    assert "The data has not been checked yet" in page.said
    assert "No problems found." in client.submit(page.form("/keep/look")).said
    with store.writing() as session:
        session.connection().exec_driver_sql("UPDATE entry SET points = points + 1 WHERE how = 'cards'")
    page = client.submit(client.get("/keep").form("/keep/look"))
    assert "1 problem found." in page.said and "companion doctor" not in page.said
    assert f"Match {code}, entry 3: " in page.said and "companion restore FILE." in page.said


def test_a_file_says_first_what_would_come_in_and_then_comes_in(file: bytes, other: Phone) -> None:
    page = sent(other, gzip.compress(file))
    assert "new 1 continued 0" in page.said and "1 match would be imported." in page.said
    assert not other.get("/").all("a", href="/players?name=Aki"), "nothing came in yet"
    page = other.submit(next(form for form in page.forms if "/keep/import/" in form.action))
    assert "1 match was imported." in page.said and len(backups(Path(other.app.instance_path))) == 1
    assert "Aki" in other.get("/players").said
    again = sent(other, file)
    assert "All of it is here already." in again.said and not again.forms[-1].buttons


@pytest.mark.server
def test_a_file_is_looked_at_where_no_folder_was_made_yet(app: Flask, client: Phone, file: bytes) -> None:
    shutil.rmtree(app.instance_path)
    assert sent(client, file).status == 200


def test_a_file_that_is_too_large_is_refused_in_words(client: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keep, "UNPACKED", 1 << 20)
    plain, packed = b"{" + b"x" * keep.LARGEST, gzip.compress(b"{" + b"x" * (1 << 20))
    assert len(plain) < keep.LARGEST + keep.AROUND and len(packed) < 10_000
    for page in (sent(client, plain + b"x" * keep.AROUND), sent(client, packed)):
        assert page.status == 413 and "or in a terminal there: companion import FILE" in page.said
        assert not (Path(client.app.instance_path) / "incoming").exists()


def test_a_file_that_was_refused_or_brought_in_does_not_stay(app: Flask, client: Phone, file: bytes) -> None:
    waiting = Path(app.instance_path) / "incoming"
    for content in (b"{milk, eggs\n", b"", b"PK\x03\x04", file[:-5], gzip.compress(file)[:-5]):
        page = sent(client, content)
        assert page.status == 422 and "This file cannot be imported: line" in page.said, content[:20]
        assert not list(waiting.iterdir()), content[:20]
    with JOB:
        assert sent(client, file).status == 503 and not list(waiting.iterdir())
    assert sent(client, file).status == 200 and len(list(waiting.iterdir())) == 1


@pytest.mark.file
def test_a_backup_that_failed_is_said_until_one_is_made(app: Flask, client: Phone, match: Opened) -> None:
    match()
    folder = Path(app.instance_path) / "backups"
    client.post("/keep/save")
    app.extensions["companion.backups"].failure = Text(N_("the disk is full"))
    assert "The last backup failed: the disk is full. Nothing newer is saved." in client.get("/keep").said
    client.post("/keep/save")
    assert "The last backup failed" not in client.get("/keep").said and len(list(folder.glob("*.db"))) == 2


def test_a_file_that_cannot_be_stored_for_its_preview_is_said(app: Flask, client: Phone) -> None:
    (Path(app.instance_path) / "incoming").write_text("in the way")
    page = sent(client, b"{}")
    assert page.status == 503 and "It could not be done: it already exists." in page.faults


@pytest.mark.file
def test_what_cannot_be_kept_is_said(app: Flask, client: Phone, match: Opened) -> None:
    match()
    (Path(app.instance_path) / "backups").write_text("in the way")
    page = client.post("/keep/save")
    assert page.status == 503 and "It could not be done" in page.faults
    assert (Path(app.instance_path) / DATABASE).exists()

"""Matches deleted by the host of all: a backup before, an entry that remains, and imports that respect it."""

import io
from errno import ENOSPC
from pathlib import Path

import pytest

from companion.storage.backup.catalog import backups
from companion.storage.doctor import findings
from companion.storage.players.identities import PersonAct, entries_of
from companion.storage.store import Store
from companion.storage.transfer.export import export
from companion.storage.transfer.importer import bring
from tests.support.phone import Opened, Page, Phone
from tests.support.postgres import DATABASES

pytestmark = pytest.mark.usefixtures("empty_instance")


def uploaded(host: Phone, file: Path) -> Page:
    """Upload an export and return its preview."""
    data = {"file": (io.BytesIO(file.read_bytes()), file.name)}
    return host.follow(Page(host.http.post("/keep/import", data=data, headers=host.headers)))


def test_a_host_of_all_deletes_a_match_behind_a_backup_and_an_older_export_leaves_it_out(
    client: Phone, match: Opened, store: Store, tmp_path: Path
) -> None:
    code, other, instance = match(), match(), Path(client.app.instance_path)
    client.deal(code, 1, 0, {1: "7 7", 2: "K", 3: "K"})
    address = client.app.config["DATABASE_URL"] or instance / "companion.db"
    older, newer = tmp_path / "older.jsonl", tmp_path / "newer.jsonl"
    export(address, older)
    page = client.get(f"/m/{code}")
    assert page.all("a", href=f"/m/{code}/delete")
    asked = client.get(f"/m/{code}/delete")
    assert asked.said.count("played") == 1 and "Played" not in asked.said
    client.submit(asked.form("/delete"))
    assert client.get(f"/m/{code}").status == 404 and client.get(f"/m/{other}").status == 200
    assert [one.kind for one in backups(instance)] == ["before-delete"]
    with store.reading() as session:
        assert [(entry.kind, entry.name) for entry in entries_of(session)] == [(PersonAct.DELETED, code)]
    export(address, newer)
    assert [str(one.what) for one in findings(instance, client.app.config["DATABASE_URL"])] == []
    elsewhere = DATABASES.of(tmp_path / "elsewhere") or tmp_path / "elsewhere.db"
    assert [bring(elsewhere, file).new for file in (newer, older, newer)] == [1, 0, 0], "deleted there too"
    page = uploaded(client, older)
    assert f"Skipped: these were deleted here: {code}" in page.said and "Nothing is imported." in page.said
    form = next(form for form in page.forms if "/keep/import/" in form.action)
    client.submit(form, form.button("deleted"))
    assert [one.kind for one in backups(instance)].count("before-import") == 1
    assert client.get(f"/m/{code}").status == 200
    client.submit(client.get(f"/m/{code}/delete").form("/delete"))
    assert client.get(f"/m/{code}").status == 404
    assert not client.post(f"/m/{code}/note", text="gone").all("a", href=f"/m/{code}"), "no way back to it"


def test_without_a_backup_nothing_is_deleted(client: Phone, match: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*given: object, **named: object) -> None:
        raise OSError(ENOSPC, "No space left on device")

    monkeypatch.setattr("companion.web.screens.data.back_up", full)
    code = match()
    page = client.post(f"/m/{code}/delete")
    assert page.status == 503 and "Nothing was deleted." in page.faults
    assert client.get(f"/m/{code}").status == 200

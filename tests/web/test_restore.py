"""Restoring a backup by the host's button: what it holds, what is here now, one question, and the way back."""

import threading
from pathlib import Path

import pytest
from flask import Flask

from companion.storage.access.devices import Devices
from companion.storage.access.hosts import Hosts
from companion.storage.access.links import Links
from companion.storage.backup.catalog import Backup, back_up, backups
from companion.storage.delete_match import delete_match
from companion.storage.store import Store
from companion.web.guard.questions import JOB
from tests.storage.test_catalog import damage
from tests.support.phone import Opened, Page, Phone, far_browser, guest

pytestmark = pytest.mark.usefixtures("empty_instance")


@pytest.fixture
def instance(app: Flask) -> Path:
    """The folder of the companion."""
    return Path(app.instance_path)


def links(page: Page) -> list[str]:
    """Return all addresses that a page leads to."""
    return [link.get("href", "") for link in page.all("a")]


def fined(client: Phone, code: str, points: int) -> None:
    """Give a fine, which the totals show."""
    assert client.post(f"/m/{code}/adjust", seat=0, points=points, reason="late").status == 303


def over(instance: Path) -> int:
    """Return the number of the database file that a form of now would replace."""
    return (instance / "companion.db").stat().st_ino


def restored(client: Phone, backup: Backup) -> Page:
    """Restore a backup from its page, and return the page after it."""
    page = client.get(f"/keep/restore/{backup.path.name}?ask=1")
    answer = client.submit(page.form(f"/keep/restore/{backup.path.name}"))
    assert answer.status == 200, answer.said
    return answer


def test_it_shows_what_goes_asks_once_and_leads_back(
    client: Phone, store: Store, match: Opened, instance: Path
) -> None:
    code = match()
    fined(client, code, 5)
    back_up(instance)
    later = match(names=("Eve", "Flo", "Gil"))
    client.post(f"/m/{later}/people", name="Hal", start="zero")
    fined(client, code, 7)
    (made,) = backups(instance)
    here = f"/keep/restore/{made.path.name}"
    assert here in links(client.get("/keep")) and "1 match" in client.get("/keep").said
    page = client.get(here)
    assert "matches 1 2" in page.said and "names 4 8" in page.said and "Checked: nothing is damaged." in page.said
    assert page.said.index("Eve, Flo, Gil and Hal") < page.said.index("Aki, Ben, Cy and Dee")
    assert not page.all("form", method="post") and f"{here}?ask=1" in links(page)
    assert "2 matches go, or go back." in client.get(f"{here}?ask=1").said
    done = restored(client, made)
    assert "Restored: " in done.said and "Kept: " in done.said
    assert store.match(code).sheet.totals[0] == 5 and client.get(f"/m/{later}").status == 404
    (kept,) = [one for one in backups(instance) if one != made]
    assert f"/keep/restore/{kept.path.name}" in links(done)
    assert kept.path.name.startswith("before-restore-") and "match · manual" in done.said
    assert "2 matches · before restoring" in done.said
    fined(client, code, 100)
    restored(client, kept)
    assert store.match(code).sheet.totals[0] == 12 and client.get(f"/m/{later}").status == 200
    assert len(backups(instance)) == 3  # what was booked between the two is kept as well


def test_bookings_go_on_after_it_and_do_not_change_what_is_kept(
    client: Phone, store: Store, match: Opened, instance: Path
) -> None:
    code = match()
    made = back_up(instance)
    restored(client, backups(instance)[0])
    (kept,) = [one.path for one in backups(instance) if one.path != made]
    before = kept.read_bytes(), made.read_bytes()
    fined(client, code, 5)
    assert store.match(code).sheet.totals[0] == 5 and (kept.read_bytes(), made.read_bytes()) == before
    assert not kept.samefile(instance / "companion.db")


def test_a_form_sent_twice_restores_once(client: Phone, store: Store, match: Opened, instance: Path) -> None:
    code = match()
    fined(client, code, 5)
    made = back_up(instance)
    fined(client, code, 7)
    here = f"/keep/restore/{made.name}"
    form = client.get(f"{here}?ask=1").form(here)
    assert "Restored: " in client.submit(form).said
    (kept,) = [one.path.name for one in backups(instance) if one.path != made]
    fined(client, code, 100)
    again = client.submit(form)
    assert store.match(code).sheet.totals[0] == 105 and len(backups(instance)) == 2
    assert "Kept: " in again.said and f"/keep/restore/{kept}" in links(again) and "Restored: " not in again.said


def test_hosts_and_the_people_at_the_table_stay(
    app: Flask, client: Phone, store: Store, match: Opened, instance: Path
) -> None:
    code = match()
    back_up(instance)
    player = guest(app, code, 1)
    far = far_browser(app)
    far.post("/host", data={"secret": Hosts(store).new_link()})
    there = len(Devices(store).of(store.match_id(code)))
    hosts = len(Hosts(store).present())
    restored(client, backups(instance)[0])
    assert len(Devices(store).of(store.match_id(code))) == there and len(Hosts(store).present()) == hosts
    assert player.get(f"/m/{code}").status == 200


@pytest.mark.parametrize("afterwards", [True, False])
def test_a_calendar_address_that_was_revoked_stays_so_and_that_of_now_stays(
    store: Store, client: Phone, match: Opened, instance: Path, afterwards: bool
) -> None:
    match()
    Links(store).make_calendar()
    back_up(instance)
    Links(store).end_calendar()
    if afterwards:
        Links(store).make_calendar()
    address = Links(store).calendar()
    restored(client, backups(instance)[0])
    assert Links(store).calendar() == address and (address is not None) == afterwards


def test_who_sat_down_since_keeps_the_seat_where_a_deleted_match_comes_back(
    app: Flask, client: Phone, store: Store, match: Opened, instance: Path
) -> None:
    code, deleted = match(), match()
    guest(app, deleted, 1)
    back_up(instance)
    (made,) = backups(instance)
    delete_match(store, store.match_id(deleted))
    phone = guest(app, code, 2)  # SQLite gives it the id of the phone at the deleted match
    restored(client, made)
    assert phone.get(f"/m/{code}").status == 200 == client.get(f"/m/{deleted}").status


def test_a_damaged_backup_gets_its_sentence_and_no_button(client: Phone, match: Opened, instance: Path) -> None:
    match()
    made = back_up(instance)
    damage(made)
    page = client.get(f"/keep/restore/{made.name}?ask=1")
    assert "This backup cannot be restored: " in page.said and "is damaged. Nothing was changed." in page.said
    assert not page.all("form", method="post")
    answer = client.post(f"/keep/restore/{made.name}", over=over(instance))
    assert answer.status == 422 and "Nothing was changed" in answer.said and backups(instance)[0].path == made
    made.write_bytes(b"shopping")
    assert "damaged" in client.get("/keep").said


def test_a_backup_there_is_none_of_is_not_found(client: Phone, instance: Path) -> None:
    (instance / "secret.db").write_bytes(b"")
    for name in ("companion-2026-01-01-000000.db", "..%2Fsecret.db", "secret.db"):
        assert client.get(f"/keep/restore/{name}").status == 404


def test_other_work_on_the_data_ends_first(client: Phone, match: Opened, instance: Path) -> None:
    match()
    made = back_up(instance)
    with JOB:
        answer = client.post(f"/keep/restore/{made.name}", over=over(instance))
    assert answer.status == 503 and "Other work on the data" in answer.said and len(backups(instance)) == 1


def test_a_reader_who_does_not_end_keeps_it_from_being_replaced(
    client: Phone, store: Store, match: Opened, instance: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.storage.transactions.READERS_TIMEOUT", 0.1)
    code = match()
    fined(client, code, 5)
    made = back_up(instance)
    fined(client, code, 7)
    reads, ends = threading.Event(), threading.Event()

    def read() -> None:
        with store.reading():
            reads.set()
            ends.wait(10)

    reader = threading.Thread(target=read)
    reader.start()
    reads.wait(10)
    answer = client.post(f"/keep/restore/{made.name}", over=over(instance))
    ends.set()
    reader.join()
    assert answer.status == 503 and len(backups(instance)) == 1
    fined(client, code, 1)
    assert store.match(code).sheet.totals[0] == 13

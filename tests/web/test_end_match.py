"""Tables deleted by their host leave nothing behind; tables exported from one companion are complete in another."""

from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy import text
from sqlmodel import SQLModel

from companion.server.open_house import Limits
from companion.storage.access.devices import HOST
from companion.storage.access.links import PLAYER
from companion.storage.doctor import findings
from companion.storage.store import Store
from companion.storage.transfer.importer import bring
from companion.web.guard.questions import JOB
from tests.storage.test_store import adrift
from tests.support import houses
from tests.support.evenings import Evenings
from tests.support.houses import OURS, THEIRS, Family, House, families, family, phone
from tests.support.postgres import DATABASES


@pytest.fixture
def app(empty_instance: Path, a_house: House) -> Flask:
    """An open house."""
    return a_house(empty_instance, Limits())


@pytest.fixture
def ours(app: Flask, evenings: Evenings) -> Family:
    """A family and its tables."""
    return families(evenings, app, OURS)[0]


def rows(store: Store) -> dict[str, int]:
    """Return the number of rows in each table."""
    with store.reading() as session:
        names = [table.name for table in SQLModel.metadata.sorted_tables if table.name != "taken"]
        return {name: session.execute(text(f"SELECT count(*) FROM {name}")).scalar() or 0 for name in names}


def test_deleted_tables_leave_nothing_behind_and_harm_no_other(app: Flask, ours: Family) -> None:
    store = app.extensions["companion.store"]
    before = rows(store)
    theirs = family(app, THEIRS)
    host = phone(app, theirs.tokens[HOST])
    for code in (theirs.finished, theirs.running):
        host.post(f"/m/{code}/carry")
        assert host.post(f"/m/{code}/delete").location == "/"
        assert host.get(f"/m/{code}").status == 404
    assert rows(store) == before
    with store.reading() as session:
        assert adrift(session) == []
    found = findings(Path(app.instance_path), app.config["DATABASE_URL"])
    assert [str(one.what) for one in found if "no backup" not in str(one.what)] == []
    assert phone(app, ours.tokens[HOST]).get(f"/m/{ours.finished}").status == 200


def test_the_question_says_what_goes_and_how_to_keep_it(app: Flask, ours: Family) -> None:
    page = phone(app, ours.tokens[HOST]).get(f"/m/{ours.finished}/delete")
    assert "It disappears from the home page, the records and the statistics, on every phone." in page.said
    assert "Aki" in page.said
    assert page.all("a", href=f"/m/{ours.finished}/match.jsonl")


def test_only_its_host_deletes_a_table(app: Flask, ours: Family) -> None:
    player = phone(app, ours.tokens[PLAYER])
    assert player.get(f"/m/{ours.running}/delete").status == player.post(f"/m/{ours.running}/delete").status == 403
    assert phone(app, houses.operator(app)).post(f"/m/{ours.running}/delete").status == 404
    assert player.get(f"/m/{ours.running}").status == 200


def test_the_phones_of_a_deleted_table_hear_of_it_at_their_next_look(app: Flask, ours: Family) -> None:
    player, look = phone(app, ours.tokens[PLAYER]), f"/m/{ours.running}/board?seen=0"
    newest = app.extensions["companion.store"].version(ours.running)
    quiet = look.replace("seen=0", f"seen={newest}")
    assert [player.get(look).status, player.get(quiet).status, player.get(quiet).status] == [200, 204, 204]
    phone(app, ours.tokens[HOST]).post(f"/m/{ours.running}/delete")
    assert player.get(quiet).status == 404


def test_a_browser_takes_its_own_tables_away_as_a_file_that_comes_in_elsewhere(
    app: Flask, ours: Family, tmp_path: Path
) -> None:
    family(app, THEIRS)
    taken = phone(app, ours.tokens[PLAYER]).get("/mine.jsonl")
    assert taken.status == 200
    assert "Aki" in taken.html and "Xenia" not in taken.html
    (tmp_path / "tables.jsonl").write_text(taken.html)
    elsewhere = DATABASES.of(tmp_path / "elsewhere") or tmp_path / "elsewhere.db"
    told = bring(elsewhere, tmp_path / "tables.jsonl")
    assert told.new == 2


def test_tables_that_cannot_be_written_now_say_so_in_words_of_a_file(app: Flask, ours: Family) -> None:
    with JOB:
        page = phone(app, ours.tokens[PLAYER]).get("/mine.jsonl")
    assert page.status == 503 and page.headers["Retry-After"]
    assert "Other work on the data is under way." in page.said and "cards" not in page.said

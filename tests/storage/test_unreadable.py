"""Unreadable match: it is listed with the reason, its pages show the reason, and other matches are not affected."""

from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy import Date, DateTime, String, text
from sqlmodel import SQLModel

from companion.sheet.commands import adjustments, booking
from companion.storage.access.browsers import new_token
from companion.storage.access.devices import Devices
from companion.storage.access.links import PLAYER
from companion.storage.backup.sqlite_copy import connect, copy_database
from companion.storage.doctor import findings
from companion.storage.matches import Unread, UnreadableMatch
from companion.storage.models import Moment
from companion.storage.players.identities import PersonAct, PersonEntry
from companion.storage.players.name_commands import append_name_entry
from companion.storage.results import catch_up
from companion.storage.store import Store
from tests.storage.test_store import NOON, finished, played, wrote
from tests.support.evenings import Evenings
from tests.support.phone import Phone, guest

pytestmark = pytest.mark.file

Opened = Callable[..., str]
THIS = "match_id = (SELECT id FROM match WHERE code = :code)"
LAST = f"id = (SELECT max(id) FROM entry WHERE {THIS})"
BROKEN = {
    "unknown game": ("UPDATE match SET game = 'canasta' WHERE code = :code", "does not have the game “canasta”"),
    "unknown house rule": ("UPDATE match SET house = '{\"wild\": 1}' WHERE code = :code", "has no house rule wild"),
    "value of a house rule in braces": ('UPDATE match SET house = \'{"calls": {"a": 1}}\' WHERE code = :code', "{"),
    "house rules broken": ("UPDATE match SET house = '{' WHERE code = :code", "its stored data is damaged"),
    "house rules a list": ("UPDATE match SET house = '[]' WHERE code = :code", "its stored data is damaged"),
    "opened at no time": ("UPDATE match SET opened_at = 'noon' WHERE code = :code", "its stored data is damaged"),
    "no such dealer": ("UPDATE match SET first_dealer = 'Aki' WHERE code = :code", "its stored data is damaged"),
    "seats missing": (f"DELETE FROM seat WHERE {THIS}", "it has no players"),
    "body broken": (f"UPDATE entry SET body = '{{' WHERE {LAST}", "its stored data is damaged"),
    "body a number": (f"UPDATE entry SET body = '7' WHERE {LAST}", "its stored data is damaged"),
    "kind unknown": (f"UPDATE entry SET kind = 'dance' WHERE {LAST}", "“dance"),
    "way unknown": (f"UPDATE entry SET kind = 'close', how = 'burnt' WHERE {LAST}", "“close burnt”"),
    "points no number": (f"UPDATE entry SET points = 'many' WHERE {LAST}", "its stored data is damaged"),
    "seat of nobody": (f"UPDATE entry SET seat = 99 WHERE {LAST}", "its stored data is damaged"),
    "time of entry": (f"UPDATE entry SET at = 'noon' WHERE {LAST}", "its stored data is damaged"),
    "opened in the year 1": (
        "UPDATE match SET opened_at = '0001-01-01 00:00:00.000000' WHERE code = :code",
        "outside the years 1900 to 2999",
    ),
    "written in the year 1": (
        f"UPDATE entry SET at = '0001-01-01 00:00:00.000000' WHERE {LAST}",
        "its stored data is damaged",
    ),
    "body of null": (f"UPDATE entry SET body = 'null' WHERE {LAST}", "its stored data is damaged"),
    "game no text": (
        "UPDATE match SET game = CAST(x'6bff' AS TEXT) WHERE code = :code",
        "does not have the game “k\ufffd”",
    ),
    "end without a seat": (
        f"UPDATE entry SET kind = 'end', how = 'out', seat = -1, revision = 99, body = '{{}}' WHERE {LAST}",
        "its stored data is damaged",
    ),
}


def spoil(store: Store, code: str, statement: str) -> int:
    """Change a match outside the program; return the number of changed rows."""
    with store.engine.begin() as connection:
        return connection.execute(text(statement), {"code": code}).rowcount


def three(store: Store, match: Opened, over: bool) -> tuple[str, str, str]:
    """Return the codes of a new match, a finished one, and one to damage, which is finished or has one deal."""
    sound, ended = match(), finished(store, match, NOON)
    bad = finished(store, match, NOON) if over else match()
    if not over:
        played(store, bad, 1)
    return sound, ended, bad


@pytest.mark.parametrize(("name", "number"), [(name, number) for number, name in enumerate(BROKEN)])
def test_it_is_listed_with_what_is_wrong_beside_all_others(
    store: Store, match: Opened, evenings: Evenings, name: str, number: int
) -> None:
    (statement, says), over = BROKEN[name], bool(number % 2)
    sound, ended, bad = evenings.once(store, ("one to spoil", over), lambda: three(store, match, over))
    spoil(store, bad, statement)
    listed = {one.code: one for one in (*store.unfinished(), *store.finished(9))}
    assert listed.keys() == {sound, ended, bad}
    assert isinstance(listed[bad], Unread) and says in str(listed[bad].reason)
    catch_up(store)
    with pytest.raises(UnreadableMatch):
        store.match(bad)


def test_its_pages_say_what_is_wrong_and_all_others_go_on(
    client: Phone, store: Store, match: Opened, evenings: Evenings
) -> None:
    statement, says = BROKEN["seats missing"]
    sound, ended, bad = evenings.once(store, ("one to spoil", True), lambda: three(store, match, True))
    spoil(store, bad, statement)
    home = client.get("/")
    assert home.status == 200 and "Cannot be read" in home.said
    assert f"{bad} " in home.said and says in home.said
    assert {f"/m/{code}" for code in (sound, ended, bad)} <= {found.get("href") for found in home.all("a")}
    all_is_shown(client)
    wrote(store, sound, lambda sheet: booking.abandon(sheet, 1))
    assert ended in client.http.get("/matches.csv").text and ended in client.http.get("/api/matches").text
    for address in ("", "/sheet", "/people", "/sheet.csv"):
        page = client.get(f"/m/{bad}{address}")
        assert page.status == 409 and says in page.html, address
        assert client.get(f"/m/{sound}{address}").status == 200


def all_is_shown(client: Phone) -> None:
    """Check that every page and every file about all matches is shown."""
    for address in ("/", "/players", "/players?name=Aki", "/?player=Aki", "/?game=kalooki", "/new/kalooki", "/keep"):
        assert client.get(address).status == 200, address
    for address in ("/matches.csv", "/evenings.ics", "/api/players", "/api/matches"):
        assert client.http.get(address).status_code == 200, address


DERIVED = {
    "points no number": f"UPDATE result SET points = 'many' WHERE {THIS}",
    "deals broken": f"UPDATE result SET deals = '{{' WHERE {THIS}",
    "house rules broken": f"UPDATE result SET house = '{{' WHERE {THIS}",
    "ended at no time": f"UPDATE result SET ended_at = 'noon' WHERE {THIS}",
    "name said to dance": "UPDATE person_entry SET kind = 'dance' WHERE name = 'Zoe' AND :code = :code",
}


@pytest.mark.parametrize("statement", DERIVED.values(), ids=DERIVED)
def test_what_is_kept_beside_the_entries_harms_no_page_when_it_is_damaged(
    client: Phone, store: Store, match: Opened, evenings: Evenings, statement: str
) -> None:
    _, _, bad = evenings.once(store, ("one to spoil", True), lambda: three(store, match, True))
    for key, name, other in (("said-one", "Zoe", "Zora"), ("said-two", "Benno", "Ben")):
        append_name_entry(store, PersonEntry(key, PersonAct.JOINED, name, other, NOON))
    spoil(store, bad, statement)
    all_is_shown(client)
    assert client.get("/players?name=Benno").status == client.get("/players?name=Aki&with=Ben").status == 200
    assert "Ben" in client.get("/players").said
    told = [str(one.what) for one in findings(Path(str(store.engine.url.database)).parent)]
    assert any(words in " ".join(told) for words in ("results on the Players page", "1 of 2")), told


NO_TEXT = """CAST(CAST(substr("{column}", 1, 1) AS BLOB) || x'ff' AS TEXT)"""
COLUMNS = {table.name: table.columns for table in SQLModel.metadata.sorted_tables}
TEXTS = [
    (table.name, column.name)
    for table in SQLModel.metadata.sorted_tables
    for column in table.columns
    if isinstance(column.type, String | DateTime | Moment | Date)
]


def test_a_byte_that_is_no_text_harms_one_match_at_most_wherever_it_stands(
    client: Phone, store: Store, match: Opened, evenings: Evenings, tmp_path: Path
) -> None:
    sound, ended, bad = evenings.once(store, ("one to spoil", True), lambda: three(store, match, True))
    Devices(store).join(store.match_id(bad), new_token(), PLAYER, 1)
    append_name_entry(store, PersonEntry("said-one", PersonAct.JOINED, "Zoe", "Zora", NOON))
    file = Path(str(store.engine.url.database))
    for table, column in TEXTS:
        copy_database(file, tmp_path / "keep.db")
        of_this = "code = :code" if table == "match" else THIS if "match_id" in COLUMNS[table] else ":code = :code"
        no_text = NO_TEXT.format(column=column)
        spoil(
            store,
            bad,
            f'UPDATE OR IGNORE "{table}" SET "{column}" = {no_text} WHERE {of_this} AND "{column}" IS NOT NULL',
        )
        home = client.get("/").html
        assert f"/m/{sound}" in home and f"/m/{ended}" in home, (table, column)
        for address in ("/players", f"/m/{sound}", "/matches.csv"):
            assert client.http.get(address).status_code == 200, (table, column, address)
        wrote(store, sound, lambda sheet: adjustments.adjust(sheet, 0, "1", "late"))
        assert max(len({one.what.values.get("code") for one in findings(file.parent)} - {None}), 1) == 1, (
            table,
            column,
        )
        store.engine.dispose()
        overwrite(tmp_path / "keep.db", file)


def overwrite(source: Path, target: Path) -> None:
    """Restore the contents of a file without replacing the file."""
    with closing(connect(source)) as held, closing(connect(target)) as there:
        held.backup(there)
    source.unlink()


@pytest.mark.parametrize(
    ("over", "change"), [(True, "finished_at = NULL, finished_entry = NULL"), (False, "finished_at = opened_at")]
)
def test_a_match_that_is_kept_as_over_or_not_against_its_sheet_breaks_no_page(
    client: Phone, store: Store, match: Opened, evenings: Evenings, over: bool, change: str
) -> None:
    sound, ended, bad = evenings.once(store, ("one to spoil", over), lambda: three(store, match, over))
    spoil(store, bad, f"UPDATE match SET {change} WHERE code = :code")
    assert {f"/m/{code}" for code in (sound, ended)} <= {one.get("href") for one in client.get("/").all("a")}
    all_is_shown(client)
    for address in ("", "/sheet", "/people", "/sheet.csv", "/phones", "/tv", "/flat", "/end", "/share"):
        assert client.get(f"/m/{bad}{address}").status < 400, address
    for day in (NOON, store.match(bad).opened_at):
        assert client.get(f"/evenings/{day.date()}").status in (200, 404), day


def test_a_list_of_many_keeps_its_order_around_one_that_cannot_be_read(store: Store, match: Opened) -> None:
    codes = [finished(store, match, NOON) for _ in range(4)]
    spoil(store, codes[1], BROKEN["unknown game"][0])
    assert [found.code for found in store.finished(10)] == codes[::-1]
    before = store.finished(2)[1].id
    assert [found.code for found in store.finished(10, before)] == codes[1::-1]


def test_a_phone_that_is_no_host_sees_its_other_matches_all_the_same(
    app: Flask, store: Store, match: Opened, evenings: Evenings
) -> None:
    statement, says = BROKEN["body broken"]
    sound, _, bad = evenings.once(store, ("one to spoil", True), lambda: three(store, match, True))
    phone = guest(app, sound, 1)
    Devices(store).join(store.match_id(bad), phone.http.get_cookie("companion").value, PLAYER, 1)
    spoil(store, bad, statement)
    home = phone.get("/").sent
    assert "Cannot be read" in home and says in home and f"/m/{sound}" in home
    for address in ("/players", "/players?name=Aki", "/?player=Aki", f"/m/{sound}"):
        assert phone.get(address).status == 200, address
    assert phone.get(f"/m/{bad}").status == 409

"""Hash chain of a match: changed, removed or inserted entries are found, and nothing is appended to a broken chain."""

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest
from sqlalchemy import text

from companion.sheet.commands import adjustments, booking, marks
from companion.sheet.commands.whole_match import went_on
from companion.storage.database.engines import migrate, open_database, writing
from companion.storage.hash_chain import BrokenChain, broken_at, opening, seals
from companion.storage.store import Form, Store
from tests.faults import migrations
from tests.storage.test_store import form, played, wrote
from tests.support.evenings import Evenings
from tests.support.phone import Phone

pytestmark = pytest.mark.file

Opened = Callable[..., str]
NOON = datetime(2026, 1, 2, 12, tzinfo=UTC)


def changed(store: Store, sql: str) -> None:
    """Change the database outside the companion."""
    with writing(store.engine) as connection:
        connection.execute(text("PRAGMA ignore_check_constraints = 1"))
        assert connection.execute(text(sql)).rowcount


@pytest.fixture
def code(store: Store, evenings: Evenings) -> str:
    """A match with a booked deal, a bonus given and taken back, a hand confirmed as right, and a rematch."""
    return str(evenings.into(store, a_bit_of_everything))


def a_bit_of_everything(store: Store) -> str:
    """Play a match like this beside another one, and return its code."""
    code, another = (store.open("kalooki", {}, ("Aki", "Ben", "Cy", "Dee"), 0, form()) for _ in range(2))
    wrote(store, another, lambda sheet: booking.end_play(sheet, 1, 0))  # so that its row numbers do not start at 1
    played(store, code, 1)
    wrote(store, code, lambda sheet: adjustments.adjust(sheet, 0, "5", "rule broken"))
    number = store.match(code).sheet.version
    wrote(store, code, lambda sheet: adjustments.take_back(sheet, number, "it was none"))
    wrote(store, code, lambda sheet: booking.end_play(sheet, 2, 0))
    wrote(store, code, lambda sheet: booking.count_hand(sheet, 2, 1, "", "25"))
    hand = store.match(code).sheet.version
    wrote(store, code, lambda sheet: marks.mark_right(sheet, 2, 1, hand))
    wrote(store, code, lambda sheet: went_on(sheet, "BBBBBB"))
    return code


def test_a_chain_holds_from_the_opening_to_the_last_entry(store: Store, code: str, match: Opened) -> None:
    assert store.match(code).intact
    assert store.match(match()).intact


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE entry SET points = 26 WHERE kind = 'hand' AND seat = 2",
        "UPDATE entry SET reason = 'another' WHERE kind = 'adjust' AND how = ''",
        "UPDATE entry SET at = '2026-01-01 00:00:00.000000' WHERE kind = 'close'",
        """UPDATE entry SET body = '{"out": 1}' WHERE kind = 'end' AND deal = 2""",
        "UPDATE entry SET seal = '' WHERE kind = 'close'",
        "DELETE FROM entry WHERE kind = 'close'",
        "DELETE FROM entry WHERE id = (SELECT max(id) FROM entry)",
        "UPDATE entry SET id = 1000 WHERE kind = 'close'",
        "INSERT INTO entry (match_id, kind, deal, seat, revision, how, points, cards, reason, by, body, law, at, seal)"
        " SELECT match_id, kind, 3, seat, 1, how, points, cards, reason, by, body, law, at, seal FROM entry"
        " WHERE kind = 'hand' AND deal = 2",
        "UPDATE match SET house = '{\"calls\": 9}'",
        "UPDATE match SET first_dealer = 1",
        "UPDATE seat SET name = 'Zoe' WHERE number = 3",
    ],
)
def test_whatever_is_changed_behind_its_back_is_found(store: Store, code: str, sql: str) -> None:
    changed(store, sql)
    assert not Store(store.engine).match(code).intact


def test_a_broken_chain_takes_no_further_entry_and_is_still_read(store: Store, code: str) -> None:
    changed(store, "UPDATE entry SET points = 26 WHERE kind = 'hand' AND seat = 2")
    fresh = Store(store.engine)
    with pytest.raises(BrokenChain):
        wrote(fresh, code, lambda sheet: booking.count_hand(sheet, 2, 2, "", "30"))
    assert fresh.match(code).sheet.penalty(2, 2) is None
    assert fresh.match(code).sheet.penalty(1, 2) == 26


def test_a_form_that_was_acknowledged_keeps_its_answer_on_a_broken_chain(store: Store, match: Opened) -> None:
    code, sent = match(), form("out 0")
    store.write(code, sent, lambda sheet: (booking.end_play(sheet, 1, 0), "there"))
    changed(store, "UPDATE entry SET how = 'stock'")
    assert Store(store.engine).write(code, sent, lambda sheet: ([], "elsewhere")) == "there"


def test_one_broken_chain_is_no_other_matchs(store: Store, code: str, match: Opened) -> None:
    other = match()
    changed(store, "UPDATE entry SET points = 26 WHERE kind = 'hand' AND seat = 2")
    wrote(store, other, lambda sheet: booking.end_play(sheet, 1, 0))
    assert store.match(other).intact


def test_a_chain_is_looked_at_once_for_each_version(store: Store, code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[int] = []
    monkeypatch.setattr("companion.storage.store.break_of", lambda session, row, match: looked.append(match.id))
    for _ in range(3):
        store.match(code)
    wrote(store, code, lambda sheet: booking.count_hand(sheet, 2, 2, "", "30"))
    for _ in range(3):
        store.match(code)
    assert len(looked) == 2


def test_seals_do_not_depend_on_the_rows_entries_lie_in(store: Store, code: str) -> None:
    sheet = store.match(code).sheet
    moved = []
    for entry in sheet.entries:
        body = {name: value + 500 if name in ("of", "entry") else value for name, value in entry.body.items()}
        moved.append(type(entry)(**{**vars(entry), "id": entry.id + 500, "body": body}))
    assert list(seals("x", moved)) == list(seals("x", sheet.entries))


def test_the_place_of_the_first_break_is_told(store: Store, code: str) -> None:
    entries = store.match(code).sheet.entries
    first = opening("key", "game", {}, 0, "law", NOON, ["Aki"])
    kept = list(seals(first, entries))
    assert broken_at(first, entries, kept, kept[-1]) is None
    assert broken_at(first, entries[:3] + entries[4:], kept[:3] + kept[4:], kept[-1]) == 4
    assert broken_at(first, entries[:-1], kept[:-1], kept[-1]) == len(entries)
    assert broken_at(first, [], [], first) is None
    assert broken_at(first, [], [], kept[0]) == 1


# Older databases


@pytest.fixture(params=["0001", "0002", "0003"])
def older(tmp_path: Path, store: Store, code: str, request: pytest.FixtureRequest) -> Path:
    """The same match in a database from before there were hash chains."""
    return migrations.older(tmp_path / "older.db", request.param, store)


def test_an_older_database_gets_its_chains_and_goes_on(older: Path, store: Store, code: str) -> None:
    engine = open_database(f"sqlite:///{older}")
    migrate(engine)
    moved = Store(engine)
    assert moved.match(code).intact
    with engine.connect() as one, store.engine.connect() as other:
        sealed = text("SELECT id, seal FROM entry UNION SELECT -id, seal FROM match ORDER BY 1")
        assert one.execute(sealed).all() == other.execute(sealed).all()
    wrote(moved, code, lambda sheet: booking.count_hand(sheet, 2, 2, "", "30"))
    assert moved.match(code).intact


def test_the_rematch_of_an_older_database_stays_the_one_rematch(older: Path) -> None:
    engine = open_database(f"sqlite:///{older}")
    with writing(engine) as connection:
        connection.exec_driver_sql("UPDATE match SET key = 'rematch-of-1', digest = '' WHERE id = 2")
    migrate(engine)
    with engine.connect() as connection:
        (first, key), (second, _) = connection.exec_driver_sql("SELECT code, key FROM match ORDER BY id").all()
    again = Store(engine).open("kalooki", {}, ("Aki", "Ben", "Cy"), 0, Form.rematch(key))
    assert (again, again == first) == (second, False)


def test_a_row_that_cannot_be_read_does_not_keep_an_older_database_from_its_chains(older: Path, code: str) -> None:
    engine = open_database(f"sqlite:///{older}")
    with writing(engine) as connection:
        connection.exec_driver_sql("UPDATE entry SET body = '{', at = 'noon' WHERE match_id = 2")
    migrate(engine)
    assert Store(engine).match(code).intact


# On pages


def test_the_host_is_told_on_the_page_and_a_form_is_answered_in_words(client: Phone, store: Store, code: str) -> None:
    assert "companion doctor" not in client.http.get(f"/m/{code}").text
    changed(store, "UPDATE entry SET points = 26 WHERE kind = 'hand' AND seat = 2")
    store._chains.clear()
    assert "companion doctor" in client.http.get(f"/m/{code}").text
    answer = client.post(f"/m/{code}/deals/2/hands/2", total="30", revision="1")
    assert (answer.status, "Nothing was saved" in answer.words) == (409, True)

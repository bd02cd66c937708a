"""Databases of every earlier revision migrate to the same matches and results."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy import update
from sqlmodel import col

from companion.demo import deal_played
from companion.sheet.commands import adjustments, booking, whole_match
from companion.sheet.ledger import Entry
from companion.sheet.scoresheet import Sheet
from companion.storage.database.files import open_store
from companion.storage.doctor import Grade, findings
from companion.storage.match_lists import outcomes
from companion.storage.models import ResultRow
from companion.storage.players.standings import game_totals
from companion.storage.results import catch_up
from companion.storage.store import Form, Store
from tests.faults.migrations import older
from tests.storage.test_store import a_bit_of_everything, wrote
from tests.support.evenings import Evenings, demo_matches

pytestmark = pytest.mark.file

KEPT = (
    "SELECT id, finished_entry, played_on FROM match ORDER BY id",
    "SELECT match_id, seat, person, points, won, finished_entry, played_on, counts, whole, complete FROM result"
    " ORDER BY match_id, seat",
)


def held(file: str | Path) -> list[Any]:
    """Return the stored results."""
    with closing(sqlite3.connect(file)) as other:
        return [other.execute(query).fetchall() for query in KEPT]


def voided(sheet: Sheet, number: int) -> list[Entry]:
    """Void the deal of that number if it exists."""
    return booking.void(sheet, number, "the pack was short") if sheet.deal(number) else []


def with_voided_deals(store: Store) -> None:
    """Play some matches; void all deals of one, and one of another."""
    demo_matches(store, 4, 11)
    code = store.finished(9)[-2].code
    for number in range(1, 12):
        wrote(store, code, lambda sheet, number=number: voided(sheet, number))
    wrote(store, store.finished(9)[-1].code, lambda sheet: booking.void(sheet, 1, "the pack was short"))


def matches_of_all_kinds(store: Store) -> str:
    """Play some matches, and return the code of one with a bit of everything."""
    with_voided_deals(store)
    return a_bit_of_everything(store)


@pytest.mark.parametrize(
    "revision", ["0001", "0013", *(pytest.param(one, marks=pytest.mark.slow) for one in ("0003", "0017"))]
)
def test_from_every_revision_sheets_places_and_results_are_the_same(
    store: Store, evenings: Evenings, tmp_path: Path, revision: str
) -> None:
    code = evenings.into(store, matches_of_all_kinds)
    file = older(tmp_path / "older" / "companion.db", revision, store)
    there = open_store(file, "the test")
    assert held(file) == held(str(store.engine.url.database))
    assert bare(there.match(code).sheet.entries) == bare(store.match(code).sheet.entries)
    assert there.match(code).sheet.is_right(2, 1)
    assert [bool(one.back) for one in adjustments.given(there.match(code).sheet)] == [True]
    wrote(there, code, lambda sheet: booking.count_hand(sheet, 2, 2, "", "30"))
    there.engine.dispose()
    assert [one for one in findings(file.parent) if one.grade is Grade.FAULT] == []


def bare(entries: tuple[Entry, ...]) -> list[Entry]:
    """Return entries without their phones, which the first revisions did not store."""
    return [replace(entry, device=None) for entry in entries]


def test_the_rematch_of_an_older_database_stays_the_one_rematch(
    store: Store, match: Callable[..., str], tmp_path: Path
) -> None:
    first, second = match(), match()
    file = older(tmp_path / "older" / "companion.db", "0003", store)
    with closing(sqlite3.connect(file)) as other, other:
        number = store.match_id(first)
        other.execute("UPDATE match SET key = ?, digest = '' WHERE code = ?", (f"rematch-of-{number}", second))
    there = open_store(file, "the test")
    form = Form.rematch(there.match(first).key)
    assert there.open("kalooki", {}, ("Aki", "Ben", "Cy"), 0, form) == second


def test_jokers_in_melds_counted_by_an_older_companion_are_counted_again(
    store: Store, match: Callable[..., str], tmp_path: Path
) -> None:
    code = match("five-crowns", ("Aki", "Ben"))
    for act in (
        lambda sheet: booking.end_play(sheet, 1, 0),
        lambda sheet: booking.arranged_hand(sheet, 1, 1, "KH KS JK"),
        lambda sheet: booking.book(sheet, 1),
        whole_match.stop,
    ):
        wrote(store, code, act)
    file = older(tmp_path / "older" / "companion.db", "0016", store)
    with closing(sqlite3.connect(file)) as other, other:
        other.execute("UPDATE result SET jokers = 1 WHERE seat = 1")
    open_store(file, "the test").engine.dispose()
    with closing(sqlite3.connect(file)) as other:
        assert other.execute("SELECT jokers FROM result ORDER BY seat").fetchall() == [(0,), (0,)]


def test_a_match_of_which_no_deal_counts_is_whole_for_nobody_also_if_stored_so(
    store: Store, match: Callable[..., str]
) -> None:
    code = match(names=("Aki", "Ben", "Cy"))
    for number in range(1, 10):
        wrote(store, code, lambda sheet, n=number: booking.abandon(sheet, n))
    assert [one.whole for one in outcomes(store, 9)[0].players] == [False] * 3
    with store.writing() as session:
        session.execute(update(ResultRow).values(whole=True))
    assert [one.whole for one in outcomes(store, 9)[0].players] == [True] * 3
    catch_up(store)
    assert [one.whole for one in outcomes(store, 9)[0].players] == [False] * 3


def test_a_person_whose_dotted_letter_an_older_companion_kept_apart_is_found_again(store: Store) -> None:
    code = store.open("three-thirteen", {}, ("İbrahim", "Işıl"), 0, Form("dotted00", ""))
    for act in (partial(deal_played, number=1, chance=Random(1)), whole_match.stop):
        wrote(store, code, act)
    with store.writing() as session:
        for seat, person in enumerate(("i\u0307brahim", "işıl")):
            session.execute(update(ResultRow).where(col(ResultRow.seat) == seat).values(person=person))
    catch_up(store)
    assert {one.person for one in game_totals(store)} == {"ibrahim", "işil"}


def test_a_finished_match_without_a_moment_of_its_end_stands_by_its_last_entry(store: Store, tmp_path: Path) -> None:
    demo_matches(store, 1, 11)
    file = older(tmp_path / "older" / "companion.db", "0005", store)
    with closing(sqlite3.connect(file)) as other, other:
        other.execute("UPDATE match SET finished_at = '2261-01-01 00:00:00.000000' WHERE finished_at IS NOT NULL")
        (last,) = other.execute("SELECT max(id) FROM entry WHERE match_id = 1").fetchone()
    open_store(file, "the test").engine.dispose()
    assert held(file)[0][0][:2] == (1, last)

"""Idle tables: archived, or deleted if nothing was booked; active ones never."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest

from companion.sheet.commands import booking
from companion.storage.delete_match import Idle, archive_idle_tables, archive_table, delete_match
from companion.storage.store import Store, UnknownMatch
from companion.storage.transactions import MatchDeleted
from tests.storage.test_store import wrote

Opened = Callable[..., str]
NOTHING, DAYS = Idle(0, 0), timedelta(days=60)


def test_each_idle_table_is_archived_or_deleted_once(store: Store, match: Opened) -> None:
    booked, never = match(), match()
    wrote(store, booked, lambda sheet: booking.end_play(sheet, 1, 0))
    soon = datetime.now(UTC) + timedelta(seconds=1)
    assert archive_idle_tables(store, soon - DAYS) == NOTHING
    assert archive_idle_tables(store, soon) == Idle(archived=1, deleted=1)
    assert archive_idle_tables(store, soon) == NOTHING
    assert store.match(booked).idle_since
    with pytest.raises(UnknownMatch):
        store.match(never)


@pytest.mark.parametrize("booked_before", [True, False])
def test_a_table_at_which_somebody_writes_just_then_is_left_alone(
    store: Store, match: Opened, booked_before: bool
) -> None:
    code, long_ago = match(), datetime.now(UTC) - DAYS
    if booked_before:
        wrote(store, code, lambda sheet: booking.end_play(sheet, 1, 0), long_ago)
    quiet_since = datetime.now(UTC)
    wrote(
        store,
        code,
        lambda sheet: booking.count_hand(sheet, 1, 1, "", "25") if booked_before else booking.end_play(sheet, 1, 0),
    )
    assert archive_table(store, store.match_id(code), quiet_since) == NOTHING
    assert not store.match(code).idle_since


def test_a_table_that_somebody_deletes_just_then_is_gone_and_no_fault(store: Store, match: Opened) -> None:
    number = store.match_id(match())
    delete_match(store, number)
    assert archive_table(store, number, datetime.now(UTC)) == NOTHING
    with pytest.raises(MatchDeleted):
        delete_match(store, number)

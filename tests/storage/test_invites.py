"""Invite codes: short ones to type, long ones in links, and their state after a migration."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from companion.storage.access import shared_links
from companion.storage.access.browsers import new_token
from companion.storage.access.devices import Devices
from companion.storage.access.invites import (
    FEW_TABLES,
    LONGER,
    PLAYER,
    SECRET,
    VIEWER,
    InviteCodes,
    Invites,
)
from companion.storage.database.files import open_store
from companion.storage.store import CODE_LETTERS, TYPED, Form, Store
from tests.faults.migrations import grown
from tests.support.phone import fresh_key


@pytest.fixture
def number(store: Store) -> int:
    """A running match."""
    return store.match_id(store.open("kalooki", {}, ("Aki", "Ben", "Cy"), 0, Form.of(fresh_key(), [])))


def every(codes: InviteCodes) -> set[str]:
    """Return all codes of a match."""
    return {codes.join, codes.view, codes.join_secret, codes.view_secret}


@pytest.mark.parametrize("typed", [TYPED, LONGER])
def test_a_match_has_codes_to_type_and_secrets_for_links_which_open_the_same(
    store: Store, number: int, typed: int
) -> None:
    store.typed = typed
    codes = Invites(store).codes(number)
    assert [len(code) for code in (codes.join, codes.view, codes.join_secret, codes.view_secret)] == [
        *[typed] * 2,
        *[SECRET] * 2,
    ]
    assert len(every(codes)) == 4 and set("".join(every(codes))) <= set(CODE_LETTERS)
    for role, code, secret in ((PLAYER, codes.join, codes.join_secret), (VIEWER, codes.view, codes.view_secret)):
        found = [Invites(store).resolve(one) for one in (code, secret)]
        assert [(one.role, one.secret) for one in found if one] == [(role, secret)] * 2


def test_from_the_twenty_first_table_at_play_on_a_code_to_type_is_longer(store: Store) -> None:
    def opened() -> int:
        return store.match_id(store.open("kalooki", {}, ("Aki", "Ben", "Cy"), 0, Form.of(fresh_key(), [])))

    invites = Invites(store)
    lengths = [len(invites.codes(opened()).join) for _ in range(FEW_TABLES + 2)]
    assert lengths == [*[TYPED] * FEW_TABLES, LONGER, LONGER]
    with store.writing() as session:
        session.connection().exec_driver_sql("UPDATE match SET finished_at = opened_at WHERE id > 2")
    assert len(invites.codes(opened()).join) == TYPED, "tables that have ended do not count"


def test_secrets_are_longer_than_anybody_guesses() -> None:
    assert len(CODE_LETTERS) ** SECRET > 2**128


def test_a_phone_that_is_sent_away_knows_neither_code_nor_secret_any_more(store: Store, number: int) -> None:
    before, devices = Invites(store).codes(number), Devices(store)
    devices.revoke(number, devices.join(number, new_token(), PLAYER, 1).id)
    assert not every(before) & every(Invites(store).codes(number))
    assert [Invites(store).resolve(code) for code in every(before)] == [None] * 4


def test_a_finished_match_that_is_shared_opens_by_its_link_and_by_no_code_to_type(store: Store, number: int) -> None:
    with store.writing() as session:
        session.connection().exec_driver_sql("UPDATE match SET finished_at = opened_at")
    shared_links.share(store, number)
    codes, invites = Invites(store).codes(number), Invites(store)
    assert shared_links.code(store, number) == codes.view_secret
    assert [code for code in every(codes) if invites.resolve(code)] == [codes.view_secret]


@pytest.mark.file
def test_codes_and_shared_links_from_before_there_were_secrets_go_on(tmp_path: Path) -> None:
    file = grown(tmp_path / "old", "0013")
    with closing(sqlite3.connect(file)) as old:
        for match, finished in ((2, None), (3, "2026-01-03 12:00:00")):
            columns = "game, house, first_dealer, law, opened_at, key, digest, listed"
            old.execute(
                f"INSERT INTO match (id, code, finished_at, {columns}) SELECT ?, ?, ?, {columns.replace('key', '?')}"
                " FROM match WHERE id = 1",
                (match, f"MATCH{match}", finished, f"key {match}"),
            )
        doors = [(1, "BBBBBB", "CCCCCC", None), (2, "DDDDDD", "FFFFFF", None), (3, "GGGGGG", "HHHHHH", 0)]
        old.executemany("INSERT INTO door (match_id, join_code, view_code, shared_after) VALUES (?, ?, ?, ?)", doors)
        old.commit()
    store = open_store(file, "the test")
    invites = Invites(store)
    known = [invites.resolve(code) for _, *codes, _ in doors for code in codes]
    assert [one and one.role for one in known] == [PLAYER, VIEWER, PLAYER, VIEWER, None, VIEWER]
    assert shared_links.code(store, 3) == "HHHHHH"
    assert len({one.secret for one in known if one and len(one.secret) == SECRET}) == 4
    store.engine.dispose()

"""Links by purpose: codes to type and secrets, the shared link, the calendar feed, also after a migration."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from companion.storage.access.browsers import new_token
from companion.storage.access.devices import Devices
from companion.storage.access.links import FEW_TABLES, LONG_CODE, PLAYER, SECRET, VIEWER, InviteCodes, Links
from companion.storage.database.files import open_store
from companion.storage.store import CODE_LENGTH, CODE_LETTERS, Form, Store
from tests.faults.migrations import grown
from tests.support.phone import fresh_key


@pytest.fixture
def number(store: Store) -> int:
    """A running match."""
    return store.match_id(store.open("kalooki", {}, ("Aki", "Ben", "Cy"), 0, Form.of(fresh_key(), [])))


def every(codes: InviteCodes) -> set[str]:
    """Return all codes of a match."""
    return {codes.join, codes.view, codes.join_secret, codes.view_secret}


@pytest.mark.parametrize("length", [CODE_LENGTH, LONG_CODE])
def test_a_match_has_codes_to_type_and_secrets_for_links_which_open_the_same(
    store: Store, number: int, length: int
) -> None:
    store.code_length = length
    codes = Links(store).codes(number)
    assert [len(code) for code in (codes.join, codes.view, codes.join_secret, codes.view_secret)] == [
        *[length] * 2,
        *[SECRET] * 2,
    ]
    assert len(every(codes)) == 4 and set("".join(every(codes))) <= set(CODE_LETTERS)
    for role, code, secret in ((PLAYER, codes.join, codes.join_secret), (VIEWER, codes.view, codes.view_secret)):
        found = [Links(store).resolve(one) for one in (code, secret)]
        assert [(one.role, one.secret) for one in found if one] == [(role, secret)] * 2


def test_from_the_twenty_first_table_at_play_on_a_code_to_type_is_longer(store: Store) -> None:
    def opened() -> int:
        return store.match_id(store.open("kalooki", {}, ("Aki", "Ben", "Cy"), 0, Form.of(fresh_key(), [])))

    invites = Links(store)
    lengths = [len(invites.codes(opened()).join) for _ in range(FEW_TABLES + 2)]
    assert lengths == [*[CODE_LENGTH] * FEW_TABLES, LONG_CODE, LONG_CODE]
    with store.writing() as session:
        session.connection().exec_driver_sql("UPDATE match SET finished_at = opened_at WHERE id > 2")
    assert len(invites.codes(opened()).join) == CODE_LENGTH, "tables that have ended do not count"


def test_secrets_are_longer_than_anybody_guesses() -> None:
    assert len(CODE_LETTERS) ** SECRET > 2**128


def test_a_phone_that_is_sent_away_knows_neither_code_nor_secret_any_more(store: Store, number: int) -> None:
    before, devices = Links(store).codes(number), Devices(store)
    devices.revoke(number, devices.join(number, new_token(), PLAYER, 1).id)
    assert not every(before) & every(Links(store).codes(number))
    assert [Links(store).resolve(code) for code in every(before)] == [None] * 4


def test_a_finished_match_that_is_shared_opens_by_its_link_and_by_no_code_to_type(store: Store, number: int) -> None:
    with store.writing() as session:
        session.connection().exec_driver_sql("UPDATE match SET finished_at = opened_at")
    invites = Links(store)
    invites.share(number)
    codes = invites.codes(number)
    assert invites.shared(number) == codes.view_secret
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
    invites = Links(store)
    known = [invites.resolve(code) for _, *codes, _ in doors for code in codes]
    assert [one and one.role for one in known] == [PLAYER, VIEWER, PLAYER, VIEWER, None, VIEWER]
    assert invites.shared(3) == "HHHHHH"
    assert len({one.secret for one in known if one and len(one.secret) == SECRET}) == 4
    store.engine.dispose()


@pytest.mark.file
@pytest.mark.parametrize("revision", ["0015", "0017"])
def test_codes_secrets_and_the_calendars_address_stay_valid_in_the_table_of_links(
    tmp_path: Path, revision: str
) -> None:
    file, secrets = grown(tmp_path / "old", revision), ("B" * SECRET, "C" * SECRET)
    with closing(sqlite3.connect(file)) as old, old:
        columns = "match_id, join_code, view_code, join_secret, view_secret"
        old.execute(f"INSERT INTO door ({columns}) VALUES (1, 'BBBBBB', 'CCCCCC', ?, ?)", secrets)
        old.execute("INSERT INTO calendar_link (secret, made_at) VALUES ('present', '2026-01-02 12:00:00')")
        ended = "INSERT INTO calendar_link (secret, made_at, taken_back_at)"
        old.execute(f"{ended} SELECT 'past', made_at, made_at FROM calendar_link")
    store = open_store(file, "the test")
    links = Links(store)
    assert links.codes(1) == InviteCodes("BBBBBB", "CCCCCC", *secrets)
    assert [found and found.role for found in map(links.resolve, ("BBBBBB", "CCCCCC", *secrets))] == [
        PLAYER,
        VIEWER,
    ] * 2
    assert (links.calendar(), links.shared(1)) == ("present", None)
    store.engine.dispose()

"""PostgreSQL with several processes at once: nothing is lost, doubled or wrongly acknowledged."""

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import psycopg
import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from flask import Flask
from sqlalchemy import Engine, text
from sqlalchemy.exc import OperationalError, ProgrammingError
from sqlmodel import SQLModel

from companion.demo import play
from companion.games import GAMES
from companion.sheet.commands import adjustments
from companion.storage import postgres
from companion.storage.access.devices import Devices
from companion.storage.access.hosts import Hosts
from companion.storage.access.links import Links
from companion.storage.backup.catalog import back_up, fault_of, latest
from companion.storage.database.engines import migrate, open_database, writing
from companion.storage.database.errors import Trouble, Unusable
from companion.storage.database.files import open_store
from companion.storage.doctor import Grade, findings
from companion.storage.entry_validation import flaws
from companion.storage.postgres import is_new, open_server, reading, url_of
from companion.storage.store import Form, Store
from companion.storage.transfer.export import export
from companion.storage.transfer.importer import bring, preview_import
from tests.faults.migrations import ROWS, revisions, upgrade
from tests.storage.test_importer import matches, told
from tests.storage.test_store import a_bit_of_everything, adrift, form, wrote
from tests.support import postgres as support
from tests.support.phone import Phone, fresh_key
from tests.support.postgres import DATABASES

pytestmark = pytest.mark.server
Opened = Callable[..., str]
SEVERAL = 4


@pytest.fixture
def address(tmp_path: Path) -> str:
    """The address of a migrated, empty database."""
    return DATABASES.of(tmp_path / "empty")


@pytest.fixture
def blank(tmp_path: Path) -> str:
    """The address of a database without tables."""
    name = f"blank-{fresh_key()[:16]}"
    support.make(name, "template0")
    DATABASES.made.add(name)
    return support.address(name).render_as_string(hide_password=False)


@pytest.fixture
def others(store: Store) -> Iterator[list[Store]]:
    """Other processes with the same database."""
    made = [open_server(store.engine.url.render_as_string(hide_password=False)) for _ in range(SEVERAL)]
    yield made
    for one in made:
        one.engine.dispose()


def at_once(*acts: Callable[[], object]) -> list[Any]:
    """Run these functions at the same time; return the result or the exception of each."""
    gate = threading.Barrier(len(acts))

    def run(act: Callable[[], object]) -> object:
        gate.wait()
        return act()

    with ThreadPoolExecutor(len(acts)) as pool:
        running = [pool.submit(run, act) for act in acts]
    return [one.exception() or one.result() for one in running]


# Several processes at once


def test_programs_that_write_one_match_at_once_lose_and_double_nothing(others: list[Store], match: Opened) -> None:
    code, each = match(), 12

    def fine(store: Store) -> None:
        for _ in range(each):
            wrote(store, code, lambda sheet: adjustments.adjust(sheet, 0, "1", "rule broken"))

    assert at_once(*(lambda one=one: fine(one) for one in others)) == [None] * SEVERAL
    sheet = others[0].match(code).sheet
    assert [entry.revision for entry in sheet.entries] == list(range(1, SEVERAL * each + 1))
    assert all(one.id < other.id for one, other in pairwise(sheet.entries))
    assert list(flaws(others[0].match(code).sheet)) == []


def test_the_same_form_sent_to_several_programs_at_once_is_booked_once(others: list[Store], match: Opened) -> None:
    code, sent = match(), form("fine")
    answers = at_once(
        *(
            lambda one=one, n=n: one.write(
                code, sent, lambda sheet: (adjustments.adjust(sheet, 0, "1", "late"), f"{n}")
            )
            for n, one in enumerate(others)
        )
    )
    assert len(set(answers)) == 1 and answers[0] in {"0", "1", "2", "3"}
    assert len(others[0].match(code).sheet.entries) == 1


def test_the_same_form_that_opens_a_match_opens_one(others: list[Store], store: Store) -> None:
    sent = Form.of(fresh_key(), [])
    opened = at_once(*(lambda one=one: one.open("kalooki", {}, ("Aki", "Ben"), 0, sent) for one in others))
    assert len(set(opened)) == 1 and len(store.unfinished()) == 1


def test_matches_that_end_at_once_are_all_summed_up(others: list[Store], store: Store) -> None:
    def one_evening(one: Store, seed: int) -> str:
        return play(one, GAMES["three-thirteen"], Random(seed), datetime.now(UTC))

    ended = at_once(*(lambda one=one, n=n: one_evening(one, n) for n, one in enumerate(others)))
    assert all(isinstance(code, str) for code in ended), ended
    with store.reading() as session:
        assert adrift(session) == []
    assert len(store.finished(9)) == SEVERAL


def test_the_codes_of_a_match_are_made_once(others: list[Store], store: Store, match: Opened) -> None:
    number = store.match_id(match())
    assert len(set(at_once(*(lambda one=one: Links(one).codes(number) for one in others)))) == 1


def test_of_two_who_sit_down_on_one_seat_at_once_one_waits(others: list[Store], store: Store, match: Opened) -> None:
    number = store.match_id(match())
    came = at_once(*(lambda one=one: Devices(one).join(number, fresh_key(), "player", 1) for one in others))
    assert sorted(one.confirmed for one in came) == [False, False, False, True]


def test_of_two_who_take_a_link_to_be_host_at_once_one_is_first(others: list[Store], store: Store) -> None:
    secret = Hosts(store).new_link()
    came = at_once(*(lambda one=one, n=n: Hosts(one).take(secret, f"token {n}") for n, one in enumerate(others)))
    assert sorted(map(bool, came)) == [False] * (SEVERAL - 1) + [True], came


def test_every_process_of_a_server_begins_with_the_same_link(others: list[Store], store: Store) -> None:
    for one in others:
        Hosts(one).begin("the secret of this start")
    assert Hosts(store).take("the secret of this start", "one")
    Hosts(others[0]).begin("the secret of this start")  # a killed process is started again
    assert not Hosts(store).take("the secret of this start", "another")


# Lost connections


def cut(store: Store) -> None:
    """Terminate every connection to its database on the server."""
    name = store.engine.url.database
    ended = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = :name"
    with support.administration().connect() as connection:
        connection.execute(text(ended), {"name": name})


def test_a_connection_that_broke_while_nobody_used_it_is_replaced(store: Store, match: Opened) -> None:
    code = match()
    cut(store)
    assert store.match(code).code == code
    cut(store)
    assert store.version(code) == 0
    cut(store)
    wrote(store, code, lambda sheet: adjustments.adjust(sheet, 0, "1", "late"))


@pytest.mark.parametrize("kept", [True, False])
def test_where_the_line_breaks_as_it_is_kept_nobody_says_that_it_was_and_the_same_key_settles_it(
    app: Flask, client: Phone, store: Store, match: Opened, kept: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    code, key = match(), fresh_key()
    commit = store.engine.dialect.do_commit

    def broken(connection: Any) -> None:
        line = connection.driver_connection
        if kept or line.read_only:
            commit(connection)
        if line.read_only:
            return
        line.close()
        raise psycopg.OperationalError("server closed the connection unexpectedly")

    fields = {"seat": "0", "points": "5", "reason": "late", "sign": "+"}
    with monkeypatch.context() as patch:
        patch.setattr(store.engine.dialect, "do_commit", broken)
        answer = client.post(f"/m/{code}/adjust", key, **fields)
    assert answer.status == 503 and "Retry-After" in answer.headers
    assert "Not confirmed:" in answer.said and "nothing will be saved twice" in answer.said
    assert len(store.match(code).sheet.entries) == int(kept)
    assert client.post(f"/m/{code}/adjust", key, **fields).status == 303
    assert len(store.match(code).sheet.entries) == 1


def test_a_server_that_is_away_is_said_and_waited_for(
    client: Phone, store: Store, match: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = match()

    def away(*given: Any, **named: Any) -> Any:
        raise psycopg.OperationalError("connection refused")

    with monkeypatch.context() as patch:
        store.engine.dispose()
        patch.setattr(store.engine.dialect.loaded_dbapi, "connect", away)
        for path in (f"/m/{code}", "/", f"/m/{code}/board"):
            answer = client.get(path)
            assert (answer.status, answer.headers["Retry-After"]) == (503, "2")
            assert "the database server does not answer." in answer.said
    assert client.get(f"/m/{code}").status == 200


@pytest.mark.parametrize(
    ("state", "trouble"),
    [
        ("53100", Trouble.FULL),
        ("25006", Trouble.READ_ONLY),
        ("55P03", Trouble.LOCKED),
        ("57P01", Trouble.SILENT),
        ("08006", Trouble.SILENT),
        (None, Trouble.SILENT),
    ],
)
def test_what_a_server_complains_of_is_told_from_its_state(store: Store, state: str | None, trouble: Trouble) -> None:
    complaint = type("Complaint", (psycopg.Error,), {"sqlstate": state})()
    assert store.classify_error(OperationalError("", None, complaint)) is trouble
    assert store.classify_error(ProgrammingError("", None, psycopg.errors.UndefinedTable())) is None


# Opening


@pytest.mark.parametrize(
    ("address", "why"),
    [
        ("sqlite:///there.db", "is not of the form"),
        ("postgresql://nobody@127.0.0.1", "is not of the form"),
        ("mysql://127.0.0.1/club", "is not of the form"),
        ("no address", "is not of the form"),
        ("postgresql://nobody:secret@127.0.0.1:1/club", "postgresql://nobody:***@127.0.0.1:1/club: connection failed"),
    ],
)
def test_an_address_that_leads_nowhere_is_refused_in_one_sentence(address: str, why: str) -> None:
    with pytest.raises(Unusable, match=why.replace("*", r"\*")) as refused:
        open_server(address)
    assert "\n" not in str(refused.value) and "secret" not in str(refused.value)


def test_without_the_driver_the_sentence_says_what_to_install(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postgres, "find_spec", lambda name: None)
    with pytest.raises(Unusable, match=r"pip install 'rummy-table-companion\[postgres\]'"):
        open_server(address)


def changed(address: str, statement: str) -> None:
    """Run a statement in that database."""
    engine = open_database(url_of(address))
    with writing(engine) as connection:
        connection.execute(text(statement))
    engine.dispose()


@pytest.mark.parametrize(
    ("statement", "why"),
    [
        ("UPDATE alembic_version SET version_num = '9999'", "newer than this program’s"),
        ("DROP TABLE alembic_version", "another program’s tables"),
    ],
)
def test_a_database_of_another_program_or_a_newer_one_is_left_alone(address: str, statement: str, why: str) -> None:
    changed(address, statement)
    with pytest.raises(Unusable, match=why):
        open_server(address)
    with pytest.raises(Unusable, match=why):
        preview_import(address, Path("any"))


def test_another_encoding_is_refused(address: str) -> None:
    name = f"latin-{fresh_key()[:16]}"
    with support.administration().connect() as connection:
        connection.execute(text(f"CREATE DATABASE \"{name}\" ENCODING 'LATIN1' TEMPLATE template0"))
    DATABASES.made.add(name)
    with pytest.raises(Unusable, match="its encoding is not UTF8"):
        open_server(support.address(name).render_as_string())


# Migrations


def test_programs_that_start_at_once_make_the_tables_once(blank: str) -> None:
    opened = at_once(*(lambda: open_server(blank) for _ in range(SEVERAL)))
    assert all(isinstance(one, Store) for one in opened), opened
    assert opened[0].open("kalooki", {}, ("Aki", "Ben"), 0, form())
    for one in opened:
        one.engine.dispose()


@pytest.fixture
def engine(blank: str) -> Iterator[Engine]:
    """The engine of that database."""
    made = open_database(url_of(blank))
    yield made
    made.dispose()


def test_the_tables_are_those_that_the_models_describe(engine: Engine) -> None:
    migrate(engine)
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), SQLModel.metadata) == []


@pytest.mark.parametrize("revision", ["0001", "0002", "0013", "0015", "0017", revisions()[-1]])
def test_from_a_revision_of_each_kind_a_match_comes_along(engine: Engine, blank: str, revision: str) -> None:
    for target in dict.fromkeys(("0001", revision)):
        upgrade(engine, target)
        if target == "0001":
            with writing(engine) as connection:
                connection.exec_driver_sql(
                    ROWS.replace("FROM counted);", "FROM counted) AS counted;").replace("'fine'", "''")
                )
                for table in ("match", "entry"):
                    newest = f"(SELECT max(id) FROM {table})"
                    connection.exec_driver_sql(f"SELECT setval(pg_get_serial_sequence('{table}', 'id'), {newest})")
    had_codes = "0002" <= revision < "0018"
    if had_codes:
        secrets = ("join_secret, view_secret, ", "'J', 'V', ") if revision >= "0015" else ("", "")
        door = "INSERT INTO door ({}match_id, join_code, view_code) VALUES ({}1, 'JJJJJJ', 'VVVVVV')"
        with writing(engine) as connection:
            connection.exec_driver_sql(door.format(*secrets))
    store = open_server(blank)
    assert bool(Links(store).resolve("JJJJJJ")) == had_codes, "the code to join by goes on"
    found = store.match("BCDFGH")
    assert (len(found.sheet.entries), found.sheet.totals[1]) == (60, sum(range(61)))
    wrote(store, "BCDFGH", lambda sheet: adjustments.adjust(sheet, 0, "1", "late"))
    store.engine.dispose()


# From a file to a server, and back


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """All matches of a companion that uses a file."""
    kept = tmp_path_factory.mktemp("file") / "companion.db"
    store = open_store(kept, "the test")
    matches(store)
    store.engine.dispose()
    export(kept, kept.with_name("all.jsonl"))
    return kept.with_name("all.jsonl")


def test_a_companion_moves_to_a_server_and_back_and_is_the_same_to_the_last_entry(
    file: Path, address: str, tmp_path: Path
) -> None:
    seen = preview_import(address, file)
    assert bring(address, file) == seen
    export(address, tmp_path / "server.jsonl")
    assert told(tmp_path / "server.jsonl") == told(file)
    back = tmp_path / "back" / "companion.db"
    bring(back, tmp_path / "server.jsonl")
    export(back, tmp_path / "back.jsonl")
    assert told(tmp_path / "back.jsonl") == told(file)


def test_a_companion_moves_to_a_server_where_nobody_has_served_yet(file: Path, blank: str, tmp_path: Path) -> None:
    seen = preview_import(blank, file)
    assert is_new(blank), "looking made nothing"
    assert bring(blank, file) == seen and not is_new(blank)
    export(blank, tmp_path / "server.jsonl")
    assert told(tmp_path / "server.jsonl") == told(file)


def test_after_that_it_goes_on_there(file: Path, address: str) -> None:
    bring(address, file)
    assert bring(address, file).new == 0
    store = open_server(address)
    before = max(entry.id for match in store.unfinished() for entry in match.sheet.entries)
    code = store.unfinished()[0].code
    wrote(store, code, lambda sheet: adjustments.adjust(sheet, 0, "1", "late"))
    assert store.version(code) > before
    store.engine.dispose()


def test_entries_that_are_written_during_an_import_are_kept_as_well(
    file: Path, address: str, others: list[Store], match: Opened, store: Store
) -> None:
    code, where = match(), store.engine.url.render_as_string(hide_password=False)

    def fines() -> None:
        for _ in range(30):
            wrote(others[0], code, lambda sheet: adjustments.adjust(sheet, 0, "1", "late"))

    came = at_once(fines, lambda: bring(where, file))
    assert came[0] is None and came[1].new > 0
    assert store.match(code).sheet.totals[0] == 30
    assert [one for one in findings(Path("/nowhere"), where) if one.grade is Grade.FAULT] == []


# Backups and doctor


def test_a_backup_is_an_export_that_holds_everything(store: Store, tmp_path: Path, blank: str) -> None:
    a_bit_of_everything(store)
    where = store.engine.url.render_as_string(hide_password=False)
    made = back_up(tmp_path, server=where)
    assert (made.parent, made.name.endswith(".jsonl.gz")) == (tmp_path / "backups", True)
    assert latest(tmp_path) == made and fault_of(made) is None
    assert made.stat().st_mode & 0o077 == 0
    bring(blank, made)
    export(where, tmp_path / "one.jsonl")
    export(blank, tmp_path / "other.jsonl")
    assert told(tmp_path / "one.jsonl") == told(tmp_path / "other.jsonl")


def test_a_backup_that_is_torn_is_none(store: Store, tmp_path: Path) -> None:
    a_bit_of_everything(store)
    file = back_up(tmp_path, server=store.engine.url.render_as_string(hide_password=False))
    file.write_bytes(file.read_bytes()[:200])
    assert fault_of(file)


def test_the_doctor_looks_over_a_server(store: Store, tmp_path: Path) -> None:
    code = a_bit_of_everything(store)
    where = store.engine.url.render_as_string(hide_password=False)
    assert [one for one in findings(tmp_path, where) if one.grade is Grade.FAULT] == []
    changed(where, "UPDATE entry SET revision = 9 WHERE id = (SELECT min(id) FROM entry WHERE points > 0)")
    faults = [one for one in findings(tmp_path, where) if one.grade is Grade.FAULT]
    assert {one.what.values["code"] for one in faults} == {code}


def test_the_doctor_says_when_the_server_is_away(tmp_path: Path) -> None:
    first = findings(tmp_path, "postgresql://nobody@127.0.0.1:1/club")[0]
    assert first.grade is Grade.FAULT and "connection failed" in str(first.what)


def test_an_export_reads_from_one_snapshot_and_a_form_sees_what_was_kept_before_it(store: Store) -> None:
    where = store.engine.url.render_as_string(hide_password=False)
    for engine, level in ((reading(where), "repeatable read"), (store.engine, "read committed")):
        with engine.connect() as connection:
            assert connection.execute(text("SHOW transaction_isolation")).scalar() == level

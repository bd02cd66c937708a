"""Partitioning: the tables that grow with play are queried by match, so that they can be partitioned by match."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from random import Random

import pytest
from sqlalchemy import Table, UniqueConstraint, event, text
from sqlalchemy.dialects import postgresql
from sqlalchemy.schema import CreateIndex, CreateTable
from sqlmodel import SQLModel

from companion.demo import play
from companion.games import GAMES
from companion.sheet.commands import adjustments
from companion.storage.access.devices import Devices
from companion.storage.access.links import PLAYER, Links
from companion.storage.database.engines import head, open_database, writing
from companion.storage.matches import Match
from companion.storage.postgres import open_server, url_of
from companion.storage.store import Store
from companion.storage.transfer.export import export
from tests.storage.test_importer import told
from tests.storage.test_postgres import blank  # noqa: F401  (a fixture)
from tests.storage.test_store import adrift, form, wrote
from tests.support.phone import Phone, fresh_key

GROWING = (
    "entry",
    "receipt",
    "seat",
    "result",
    "device",
)  # growing with every deal, form and phone; other tables grow only with matches
PARTS = 4
OF_ONE = re.compile(rf"\b(?:FROM|JOIN|UPDATE|INTO) (?:{'|'.join(GROWING)})\b")
ACROSS = (  # queries across matches: a browser by its token, lists of the club
    "WHERE device.browser",
    "FROM result",
    "ORDER BY seat.match_id DESC",
)


@pytest.mark.parametrize("table", [SQLModel.metadata.tables[name] for name in GROWING], ids=str)
def test_what_is_unique_in_a_table_that_grows_is_so_within_its_match(table: Table) -> None:
    constraints = [one for one in table.constraints if isinstance(one, UniqueConstraint)]
    indexes = [index for index in table.indexes if index.unique]
    assert all("match_id" in one.columns for one in (*constraints, *indexes))
    keys = {column.name for column in table.primary_key}
    assert "match_id" in keys or keys == {"id"}, "a number of its own, which (match_id, id) makes as good"


def test_what_is_asked_at_a_table_names_its_match(client: Phone, store: Store) -> None:
    code = store.open("three-thirteen", {}, ("Aki", "Ben", "Cy"), 0, form())
    asked: list[str] = []
    event.listen(store.engine, "before_cursor_execute", lambda *given: asked.append(" ".join(given[2].split())))
    number = store.match_id(code)
    Links(store).codes(number)
    Devices(store).join(number, fresh_key(), PLAYER, 1)
    for path in ("", "/sheet", "/deals/1/end", "/phones", "/board?seen=0", "/menu", "/referee"):
        client.get(f"/m/{code}{path}")
    client.deal(code, 1, 0, {1: "7H", 2: "25"})
    of_growing = [one for one in asked if OF_ONE.search(one) and not any(known in one for known in ACROSS)]
    assert len(of_growing) > 20
    assert [one for one in of_growing if "match_id" not in one] == []


def partitioned(table: Table) -> Iterator[str]:
    """Yield the statements that create a table, partitioned by match if it grows."""
    made = str(CreateTable(table).compile(dialect=postgresql.dialect())).rstrip()
    if table.name in GROWING:
        made = made.replace("PRIMARY KEY (id)", "PRIMARY KEY (match_id, id)") + " PARTITION BY HASH (match_id)"
    yield made
    if table.name in GROWING:
        for part in range(PARTS):
            of = f"PARTITION OF {table.name} FOR VALUES WITH (MODULUS {PARTS}, REMAINDER {part})"
            yield f"CREATE TABLE {table.name}_{part} {of}"
    yield from (str(CreateIndex(index).compile(dialect=postgresql.dialect())) for index in table.indexes)


@pytest.mark.server
def test_in_hash_partitions_by_match_an_evening_is_the_same_to_the_last_entry(
    blank: str,  # noqa: F811
    store: Store,
    tmp_path: Path,
) -> None:
    engine = open_database(url_of(blank))
    with writing(engine) as connection:
        for table in SQLModel.metadata.sorted_tables:
            for statement in partitioned(table):
                connection.execute(text(statement))
        connection.execute(text("CREATE TABLE alembic_version (version_num VARCHAR(32) PRIMARY KEY)"))
        connection.execute(text(f"INSERT INTO alembic_version VALUES ('{head()}')"))
    parted = open_server(blank)
    for one in (store, parted):
        for seed in range(8):
            code = play(one, list(GAMES.values())[seed % len(GAMES)], Random(seed), datetime(2026, 1, 2, tzinfo=UTC))
            Devices(one).join(one.match_id(code), f"token-{seed}", PLAYER, 1)
        wrote(one, code, lambda sheet: adjustments.adjust(sheet, 0, "1", "late"))
    assert all(isinstance(match, Match) for match in parted.finished(9))
    assert [len(match.sheet.entries) for match in parted.finished(9)] == [  # type: ignore[union-attr]
        len(match.sheet.entries)  # type: ignore[union-attr]
        for match in store.finished(9)
    ]
    with parted.reading() as session:
        assert adrift(session) == []
        filled = [session.execute(text(f"SELECT count(*) FROM entry_{part}")).scalar() or 0 for part in range(PARTS)]
    assert sum(many > 0 for many in filled) >= 2
    export(blank, tmp_path / "parted.jsonl")
    assert told(tmp_path / "parted.jsonl").count(b'{"entry"') == sum(filled)
    parted.engine.dispose()
    engine.dispose()

"""Partitioning: the tables that grow with play are queried by match, so that they can be partitioned by match."""

import re

import pytest
from sqlalchemy import Table, UniqueConstraint, event
from sqlmodel import SQLModel

from companion.storage.access.devices import Devices
from companion.storage.access.links import PLAYER, Links
from companion.storage.store import Store
from tests.storage.test_postgres import blank  # noqa: F401  (a fixture)
from tests.storage.test_store import form
from tests.support.phone import Phone, fresh_key

GROWING = (
    "entry",
    "receipt",
    "seat",
    "result",
    "device",
)  # growing with every deal, form and phone; other tables grow only with matches
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


@pytest.mark.usefixtures("empty_instance")
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

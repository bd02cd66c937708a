"""Inks of players: none twice among eight at a table, and a person's last one wherever it is free."""

import random

import pytest
from sqlalchemy import event

from companion.sheet.commands import roster, whole_match
from companion.storage.players.inks import INKS, Inks, inks_of, replayed
from companion.storage.store import Form, Store
from tests.storage.test_store import at_once, booked, wrote
from tests.support.phone import fresh_key

FAMILY = ("Chloé", "Daniel", "Aki", "Ben", "Mio", "Olu", "Gil", "Hana")


def test_eight_at_a_table_have_eight_inks() -> None:
    chance = random.Random(1)
    for _ in range(200):
        names = ["".join(chance.choices("abcdefghij", k=5)) + str(seat) for seat in range(chance.randint(2, 9))]
        found = Inks({}, {}).at_table(names, chance.randint(2, len(names)))
        assert len({*found[:INKS]}) == min(INKS, len(names)) and set(found) <= set(range(1, INKS + 1))


ALONE = Inks({}, {})
CLASH = next(name for name in map("Zoe{}".format, range(99)) if ALONE.of(name) == ALONE.of("Daniel"))
LATER = {  # names of later tables, how many of them began, and the seats that keep the inks of the first table
    "the same people in another order": (("Ben", "Aki", "Daniel"), 3, {"Ben", "Aki", "Daniel"}),
    "others beside them": (("Emi", "Flora", "Daniel"), 3, {"Daniel"}),
    "a newcomer of the same wish who sits before": ((CLASH, "Daniel"), 2, {"Daniel"}),
    "a latecomer of the same wish": (("Daniel", "Aki", CLASH), 2, {"Daniel", "Aki"}),
    "another spelling": (("DANIEL", "aki"), 2, {"DANIEL", "aki"}),
}


@pytest.mark.parametrize("names, first, kept", LATER.values(), ids=LATER)
def test_a_person_keeps_the_last_ink_where_it_is_free(names: tuple[str, ...], first: int, kept: set[str]) -> None:
    before = replayed([(1, ("Daniel", "Aki", "Ben"), 3)])
    found = dict(zip(names, before.at_table(names, first), strict=True))
    assert {name: found[name] for name in kept} == {name: before.of(name) for name in kept}
    assert len(set(found.values())) == len(names)


def test_who_had_to_take_another_ink_keeps_that_one() -> None:
    after = replayed([(1, ("Daniel", CLASH), 2), (2, (CLASH, "Aki"), 2)])
    assert after.tables[1][1] == after.tables[2][0] != ALONE.of(CLASH)
    both = replayed([(1, ("Daniel", "Aki"), 2), (2, (CLASH, "Ben"), 2), (3, ("Daniel", CLASH), 2)])
    assert both.tables[3] == (both.tables[1][0], ALONE.of(CLASH) % INKS + 1), "of two the first at the table"


@pytest.mark.usefixtures("empty_instance")
def test_inks_follow_from_the_finished_matches_and_are_read_once(store: Store) -> None:
    code = ended_with(store, FAMILY)
    found = inks_of(store)
    assert len({*found.tables[store.match_id(code)]}) == len(FAMILY)
    statements: list[str] = []
    event.listen(store.engine, "before_cursor_execute", lambda *given: statements.append(given[2]))
    assert inks_of(store) is found and sum("result" in one for one in statements) == 0
    wrote(store, code, lambda sheet: roster.rename(sheet, 0, "Zoe"))
    found = inks_of(store)
    assert "zoe" in found.last and "chloé" not in found.last
    again = ended_with(store, (*FAMILY[:0:-1], "Zoe"))
    assert inks_of(store).tables[store.match_id(again)] == found.tables[store.match_id(code)][::-1]


def ended_with(store: Store, names: tuple[str, ...]) -> str:
    """Return the code of a match that these players ended after one deal."""
    code = store.open("kalooki", {}, names, 0, Form(fresh_key(), ""))
    at_once(store, code, booked(1, len(names)), None)
    wrote(store, code, whole_match.stop)
    return code

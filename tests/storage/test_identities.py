"""Names of one person: the host's entries, results that follow them, and their export."""

import shutil
from datetime import UTC, datetime
from pathlib import Path

import pytest
from sqlmodel import Session, select

from companion.storage.database.engines import open_database
from companion.storage.doctor import database_findings
from companion.storage.models import PersonEntryRow, ResultRow
from companion.storage.players.identities import Identities, PersonAct, PersonEntry, persons_of
from companion.storage.players.name_commands import Together, append_name_entry
from companion.storage.players.results_query import MatchFilter, latest
from companion.storage.players.standings import game_totals
from companion.storage.store import KeyReused, Store
from companion.storage.transfer.export import export
from companion.storage.transfer.importer import bring, preview_import
from tests.storage.test_store import adrift
from tests.support.evenings import Evenings, a_match_of

NOW = datetime(2026, 1, 2, tzinfo=UTC)
numbers = iter(range(10**6))


def said(kind: str, name: str, other: str = "", key: str = "") -> PersonEntry:
    """Return an entry of the host."""
    return PersonEntry(key or f"key{next(numbers):08}", PersonAct(kind), name, other, NOW)


def joined(name: str, other: str) -> PersonEntry:
    """Return the entry that joins two names."""
    return said("joined", name, other)


def test_a_name_stands_for_itself_until_it_is_joined() -> None:
    assert Identities([]).person("Ana") == "ana"
    assert Identities([joined("Ana", "Anna")]).person("ANA") == "anna"


def test_names_joined_one_after_another_are_one_person() -> None:
    persons = Identities([joined("Ana", "Anna"), joined("Anna", "Anneke"), joined("Anni", "ana")])
    assert {persons.person(name) for name in ("Ana", "Anna", "Anneke", "Anni")} == {"anneke"}
    assert persons.joined("anneke") == ["Ana", "Anna", "Anni"] and persons.called("anneke", "ANNEKE") == "Anneke"


def test_joined_in_a_circle_they_are_still_one() -> None:
    persons = Identities([joined("Ana", "Anna"), joined("Anna", "Ana")])
    assert persons.person("Ana") == persons.person("Anna") == "anna"


def test_parted_a_name_takes_along_the_names_joined_to_it() -> None:
    entries = [joined("Ana", "Anna"), joined("Anna", "Anneke"), said("parted", "Anna")]
    assert Identities(entries).person("Ana") == "anna" and Identities(entries).person("Anneke") == "anneke"
    assert Identities([*entries, said("parted", "Ana")]).person("Ana") == "ana"


def test_two_names_at_one_table_stand_for_themselves_there() -> None:
    persons = Identities([joined("Ana", "Anna")])
    assert persons.at_table(["Ana", "Ben"]) == ["anna", "ben"]
    assert persons.at_table(["Ana", "Ben", "Anna"]) == ["ana", "ben", "anna"]


def test_who_is_left_out_is_the_person_and_not_the_name() -> None:
    persons = Identities([said("hidden", "Ana"), joined("Ana", "Anna")])
    assert not persons.is_hidden("anna") and persons.hidden_names == []
    assert Identities([joined("Ana", "Anna"), said("hidden", "Ana")]).is_hidden("anna")
    assert not Identities([said("hidden", "Ana"), said("shown", "ana")]).is_hidden("ana")


def three_matches(store: Store) -> None:
    """Play three matches: one of Ana, two of Anna."""
    for names in (("Ana", "Ben", "Cy"), ("Anna", "Ben", "Dee"), ("Anna", "Cy", "Dee")):
        a_match_of(store, *names)


@pytest.fixture
def club(store: Store, evenings: Evenings) -> Store:
    """Three matches: one of Ana, two of Anna."""
    evenings.into(store, three_matches)
    return store


def played(store: Store) -> dict[str, int]:
    """Return the number of finished matches by name, as the players' pages have it."""
    return {record.name: record.played for record in game_totals(store)}


def sound(store: Store) -> bool:
    """True if the results match the entries."""
    with store.reading() as session:
        return not adrift(session)


def test_joined_their_matches_are_one_persons_and_parted_again_everybodys_own(club: Store) -> None:
    before = played(club)
    assert before == {"Ana": 1, "Anna": 2, "Ben": 2, "Cy": 2, "Dee": 2}
    append_name_entry(club, joined("Ana", "Anna"))
    assert played(club) == {"Anna": 3, "Ben": 2, "Cy": 2, "Dee": 2} and sound(club)
    with club.reading() as session:
        of_ana = latest(session, MatchFilter(there=("Ana",)))
    assert len({one.match for one in of_ana}) == 3
    assert {one.name for one in of_ana if one.person == "anna"} == {"Anna"}
    assert [match.sheet.names[0] for match in club.finished(9, players=["ana"])] == ["Anna", "Anna", "Ana"]
    append_name_entry(club, said("parted", "Ana"))
    assert played(club) == before and sound(club)


def test_a_match_that_ends_later_counts_for_the_person_too(club: Store) -> None:
    append_name_entry(club, joined("Ana", "Anna"))
    a_match_of(club, "ANA", "Eve")
    assert played(club)["Anna"] == 4 and sound(club)


def test_renamed_somebody_goes_by_a_name_that_nobody_had(club: Store) -> None:
    append_name_entry(club, joined("Ben", "Benjamin"))
    assert played(club)["Benjamin"] == 2 and "Ben" not in played(club)
    with club.reading() as session:
        assert {one.name for one in latest(session, MatchFilter(there=("Benjamin",)))} >= {"Benjamin"}


def test_who_sat_at_one_table_is_not_joined(club: Store) -> None:
    with pytest.raises(Together) as refused:
        append_name_entry(club, joined("Ana", "Ben"))
    assert club.match(refused.value.code).sheet.names == ("Ana", "Ben", "Cy")
    with club.reading() as session:
        assert not session.exec(select(PersonEntryRow)).all()


def test_left_out_somebody_is_in_no_figure_but_stays_in_the_matches(club: Store) -> None:
    append_name_entry(club, said("hidden", "Ben"))
    assert "Ben" not in played(club)
    with club.reading() as session:
        assert "ben" not in {one.person for one in latest(session, MatchFilter())}
    assert len(club.finished(9, players=["Ben"])) == 2
    append_name_entry(club, said("shown", "Ben"))
    assert played(club)["Ben"] == 2


def test_the_same_form_again_says_nothing_new_and_another_of_its_key_is_refused(club: Store) -> None:
    entry = joined("Ana", "Anna")
    append_name_entry(club, entry)
    append_name_entry(club, entry)
    with club.reading() as session:
        assert len(session.exec(select(PersonEntryRow)).all()) == 1
    with pytest.raises(KeyReused):
        append_name_entry(club, said("hidden", "Ana", key=entry.key))


@pytest.fixture
def kept(tmp_path: Path, prepared: Path) -> Path:
    """A database in a file, with two names joined and one hidden."""
    file = shutil.copy(prepared / "companion.db", tmp_path / "one.db")
    store = Store(open_database(f"sqlite:///{file}"))
    for names in (("Ana", "Ben", "Cy"), ("Anna", "Ben", "Dee")):
        a_match_of(store, *names)
    append_name_entry(store, joined("Ana", "Anna"))
    append_name_entry(store, said("hidden", "Dee"))
    store.engine.dispose()
    return Path(file)


@pytest.fixture
def other(tmp_path: Path, prepared: Path) -> Path:
    """Another database in a file, empty."""
    return Path(shutil.copy(prepared / "companion.db", tmp_path / "other.db"))


def test_the_doctor_finds_nothing_wrong_with_joined_names(kept: Path) -> None:
    assert list(database_findings(kept)) == []


def test_an_export_takes_along_what_was_said_of_names_and_nothing_comes_twice(
    kept: Path, other: Path, tmp_path: Path
) -> None:
    file = tmp_path / "all.jsonl"
    assert export(kept, file).counts.people == 2
    assert preview_import(other, file).people == 2 and bring(other, file).people == 2
    again = bring(other, file)
    assert (again.new, again.people) == (0, 0)
    engine = open_database(f"sqlite:///{other}")
    with Session(engine) as session:
        assert persons_of(session).person("ana") == "anna" and persons_of(session).hidden_names == ["Dee"]
        assert {row.person for row in session.exec(select(ResultRow))} == {"anna", "ben", "cy", "dee"}
    assert list(database_findings(other)) == []
    taken = tmp_path / "again.jsonl"
    export(other, taken)
    assert taken.read_bytes().splitlines()[-3:-1] == file.read_bytes().splitlines()[-3:-1]
    engine.dispose()


def test_names_come_to_a_companion_that_has_the_matches_already(kept: Path, other: Path, tmp_path: Path) -> None:
    first, second = tmp_path / "first.jsonl", tmp_path / "second.jsonl"
    export(kept, first)
    bring(other, first)
    store = Store(open_database(f"sqlite:///{kept}"))
    append_name_entry(store, said("parted", "Ana"))
    store.engine.dispose()
    export(kept, second)
    told = bring(other, second)
    assert (told.new, told.known, told.people) == (0, 2, 1)
    with Session(open_database(f"sqlite:///{other}")) as session:
        assert {row.person for row in session.exec(select(ResultRow))} == {"ana", "anna", "ben", "cy", "dee"}
        assert not adrift(session)

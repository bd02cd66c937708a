"""Match file: one match in one file, imported elsewhere unchanged; a changed file is refused."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.app import create_app
from companion.storage.hash_chain import BrokenChain
from companion.storage.store import Store
from companion.storage.transfer.import_format import BadLine
from companion.storage.transfer.importer import Import, foresee
from companion.storage.transfer.match_file import document
from tests.support.phone import Phone

pytestmark = pytest.mark.file

Opened = Callable[..., str]


@pytest.fixture
def code(client: Phone, match: Opened) -> str:
    """A match with a booked deal and a bonus, after another one."""
    client.deal(match(), 1, 0, {1: "25", 2: "JK", 3: "50"})
    code = match(names=("Aki", "\u05d1\u05df", "Zoë 🙂"), calls=2)
    client.deal(code, 1, 0, {1: "25", 2: "JK"})
    client.post(f"/m/{code}/adjust", seat=1, points="-50", reason="lifted exactly")
    return code


@pytest.fixture
def file(store: Store, code: str, tmp_path: Path) -> Path:
    """The file of that match."""
    with store.reading() as session:
        text = document(session, store.match_id(code))
    (tmp_path / "one.json").write_text(text, "utf-8")
    return tmp_path / "one.json"


@pytest.fixture
def elsewhere(tmp_path: Path) -> Store:
    """Another, empty companion."""
    (tmp_path / "other").mkdir()
    store: Store = create_app(tmp_path / "other").extensions["companion.store"]
    return store


def changed(file: Path, change: Callable[[Any], Any]) -> Path:
    """Change the contents of the file."""
    found = json.loads(file.read_text("utf-8"))
    file.write_text(json.dumps(change(found) or found, indent=2), "utf-8")
    return file


def taken(store: Store, file: Path) -> int:
    """Import the file and return the number of new matches."""
    with store.writing() as session:
        return Import(session, write=True).take(file).new


def test_it_is_told_what_would_come_and_nothing_changes(file: Path, tmp_path: Path, elsewhere: Store) -> None:
    summary = foresee(tmp_path / "other" / "companion.db", file)
    assert (summary.new, summary.entries) == (1, len(json.loads(file.read_text("utf-8"))["entries"]))
    assert elsewhere.unfinished() == []


def test_the_match_comes_in_as_it_was_and_once(store: Store, code: str, file: Path, elsewhere: Store) -> None:
    assert taken(elsewhere, file) == 1
    there, here = elsewhere.match(code), store.match(code)
    assert (there.sheet.names, there.sheet.totals, there.opened_at) == (
        here.sheet.names,
        here.sheet.totals,
        here.opened_at,
    )
    assert there.intact and dict(there.game.chosen_rules) == dict(here.game.chosen_rules)
    assert taken(elsewhere, file) == 0 and len(elsewhere.unfinished()) == 1


def test_a_file_that_another_program_wrote_again_is_the_same_file(file: Path, elsewhere: Store) -> None:
    assert taken(elsewhere, changed(file, lambda found: None)) == 1


def test_lines_are_numbered_as_they_stand_in_the_file(file: Path, elsewhere: Store) -> None:
    text = file.read_text("utf-8").replace('"points":25', '"points":24')
    file.write_text(text, "utf-8")
    with pytest.raises(BadLine) as bad:
        taken(elsewhere, file)
    named = text.splitlines()[bad.value.number - 1]
    assert '"points":24' in named or named.startswith('"match"')


CHANGES: dict[str, Callable[[Any], Any]] = {
    "a figure": lambda found: found["entries"][1].update(points=1),
    "an entry gone": lambda found: found["entries"].pop(),
    "a name": lambda found: found["match"]["seats"].__setitem__(0, "Eve"),
    "an entry that is none": lambda found: found["entries"].append(7),
    "a match that is none": lambda found: found.update(match=[]),
    "another version": lambda found: found.update(version=2),
    "another format": lambda found: found.pop("format") and None,
    "half a character": lambda found: found["match"]["seats"].__setitem__(0, "\ud800"),
    "no entries": lambda found: found.pop("entries") and None,
    "a list": lambda found: [found],
}


@pytest.mark.parametrize("change", CHANGES)
def test_what_was_changed_does_not_come_in(file: Path, elsewhere: Store, change: str) -> None:
    with pytest.raises(BadLine):
        taken(elsewhere, changed(file, CHANGES[change]))
    assert elsewhere.unfinished() == []


def test_a_damaged_match_makes_no_file(store: Store, code: str) -> None:
    with store.writing() as session:
        session.connection().exec_driver_sql("UPDATE entry SET points = points + 1 WHERE points > 0")
    with store.reading() as session, pytest.raises(BrokenChain):
        document(session, store.match_id(code))

"""Database in a bad place while it is served: nothing is acknowledged there, and all works afterwards."""

from pathlib import Path

import pytest

from tests.faults.places import NoDisk, endured, small_disk

pytestmark = pytest.mark.file

ROUNDS = 3


@pytest.mark.parametrize(("name", "fresh"), [("full", False), ("full", True), ("read-only", True)])
def test_on_a_disk_that_takes_no_writes_posts_are_refused_and_settled_later(
    tmp_path: Path, name: str, fresh: bool
) -> None:
    try:
        with small_disk(tmp_path / "disk") as disk:
            found = endured(disk, name, ROUNDS, fresh)
    except NoDisk as missing:
        pytest.skip(str(missing))
    assert (found.refused, found.wrong) == (ROUNDS, [])


@pytest.mark.parametrize(
    ("name", "fresh"),
    [
        ("deleted", False),
        ("deleted", True),
        ("replaced", False),
        ("replaced", True),
    ],
)
def test_into_a_database_that_is_not_the_one_that_was_opened_nothing_is_written(
    tmp_path: Path, name: str, fresh: bool
) -> None:
    found = endured(tmp_path, name, ROUNDS, fresh)
    assert (found.refused, found.wrong) == (ROUNDS, [])

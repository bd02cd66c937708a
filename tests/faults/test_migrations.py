"""Interrupted migrations: the database is the old or the new one, never between, and its copy is complete.

Each revision is interrupted at some operations, another at others."""

from pathlib import Path

import pytest

from tests.faults.migrations import revisions, sweep
from tests.faults.shim import Behind

pytestmark = pytest.mark.file
EVERY = len(revisions()) - 1  # step between the operations that are interrupted: each in one revision


@pytest.mark.parametrize(("number", "revision"), [*enumerate(revisions()[:-1])])
def test_an_interrupted_migration_leaves_the_old_or_the_new(
    shim: Behind, tmp_path: Path, number: int, revision: str
) -> None:
    found = shim.call(sweep, tmp_path, revision, EVERY, number)
    assert found.wrong == []
    assert found.outcomes["old"] >= 3


def test_the_last_operation_of_a_migration_makes_it_the_new(shim: Behind, tmp_path: Path) -> None:
    found = shim.call(sweep, tmp_path, revisions()[-2], 1, -10)
    assert found.wrong == []
    assert found.outcomes["new"]

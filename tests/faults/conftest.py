"""Shared by the fault tests: their marker, and the process behind the preload library."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.faults.shim import Behind, NoLibrary, behind

HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests of this folder, so that they can be left out: -m "not faults"."""
    for item in items:
        if item.path.is_relative_to(HERE):
            item.add_marker(pytest.mark.faults)


@pytest.fixture(scope="session")
def shim() -> Iterator[Behind]:
    """Yield a process behind the preload library; skip if it cannot be built, fail if it is required."""
    try:
        with behind() as process:
            yield process
    except NoLibrary as missing:
        if os.environ.get("COMPANION_REQUIRE_COMPILER"):
            pytest.fail(str(missing))
        pytest.skip(str(missing))

"""Clock set back and forward: the ledger keeps its order of writing, each form once, and all phones their seats."""

from pathlib import Path

import pytest

from tests.faults.clock import CLOCKS, jumping, weathered
from tests.faults.shim import Behind

pytestmark = pytest.mark.file


def test_a_table_plays_on_under_a_clock_that_jumps(shim: Behind, tmp_path: Path) -> None:
    found = shim.call(jumping, tmp_path, 30)
    assert found.wrong == []
    assert found.back >= 5


@pytest.mark.parametrize("clocks", CLOCKS.values(), ids=CLOCKS)
def test_nobody_is_thrown_out_and_no_link_ends_early_when_the_clock_is_set(
    shim: Behind, tmp_path: Path, clocks: tuple[int, ...]
) -> None:
    assert shim.call(weathered, tmp_path, clocks) == []

"""Clock set back and forward: all phones keep their seats."""

from pathlib import Path

import pytest

from tests.faults.clock import CLOCKS, weathered
from tests.faults.shim import Behind

pytestmark = pytest.mark.file


@pytest.mark.parametrize("clocks", CLOCKS.values(), ids=CLOCKS)
def test_nobody_is_thrown_out_and_no_link_ends_early_when_the_clock_is_set(
    shim: Behind, tmp_path: Path, clocks: tuple[int, ...]
) -> None:
    assert shim.call(weathered, tmp_path, clocks) == []

"""Clock set back and forward by years: the ledger keeps its order of writing, each form once."""

from pathlib import Path

import pytest

from tests.faults.clock import jumping
from tests.faults.shim import Behind

pytestmark = pytest.mark.file


def test_a_table_plays_on_under_a_clock_that_jumps(shim: Behind, tmp_path: Path) -> None:
    found = shim.call(jumping, tmp_path, 30)
    assert found.wrong == []
    assert found.back >= 5

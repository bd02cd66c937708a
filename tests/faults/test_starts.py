"""Starts, restores and imports with a failing n-th file operation: a sentence, and the data is old or new."""

from pathlib import Path

import pytest

from tests.faults.shim import Behind
from tests.faults.starts import ACTS, FAULTS, swept


@pytest.mark.file
@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("what", ACTS)
def test_a_fault_at_any_file_operation_costs_nothing(shim: Behind, tmp_path: Path, what: str, fault: str) -> None:
    found = swept(shim, tmp_path, what, fault, every={"start": 5, "import": 103}.get(what, 13))
    assert found.wrong == []
    assert found.outcomes.total() >= 2

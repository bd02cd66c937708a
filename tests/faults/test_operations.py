"""Bookings with a failing n-th file operation: acknowledged ones are stored, others completely or not at all."""

from pathlib import Path

import pytest

from tests.faults.operations import FAULTS, sweep
from tests.faults.shim import Behind

pytestmark = pytest.mark.file


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_at_any_file_operation_of_a_booking_costs_nothing(shim: Behind, tmp_path: Path, name: str) -> None:
    found = shim.call(sweep, tmp_path, FAULTS[name], 1 if name == "killed" else 3)
    assert found.faults >= (30 if name == "killed" else 10)
    assert 0 < found.outcomes["kept"] + found.outcomes["not"] == found.faults
    assert found.wrong == []

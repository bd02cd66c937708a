"""Planted mistakes: the sweep over the operations must find each, or it would prove nothing."""

from pathlib import Path

import pytest

from tests.faults.operations import FAULTS, sweep
from tests.faults.shim import Behind

BY_OPERATIONS = {  # the fault each mistake causes, and the step between the operations tried
    "no-key": ("the same form answered 409", 1),
    "two-commits": ("the same form answered 409", 5),
    "answer-first": ("lost", 1),
}


@pytest.mark.file
@pytest.mark.parametrize("mistake", BY_OPERATIONS)
def test_a_mistake_in_the_keeping_is_caught_by_an_end_at_some_operation(
    shim: Behind, tmp_path: Path, mistake: str
) -> None:
    wrong, every = BY_OPERATIONS[mistake]
    found = shim.call(sweep, tmp_path, FAULTS["killed"], every, mistake, wrong)
    assert any(wrong in one for one in found.wrong), found

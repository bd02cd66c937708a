"""Power cuts at any moment: acknowledged forms are on the disk with the journal as shipped, and with no weaker one."""

from pathlib import Path

import pytest

from tests.faults.power_cut import WEAKENED, power_cut
from tests.faults.shim import Behind

pytestmark = pytest.mark.file


def test_after_a_power_cut_everything_acknowledged_is_there_once(shim: Behind, tmp_path: Path) -> None:
    found = power_cut(shim, tmp_path, posts=3, more=2)
    assert found.posts == 3
    assert found.distinct >= 80
    assert (found.lost, found.doubled, found.broken) == (0, 0, 0), found


@pytest.mark.parametrize("weaker", WEAKENED)
def test_a_weaker_journal_is_caught_losing_what_was_acknowledged(shim: Behind, tmp_path: Path, weaker: str) -> None:
    assert power_cut(shim, tmp_path, posts=2, more=0, pragmas=WEAKENED[weaker]).lost

"""Killed host: acknowledged forms are there exactly once, and enough posts were repeated to show it."""

from pathlib import Path

import pytest

from tests.faults.kill_loop import kill_loop
from tests.support.stage import staged

pytestmark = pytest.mark.file  # on a server: test_several.py

SECONDS = 60  # time limit on any machine; the loop ends earlier once enough is seen
KILLS, ACKNOWLEDGED, REPLAYS = 4, 12, 2


def test_with_a_dying_host_every_acknowledged_post_is_kept_exactly_once(tmp_path: Path) -> None:
    with staged(tmp_path) as server:
        found, enough = kill_loop(server, (KILLS, ACKNOWLEDGED, REPLAYS), SECONDS)
    assert found.faultless and enough, found

"""Killed host: acknowledged forms are there exactly once, and enough posts were repeated to show it."""

from pathlib import Path

from tests.faults.kill_loop import kill_loop
from tests.faults.outbox import Outcome
from tests.support.stage import staged

SECONDS = 60  # time limit on any machine; the loop ends earlier once enough is seen
KILLS, REPLAYS, ACKNOWLEDGED = 5, 3, 20


def enough(kills: int, found: Outcome, replays: int) -> bool:
    """True once every count is reached."""
    return kills >= KILLS and replays >= REPLAYS and found.acknowledged >= ACKNOWLEDGED


def test_with_a_dying_host_every_acknowledged_post_is_kept_exactly_once(tmp_path: Path) -> None:
    with staged(tmp_path) as server:
        kills, found, replays = kill_loop(server, enough, SECONDS)
    assert found.faultless, found
    assert enough(kills, found, replays), (kills, found, replays)

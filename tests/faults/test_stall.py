"""Frozen server, phones that read nothing, silent sockets: the table answers, and nothing is doubled."""

from pathlib import Path

from tests.faults.stall import slowest, stalled
from tests.support.stage import staged


def test_posts_to_a_host_that_stood_still_are_kept_exactly_once(tmp_path: Path) -> None:
    with staged(tmp_path) as server:
        found, tries = stalled(server, rounds=2, seconds=0.8)
    assert found.faultless, found
    assert found.acknowledged >= 8
    assert tries >= 8


def test_silent_sockets_and_phones_that_read_nothing_keep_nobody_from_the_table(tmp_path: Path) -> None:
    with staged(tmp_path) as server:
        assert slowest(server, silent=200, deaf=30, looks=20) < 5

"""Bad wifi: acknowledged forms are there exactly once; test_mistakes.py has that without the key they would not be."""

from pathlib import Path

from tests.faults.wifi import bad_wifi
from tests.support.stage import staged

PHONES = 8
SECONDS = 60  # time limit on any machine; the phones end when all is sent


def test_over_bad_wifi_every_post_is_kept_exactly_once(tmp_path: Path) -> None:
    with staged(tmp_path) as server:
        found = bad_wifi(server, PHONES, posts=10, seconds=SECONDS)
    assert found.outcome.acknowledged == PHONES * 10
    assert found.outcome.faultless, found
    assert found.cuts >= 60
    assert found.replays >= 10

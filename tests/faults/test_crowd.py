"""Many phones in one match at once: acknowledged forms are there exactly once, and every page shows one moment."""

from pathlib import Path

from tests.faults.crowd import crowd
from tests.support.stage import staged


def test_fifty_phones_at_one_match_lose_nothing_double_nothing_and_read_no_torn_page(tmp_path: Path) -> None:
    with staged(tmp_path / "served") as server:
        found = crowd(server, tmp_path / "fresh", phones=50, posts=200)
    assert not found.brief, {fault: details[0] for fault, details in found.faults.items()}
    assert min(found.counts["303"], found.counts["409"]) >= 20
    assert min(found.counts["422"], found.counts["replays"], found.counts["pages"]) >= 3

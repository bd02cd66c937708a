"""Lost phone that is sent away: no post of it is stored after that answer, and no page is shown to it."""

from pathlib import Path

from tests.faults.sent_away import sent_away
from tests.support.stage import staged


def test_a_phone_that_is_sent_away_while_it_posts_is_refused_at_once(tmp_path: Path) -> None:
    with staged(tmp_path) as server:
        found = sent_away(server, phones=3)
    assert (found.kept_after, found.shown_after) == (0, 0)
    assert min(found.kept, found.refused) >= 9

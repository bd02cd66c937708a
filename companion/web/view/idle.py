"""Tables at which nobody writes: in an open house they are set aside after a time, which is said beforehand."""

from datetime import UTC, datetime, timedelta

from companion.storage.matches import Match
from companion.web.guard.access import limits

NOTICE = timedelta(days=7)  # before a table is set aside


def set_aside_on(match: Match) -> datetime | None:
    """When a table will be set aside unless somebody writes; None where that is not soon, or never."""
    bears = limits()
    if bears is None or match.finished_at or match.idle_since:
        return None
    due = match.touched_at + timedelta(days=bears.idle_days)
    return due if due - datetime.now(UTC) < NOTICE else None


WORDS = {"set_aside_on": set_aside_on}  # for templates

"""The referee's pool with all its places taken."""

from collections.abc import Iterator
from contextlib import contextmanager
from unittest.mock import patch

from companion.server.searches import PLACES, SEARCHES
from companion.web.guard.questions import STRANGERS, TABLES


@contextmanager
def occupied(*kinds: str) -> Iterator[None]:
    """Take every place of clients of these kinds, or of all, for the block."""
    taken = {f"{kind} {place}": kind for kind in kinds or (TABLES, STRANGERS) for place in range(PLACES)}
    with patch.dict(SEARCHES.clients, taken):
        yield

"""Mistakes to plant in the companion: they are invisible in normal use, and only fault tests find them."""

import threading
import time
from collections.abc import Callable
from typing import Any

from companion.server.searches import Searches
from companion.storage.models import ReceiptRow
from companion.storage.store import Form, Store
from tests.support.phone import fresh_key

PAUSE = 0.05  # seconds: window in which a mistake shows, a little longer than in reality


def other_key() -> Form:
    """Return a form with a fresh key."""
    return Form.of(fresh_key(), [])


def no_key() -> None:
    """Ignore the form key, so that a repeated post is a new one."""
    write = Store.write

    def forgetful(self: Store, code: str, form: Form, *rest: Any) -> str:
        return write(self, code, other_key(), *rest)

    Store.write = forgetful  # type: ignore[assignment,method-assign]


def two_commits() -> None:
    """Commit the entries first, and the receipt of the form in a second transaction."""
    write = Store.write

    def halved(self: Store, code: str, form: Form, decide: Any, *rest: Any) -> str:
        with self.reading() as session:
            again = session.get(ReceiptRow, (self._row(session, code).id, form.key))
        if again:
            return write(self, code, form, decide, *rest)
        answer = write(self, code, other_key(), decide, *rest)
        time.sleep(PAUSE)
        return write(self, code, form, lambda sheet: ((), answer), *rest)

    Store.write = halved  # type: ignore[assignment,method-assign]


def answer_first() -> None:
    """Answer the phone before its entry is committed."""
    write = Store.write

    def hasty(self: Store, code: str, form: Form, decide: Any, *rest: Any) -> str:
        drafts, answer = decide(self.match(code).sheet)
        threading.Timer(PAUSE, write, (self, code, form, lambda sheet: (drafts, answer), *rest)).start()
        return str(answer)

    Store.write = hasty  # type: ignore[assignment,method-assign]


def no_guard() -> None:
    """Run searches in the threads that serve the table."""
    Searches.run = lambda self, client, kind, function, *arguments: function(*arguments)  # type: ignore[method-assign]


MISTAKES: dict[str, Callable[[], None]] = {
    "no-key": no_key,
    "two-commits": two_commits,
    "answer-first": answer_first,
    "no-guard": no_guard,
}

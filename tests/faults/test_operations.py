"""Faults at every single file operation of a booking: the process ends there, or the disk is full or fails.

Mistakes are planted in the companion too, invisible in normal use: a sweep that found none would prove nothing."""

import errno
import itertools
import os
import re
import signal
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from sqlmodel import func, select

from companion.app import create_app
from companion.storage.models import EntryRow, ReceiptRow
from companion.storage.store import Form, Store
from tests.faults.shim import Behind, Found, Shim
from tests.support.phone import Phone, fresh_key
from tests.support.wire import Post

pytestmark = pytest.mark.file

PAUSE = 0.05  # seconds: window in which a mistake shows, a little longer than in reality


def other_key() -> Form:
    """Return a form with a fresh key."""
    return Form.of(fresh_key(), [])


def no_key() -> None:
    """Ignore the form key, so that a repeated post is a new one."""
    write = Store.write

    def forgetful(self: Store, code: str, form: Form, *rest: Any) -> str:
        return write(self, code, other_key(), *rest)

    Store.write = forgetful


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

    Store.write = halved


def answer_first() -> None:
    """Answer the phone before its entry is committed."""
    write = Store.write

    def hasty(self: Store, code: str, form: Form, decide: Any, *rest: Any) -> str:
        drafts, answer = decide(self.match(code).sheet)
        threading.Timer(PAUSE, write, (self, code, form, lambda sheet: (drafts, answer), *rest)).start()
        return str(answer)

    Store.write = hasty


MISTAKES = {  # the fault that each causes, and the step between the operations tried
    no_key: ("the same form answered 409", 1),
    two_commits: ("the same form answered 409", 5),
    answer_first: ("lost", 1),
}

# Statuses of a post in addition to HTTP's: the process ended within it; there was no n-th operation; a 503 without a
# reason.
KILLED, ENDED, WORDLESS = 0, -1, -2
WHY = re.compile("disk|database")


class Fault(NamedTuple):
    """The fault of a file operation: its errno (0: the process ends), and whether all later ones fail too."""

    error: int
    always: bool = False
    reading: bool = False  # reads count as operations


FAULTS = {
    "killed": Fault(0),
    "full once": Fault(errno.ENOSPC),
    "full from then on": Fault(errno.ENOSPC, always=True),
    "read-only from then on": Fault(errno.EROFS, always=True),
    "failing once": Fault(errno.EIO),
    "failing from then on, in reading too": Fault(errno.EIO, always=True, reading=True),
}


class Kept(NamedTuple):
    """Numbers of entries and of receipts in a ledger."""

    entries: int
    forms: int


class Table:
    """A match whose first deal is counted, so that it can be booked and undone over and over."""

    def __init__(self, folder: Path, fault: Fault, shim: Shim):
        app = create_app(folder)
        self.phone, self.fault, self.shim = Phone(app), fault, shim
        self.store: Store = app.extensions["companion.store"]
        names = {f"name{seat}": name for seat, name in enumerate(("Aki", "Ben", "Cy"))}
        self.code = self.phone.post("/new/kalooki", dealer=0, **names).location.rsplit("/", 1)[1]
        self.here = f"/m/{self.code}/deals/1"
        assert self.send(Post.of(f"{self.here}/end", out=0, revision=1)) == 303
        assert [self.send(Post.of(f"{self.here}/hands/{n}", total=10, revision=1)) for n in (1, 2)] == [303, 303]

    def send(self, post: Post) -> int:
        """Post a form and return the status; WORDLESS for a 503 without a reason."""
        page = self.phone.send(post.path, [("key", post.key), *post.fields])
        return WORDLESS if page.status == 503 and not WHY.search(page.said) else page.status

    def struck(self, post: Post, at: int) -> int:
        """Post a form with the n-th file operation failing; return the status, KILLED, or ENDED if there are fewer."""
        if self.fault.error:
            with self.shim.failing(at, *self.fault):
                status = self.send(post)
                return status if self.shim.seen >= at else ENDED
        return self._ending(post, at)

    def _ending(self, post: Post, at: int) -> int:
        """Return the status answered before the process ended at that operation; KILLED if there was no answer."""
        self.store.engine.dispose()  # connections must not be shared with a fork
        coming, going = os.pipe()
        child = os.fork()
        if not child:
            with self.shim.failing(at, 0):
                os.write(going, str(self.send(post)).encode())
                for late in threading.enumerate():
                    if isinstance(late, threading.Timer):  # a planted write after the answer
                        late.join()
                os._exit(0)
        os.close(going)
        with os.fdopen(coming, "rb") as pipe:
            told = int(pipe.read() or KILLED)
        ended = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        return told if ended == -signal.SIGKILL else ENDED

    def kept(self) -> Kept:
        """Count the entries and receipts in the ledger."""
        with self.store.reading() as session:
            counts = [session.exec(select(func.count()).select_from(table)).one() for table in (EntryRow, ReceiptRow)]
        return Kept(*counts)

    def strike(self, at: int) -> Iterator[str]:
        """Book with a fault at that operation, and book again; yield the outcome first, then each fault found."""
        before, post = self.kept(), Post.of(f"{self.here}/book", revision=self.kept().entries + 1)
        after = Kept(before.entries + 1, before.forms + 1)
        status = self.struck(post, at)
        then = self.kept()
        yield "ended" if status == ENDED else "kept" if then == after else "not"
        if status not in (303, 503, KILLED, ENDED):
            yield f"answered {status}"
        if status == 303 and then != after:
            yield f"lost: {then} instead of {after}"
        if then not in (before, after):
            yield f"half: {then} between {before} and {after}"
        if (again := self.send(post)) != 303:
            yield f"the same form answered {again}"
        if self.kept() != after:
            yield f"sent twice: {self.kept()} instead of {after}"
        if (undone := self.send(Post.of(f"/m/{self.code}/undo", deal=1, revision=after.entries - 2))) != 303:
            yield f"the next form answered {undone}"


def sweep(folder: Path, fault: Fault, every: int, mistake: Callable[[], None] | None = None, sought: str = "") -> Found:
    """Book with a fault at every n-th operation, until the sought fault is found or the operations end.

    Only behind the library."""
    table, found = Table(folder, fault, Shim(folder)), Found()
    if mistake:
        mistake()
    for at in itertools.count(1, every):
        outcome, *wrong = table.strike(at)
        found.wrong += [f"at {at}: {one}" for one in wrong]
        if outcome == "ended":
            return found
        found.outcomes[outcome] += 1
        if sought and any(sought in one for one in wrong):
            return found
    raise AssertionError("there is always a last operation")


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_at_any_file_operation_of_a_booking_costs_nothing(shim: Behind, tmp_path: Path, name: str) -> None:
    found = shim.call(sweep, tmp_path, FAULTS[name], 1 if name == "killed" else 3)
    assert found.outcomes.total() >= (30 if name == "killed" else 10)
    assert found.wrong == []


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_in_the_keeping_is_caught_by_an_end_at_some_operation(
    shim: Behind, tmp_path: Path, mistake: Callable[[], None]
) -> None:
    wrong, every = MISTAKES[mistake]
    found = shim.call(sweep, tmp_path, FAULTS["killed"], every, mistake, wrong)
    assert any(wrong in one for one in found.wrong), found

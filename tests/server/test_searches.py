"""Process pool for expensive questions: one at a time, few that wait, a worker that is light, polite and replaced."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from threading import Event, Thread

import pytest

from companion.referee import judge
from companion.rules.cards import Unreadable
from companion.server import searches
from companion.server.searches import WEAKER, Busy, Searches, run_in_process
from tests.support.server import ROOT

pytestmark = pytest.mark.file

TABLE, STRANGER = "table", "stranger"


@pytest.fixture(scope="module")
def pool() -> Iterator[Searches]:
    """A pool of its own, whose worker is shared by the tests that only ask it something."""
    made = Searches()
    yield made
    made.pool.shutdown()


class Held:
    """A pool without a process, in which a question can be held."""

    def __init__(self) -> None:
        self.searches, self.asked, self.answered = Searches(), list[str](), Event()
        self.searches.pool = ThreadPoolExecutor(4)

    def ask(self, client: str, kind: str = STRANGER) -> None:
        """Ask in a thread, and wait until the question has its place."""
        Thread(target=self.searches.run, args=(client, kind, self.hold, client), daemon=True).start()
        while client not in self.searches.clients:
            time.sleep(0.001)

    def hold(self, client: str) -> None:
        """Note the question, and answer it when the test says so."""
        self.asked.append(client)
        self.answered.wait(10)


def test_one_question_runs_and_one_waits_and_a_third_is_refused() -> None:
    held = Held()
    held.ask("Aki")
    held.ask("Ben")
    with pytest.raises(Busy):
        held.searches.run("Cy", STRANGER, len, "")
    time.sleep(0.05)
    assert held.asked == ["Aki"]
    held.answered.set()
    assert held.searches.run("Dee", TABLE, len, "abc") == 3
    assert held.asked[:2] == ["Aki", "Ben"] and not held.searches.clients


def test_a_client_has_one_place() -> None:
    held = Held()
    held.ask("Aki")
    with pytest.raises(Busy):
        held.searches.run("Aki", STRANGER, len, "")
    held.answered.set()


def test_strangers_leave_the_places_of_tables_free() -> None:
    held = Held()
    held.ask("one")
    held.ask("two")
    held.ask("Aki", TABLE)
    with pytest.raises(Busy):
        held.searches.run("three", STRANGER, len, "")
    held.answered.set()


def test_a_question_that_waits_too_long_is_refused_and_leaves_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(searches, "QUEUE_TIMEOUT", 0.01)
    held = Held()
    held.ask("Aki")
    with pytest.raises(Busy):
        held.searches.run("Ben", STRANGER, len, "")
    assert [*held.searches.clients] == ["Aki"]
    held.answered.set()


def test_a_failure_leaves_the_place_and_is_raised_with_all_it_knows(pool: Searches) -> None:
    four = {"game": "kalooki", "ask": "four", "cards": "5H ZZ"}
    with pytest.raises(Unreadable) as here:
        judge(four)
    with pytest.raises(Unreadable) as there:
        pool.run("Aki", TABLE, judge, four)
    assert (there.value.field, str(there.value.reason)) == (here.value.field, str(here.value.reason))
    assert not pool.clients


def test_the_worker_is_another_process_and_gives_way(pool: Searches) -> None:
    assert pool.run("Aki", TABLE, os.getpid) == pool.run("Aki", TABLE, os.getpid) != os.getpid()
    assert pool.run("Aki", TABLE, os.nice, 0) == min(os.nice(0) + WEAKER, 19)


def test_the_worker_of_the_console_script_knows_the_law_and_neither_the_web_nor_the_database() -> None:
    """The worker imports the main module again, which is this script."""
    script = Path(sys.executable).with_name("companion")
    if not script.exists():
        pytest.skip("the companion is not installed here")
    code = (
        "import runpy, sys\n"
        "from companion.server.searches import SEARCHES\n"
        f"sys.modules['__main__'].__file__ = {str(script)!r}\n"
        "loaded = SEARCHES.run('', '', eval, \"[name.split('.')[0] for name in __import__('sys').modules]\")\n"
        "print(*sorted(set(loaded)))\n"
    )
    ended = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    loaded = set(ended.stdout.split())
    assert {"companion", "click"} <= loaded
    assert not loaded & {"flask", "werkzeug", "jinja2", "sqlmodel", "sqlalchemy", "waitress", "segno"}


def test_a_worker_that_died_is_replaced() -> None:
    own = Searches()
    own.run("Aki", TABLE, os.getpid)
    searches.end()
    assert own.run("Aki", TABLE, len, "abc") == 3
    with pytest.raises(BrokenProcessPool):
        own.run("Aki", TABLE, os._exit, 3)
    assert own.run("Aki", TABLE, len, "abc") == 3
    own.pool.shutdown()


def test_long_work_has_a_process_of_its_own_which_ends_with_it(pool: Searches) -> None:
    process = run_in_process(os.getpid)
    assert process not in (os.getpid(), pool.run("Aki", TABLE, os.getpid))
    assert not Path(f"/proc/{process}").exists()

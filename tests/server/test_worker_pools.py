"""Worker process for long jobs: it answers, is killed and restarted, and never stays behind."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.referee import judge
from companion.rules.cards import Unreadable
from companion.server.worker_pools import NotDone, TooLong, WorkerProcess
from tests.support.server import ROOT

pytestmark = pytest.mark.file

FOUR = {"game": "kalooki", "ask": "four", "cards": "5H JK JK 8H"}


@pytest.fixture
def apart() -> Iterator[WorkerProcess]:
    """A worker process that is not started yet."""
    made = WorkerProcess()
    yield made
    made.end()


def alive(process: int) -> bool:
    """True if a process with that id runs; a zombie does not count."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def gone_soon(process: int) -> bool:
    """True if a process ends within a few seconds."""
    until = time.monotonic() + 5
    while alive(process) and time.monotonic() < until:
        time.sleep(0.02)
    return not alive(process)


def number(apart: WorkerProcess) -> int:
    """Return the id of the worker process."""
    assert apart.process
    return apart.process.pid


def test_no_process_starts_before_it_is_needed(apart: WorkerProcess) -> None:
    assert apart.process is None
    assert apart.run(os.getpid, seconds=5) == number(apart) != os.getpid()


def test_one_process_does_one_thing_after_another(apart: WorkerProcess) -> None:
    assert apart.run(os.getpid, seconds=5) == apart.run(os.getpid, seconds=5)


def test_it_is_this_companion_also_where_the_folder_holds_another(
    apart: WorkerProcess, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "companion").mkdir()
    (tmp_path / "companion" / "__init__.py").touch()
    monkeypatch.chdir(tmp_path)
    assert apart.run(os.getpid, seconds=5) == number(apart)


def test_it_knows_the_law_and_neither_the_web_nor_the_database(apart: WorkerProcess) -> None:
    apart.run(len, "", seconds=5)
    loaded = apart.run(eval, "{name.split('.')[0] for name in __import__('sys').modules}", seconds=5)
    assert not loaded & {"flask", "werkzeug", "sqlmodel", "sqlalchemy", "waitress"}


def test_what_is_raised_there_is_raised_here_with_all_it_knows(apart: WorkerProcess) -> None:
    with pytest.raises(Unreadable) as here:
        judge({**FOUR, "cards": "5H ZZ"})
    with pytest.raises(Unreadable) as there:
        apart.run(judge, {**FOUR, "cards": "5H ZZ"}, seconds=5)
    assert (there.value.field, str(there.value.reason)) == (here.value.field, str(here.value.reason))
    assert "in judge" in there.value.__notes__[0]


def test_what_takes_too_long_is_killed_and_the_next_is_answered(apart: WorkerProcess) -> None:
    before, started = apart.run(os.getpid, seconds=5), time.monotonic()
    with pytest.raises(TooLong):
        apart.run(time.sleep, 60, seconds=0.2)
    assert time.monotonic() - started < 5
    assert gone_soon(before)
    assert apart.run(os.getpid, seconds=5) != before


SLOW_TO_LOAD = "import time; time.sleep(1); from companion.interfaces.search_worker import main; main()"


def test_the_time_until_its_process_has_started_does_not_count() -> None:
    slow = WorkerProcess(("-c", SLOW_TO_LOAD))
    assert slow.run(len, "abc", seconds=0.5) == 3
    slow.end()


def test_a_process_that_does_not_begin_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.server.worker_pools.LOADING", 0.2)
    with pytest.raises(TooLong):
        WorkerProcess(("-c", "import time; time.sleep(60)")).run(len, "abc", seconds=5)


def test_it_is_killed_when_nobody_waits_for_it_any_more(apart: WorkerProcess) -> None:
    before, looks = apart.run(os.getpid, seconds=5), iter([False, False])
    with pytest.raises(NotDone):
        apart.run(time.sleep, 60, seconds=30, gone=lambda: next(looks, True))
    assert gone_soon(before)


def test_a_process_that_crashes_while_it_works_is_replaced(apart: WorkerProcess) -> None:
    with pytest.raises(NotDone):
        apart.run(os._exit, 3, seconds=5)
    assert apart.run(len, "abc", seconds=5) == 3


def test_a_process_that_crashed_while_it_had_nothing_to_do_is_not_noticed(apart: WorkerProcess) -> None:
    apart.run(os.getpid, seconds=5)
    assert apart.process
    apart.process.kill()
    apart.process.wait()
    assert apart.run(len, "abc", seconds=5) == 3


def test_what_is_printed_by_mistake_is_no_answer(apart: WorkerProcess, capfd: pytest.CaptureFixture[str]) -> None:
    assert apart.run(print, "oh", seconds=5) is None
    assert apart.run(len, "abc", seconds=5) == 3


def test_a_process_that_cannot_start_is_reported_and_harms_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/no/such/python")
    with pytest.raises(NotDone):
        WorkerProcess().run(len, "abc", seconds=5)


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_it_ends_with_the_process_that_began_it_in_the_midst_of_its_work(how: signal.Signals) -> None:
    code = (
        "import os\n"
        "from companion.server.worker_pools import WorkerProcess\n"
        "worker = WorkerProcess()\n"
        "print(worker.run(os.getpid, seconds=9), flush=True)\n"
        "worker.run(eval, 'any(n < 0 for n in iter(int, 1))', seconds=60)\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as parent:
        assert parent.stdout
        worker = int(parent.stdout.readline())
        time.sleep(0.2)
        parent.send_signal(how)
        parent.wait(timeout=10)
    assert gone_soon(worker)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="nothing is forked here")
def test_a_fork_of_the_process_that_began_it_begins_its_own(apart: WorkerProcess) -> None:
    first = apart.run(os.getpid, seconds=5)
    child = os.fork()
    if not child:
        os._exit(0 if apart.run(os.getpid, seconds=5) != first and alive(first) else 1)
    assert os.waitpid(child, 0)[1] == 0
    assert apart.run(os.getpid, seconds=5) == first

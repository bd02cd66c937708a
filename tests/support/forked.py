"""Commands in forks of a process that has imported everything and begun once: one starts in a tenth of the time.

How people start them, a process from nothing, is for tests/support/server.py."""

import multiprocessing
import os
import runpy
import signal
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from subprocess import TimeoutExpired
from tempfile import TemporaryDirectory

FORKING = multiprocessing.get_context("forkserver")
FORKING.set_forkserver_preload(
    ["alembic.command", "companion.cli", "companion.server.serving", "tests.support.stage", "tests.support.begun"]
)
NOWHERE = Path(os.devnull)


class Forked:
    """What `python -m` does with a command, with as much of subprocess.Popen as tests ask for."""

    def __init__(self, command: Sequence[str], environment: Mapping[str, str]):
        self._folder = TemporaryDirectory()
        self._out, self._err = Path(self._folder.name, "out"), Path(self._folder.name, "err")
        given = (command, dict(environment), self._out, self._err)
        self._process = FORKING.Process(target=run, args=given, daemon=True)
        self._process.start()
        self.pid = self._process.pid or 0

    @property
    def returncode(self) -> int | None:
        """Its exit status; None while it runs."""
        return self._process.exitcode

    def poll(self) -> int | None:
        """Its exit status; None while it runs."""
        return self._process.exitcode

    def send_signal(self, how: signal.Signals) -> None:
        """Send it a signal, unless it is gone."""
        if self.poll() is None:
            os.kill(self.pid, how)

    def kill(self) -> None:
        """Kill it as a lost machine would go."""
        self._process.kill()

    def wait(self, timeout: float | None = None) -> int:
        """Its exit status, once it is gone."""
        self._process.join(timeout)
        if self._process.exitcode is None:
            raise TimeoutExpired("companion", timeout or 0.0)
        return self._process.exitcode

    def communicate(self, timeout: float | None = None) -> tuple[str, str]:
        """What it said on both ways out, once it is gone."""
        self.wait(timeout)
        return self._out.read_text("utf-8"), self._err.read_text("utf-8")


def run(command: Sequence[str], environment: Mapping[str, str], out: Path = NOWHERE, err: Path = NOWHERE) -> None:
    """What `python -m` does with that command in that environment; what it says goes into those files."""
    os.environ.clear()
    os.environ.update(environment)
    with open(out, "w") as said, open(err, "w") as complained:
        os.dup2(said.fileno(), 1)
        os.dup2(complained.fileno(), 2)
    sys.argv = list(command)
    runpy.run_module(command[0], run_name="__main__", alter_sys=True)

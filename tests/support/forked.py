"""Commands in forks of a warmed-up process: they start in a tenth of the time.

tests/support/server.py also starts commands as people do, in a fresh process."""

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
    [
        "alembic.command",
        "companion.cli",
        "companion.server.serving",
        "tests.support.stage",
        "tests.support.forked_warm_up",
    ]
)
NOWHERE = Path(os.devnull)


class Forked:
    """Run `python -m` with a command in a fork; the part of subprocess.Popen's interface that tests use."""

    def __init__(self, command: Sequence[str], environment: Mapping[str, str]):
        self._folder = TemporaryDirectory()
        self._out, self._err = Path(self._folder.name, "out"), Path(self._folder.name, "err")
        given = (command, dict(environment), self._out, self._err)
        self._process = FORKING.Process(target=run, args=given, daemon=True)
        self._process.start()
        self.pid = self._process.pid or 0

    @property
    def returncode(self) -> int | None:
        """The exit status; None while the process runs."""
        return self._process.exitcode

    def poll(self) -> int | None:
        """Return the exit status; None while the process runs."""
        return self._process.exitcode

    def send_signal(self, how: signal.Signals) -> None:
        """Send a signal, unless the process has ended."""
        if self.poll() is None:
            os.kill(self.pid, how)

    def kill(self) -> None:
        """Kill the process without a chance to clean up."""
        self._process.kill()

    def wait(self, timeout: float | None = None) -> int:
        """Wait for the end and return the exit status."""
        self._process.join(timeout)
        if self._process.exitcode is None:
            raise TimeoutExpired("companion", timeout or 0.0)
        return self._process.exitcode

    def communicate(self, timeout: float | None = None) -> tuple[str, str]:
        """Wait for the end and return stdout and stderr."""
        self.wait(timeout)
        return self._out.read_text("utf-8"), self._err.read_text("utf-8")


def run(command: Sequence[str], environment: Mapping[str, str], out: Path = NOWHERE, err: Path = NOWHERE) -> None:
    """Run `python -m` with that command in that environment, its output going into those files."""
    multiprocessing.current_process().daemon = False  # else it could start no worker
    os.environ.clear()
    os.environ.update(environment)
    with open(out, "w") as said, open(err, "w") as complained:
        os.dup2(said.fileno(), 1)
        os.dup2(complained.fileno(), 2)
    sys.argv = list(command)
    runpy.run_module(command[0], run_name="__main__", alter_sys=True)

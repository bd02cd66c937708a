"""A `companion serve` process, and requests to it over loopback."""

import http.client
import os
import secrets
import signal
import socket
import subprocess
import sys
import time
import urllib.parse
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryFile
from typing import Self

import companion
from tests.support.postgres import DATABASES

ROOT = Path(companion.__file__).parents[1]
OURS = ("COMPANION_", "BROWSER", "NO_COLOR")  # prefixes of variables that the tester's own shell may have set


def free_port() -> int:
    """Return an unused port below those that the system gives to outgoing connections, which could take it."""
    while True:
        port = 20_000 + secrets.randbelow(12_000)
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port


class Server:
    """A `companion serve` process with its own instance folder and port."""

    program: Sequence[str] = ("companion", "serve")

    def __init__(self, instance: Path, *options: str):
        self.instance, self.options, self.port = instance, list(options), free_port()
        self.process: subprocess.Popen[str] | None = None
        self._out, self._err = TemporaryFile("w+"), TemporaryFile("w+")  # noqa: SIM115 - as long as the server

    @property
    def address(self) -> str:
        """The server's address, without a slash at the end."""
        return f"http://127.0.0.1:{self.port}"

    def launch(self, *options: str, **environment: str) -> None:
        """Start the command with exactly these options, and do not wait for it."""
        inherited = {name: value for name, value in os.environ.items() if not name.startswith(OURS)}
        kept = {"COMPANION_INSTANCE": str(self.instance), "COMPANION_DATABASE_URL": DATABASES.of(self.instance)}
        self.process = subprocess.Popen(
            [sys.executable, "-m", *self.program, *options],
            cwd=ROOT,
            env={**inherited, **kept, **environment},
            stdout=self._out,
            stderr=self._err,
            text=True,
        )

    def start(self) -> Self:
        """Start the server, wait until it answers, and return it."""
        self.launch("--port", str(self.port), *self.options, COMPANION_NO_BROWSER="1")
        self.wait()
        return self

    def wait(self) -> None:
        """Wait until the server answers."""
        assert self.process is not None
        for _ in range(2000):
            try:
                self.ask("/")
                return
            except OSError:
                assert self.process.poll() is None, self.ended()[2]
                time.sleep(0.01)
        raise AssertionError("the server does not answer")

    def end(self, how: signal.Signals) -> tuple[int, str, str]:
        """End the server by a signal; return its exit status, stdout and stderr."""
        assert self.process is not None
        self.process.send_signal(how)
        return self.ended()

    def ended(self, timeout: float = 60) -> tuple[int, str, str]:
        """Wait for the end of the server; return its exit status, stdout and stderr."""
        assert self.process is not None
        status = self.process.wait(timeout)
        for said in (self._out, self._err):
            said.seek(0)
        return status, self._out.read(), self._err.read()

    def refused(self) -> tuple[int, str]:
        """Start a server that should refuse to start; return its exit status and stderr."""
        self.launch("--port", str(self.port), *self.options, COMPANION_NO_BROWSER="1")
        status, _, err = self.ended()
        return status, err

    def kill(self) -> None:
        """Kill the server, without a chance to clean up, if it still runs."""
        if self.process and self.process.poll() is None:
            self.process.kill()
            self.process.wait()

    def ask(
        self, path: str, host: str = "", fields: Mapping[str, str] | None = None, patience: float = 10, **headers: str
    ) -> http.client.HTTPResponse:
        """Return the response to one request over loopback, a POST if there are fields; redirects are not followed."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=patience)  # s
        sent = {"Host": host or f"127.0.0.1:{self.port}", **{k.replace("_", "-"): v for k, v in headers.items()}}
        if fields is None:
            connection.request("GET", path, headers=sent)
        else:
            sent["Content-Type"] = "application/x-www-form-urlencoded"
            connection.request("POST", path, urllib.parse.urlencode(fields), sent)
        answer = connection.getresponse()
        answer.body = answer.read().decode(errors="replace")
        connection.close()
        return answer


def ran(*command: str, instance: Path) -> "subprocess.CompletedProcess[str]":
    """Run `python -m` with a command on that instance, and return what it said."""
    environment = os.environ | {"COMPANION_INSTANCE": str(instance)}
    started = [sys.executable, "-m", *command]
    return subprocess.run(started, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=60)


@contextmanager
def held_elsewhere(database: Path) -> Iterator[None]:
    """Hold the lock of a database as another server process, for the length of the block."""
    code = (
        "import sys; from pathlib import Path; from companion.storage.database import lock\n"
        "with lock.holding(Path(sys.argv[1]), 'a server'): print('held', flush=True); sys.stdin.read()"
    )
    command = [sys.executable, "-c", code, str(database)]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as other:
        assert other.stdout is not None and other.stdout.readline() == "held\n"
        yield
        other.communicate()

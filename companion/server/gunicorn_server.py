"""Several server processes on the same sockets, managed by gunicorn; each of them serves with waitress."""

import logging
import os
import signal
import socket
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from time import sleep

from gunicorn.app.base import BaseApplication
from gunicorn.arbiter import Arbiter
from gunicorn.workers.base import Worker

PATIENCE = 5  # seconds until a process that does not end is killed
PAUSE = 1.0  # seconds before a process that could not start is replaced
# Serves on the sockets while the function returns True, and returns the exit status.
Serve = Callable[[Sequence[socket.socket], Callable[[], bool]], int]


class Manager(Arbiter):  # type: ignore[misc]
    """Parent of the processes; Ctrl-C and a closed terminal end it as gracefully as SIGTERM does."""

    handle_int = handle_hup = Arbiter.handle_term

    def stop(self, graceful: bool = True) -> None:
        """End the processes, and wait for those that had to be killed: none answers after the parent has ended."""
        super().stop(graceful)
        for pid in self.WORKERS:
            with suppress(ChildProcessError):  # another signal's handler has waited for it
                os.waitpid(pid, 0)


class Process(Worker):  # type: ignore[misc]
    """One process that serves."""

    def init_signals(self) -> None:
        super().init_signals()
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches all processes; the parent sends SIGTERM

    def run(self) -> None:
        if self.app.serve([one.sock for one in self.sockets], self.goes_on):
            sleep(PAUSE)

    def goes_on(self) -> bool:
        """Tell the parent that this process is not stuck; False once it was asked to end or the parent is gone."""
        self.notify()
        return bool(self.alive and os.getppid() == self.ppid)


class Group(BaseApplication):  # type: ignore[misc]
    """Settings of the processes."""

    def __init__(self, many: int, sockets: Sequence[socket.socket], serve: Serve):
        bound = [f"fd://{one.detach()}" for one in sockets]
        self.settings = {"workers": many, "bind": bound, "worker_class": Process, "graceful_timeout": PATIENCE}
        self.settings |= {"loglevel": "warning", "control_socket_disable": True}
        self.serve = serve
        super().__init__()

    def load_config(self) -> None:
        for name, value in self.settings.items():
            self.cfg.set(name, value)

    def load(self) -> None:
        """Load nothing: each process makes its application once it runs, so that it can be replaced if that fails."""


def run(many: int, sockets: Sequence[socket.socket], serve: Serve) -> int:
    """Run this number of processes until Ctrl-C or SIGTERM, replace any that ends, and return the exit status."""
    manager, here = Manager(Group(many, sockets, serve)), os.getpid()
    log = logging.getLogger("gunicorn.error")
    log.handlers.clear()
    log.propagate = True
    try:
        manager.run()
    except SystemExit as end:
        if os.getpid() == here:
            return int(end.code or 0)
        sys.stdout.flush()
        os._exit(int(end.code or 0))
    raise AssertionError("gunicorn ends by SystemExit")

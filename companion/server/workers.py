"""Server processes on shared sockets: one that dies is replaced, and all end together."""

import logging
import os
import signal
import socket
import sys
import threading
from collections.abc import Callable, Sequence
from time import monotonic, sleep
from types import FrameType

log = logging.getLogger("companion")
SIGNALS = (signal.SIGINT, signal.SIGTERM)
BACKLOG = 1024  # connections that wait to be accepted
PATIENCE = 5.0  # seconds until a process that does not end is killed
AT_ONCE = 1.0  # seconds: one that dies sooner is replaced after a pause of the same length
Serve = Callable[[Sequence[socket.socket]], int]  # returns the exit status


class Workers:
    """A fixed number of processes, each of which serves on the same sockets until it is asked to end."""

    def __init__(self, many: int, sockets: Sequence[socket.socket], serve: Serve):
        self._many, self._sockets, self._serve = many, sockets, serve
        self._begun: dict[int, float] = {}  # start time by process id
        self._ending = False
        self._alive, self._held = os.pipe()  # pipe that closes with this process, which the workers notice

    def run(self) -> None:
        """Run the processes until Ctrl-C or SIGTERM, and return when all have ended."""
        before = {number: signal.signal(number, self._end) for number in SIGNALS}
        try:
            while len(self._begun) < self._many:
                self._begin()
            while self._begun:
                self._wait()
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    def _begin(self) -> None:
        process = os.fork()
        if not process:
            os._exit(self._at_work())
        self._begun[process] = monotonic()

    def _at_work(self) -> int:
        """Serve in the child process and return the exit status."""
        for number in SIGNALS:
            signal.signal(number, signal.SIG_DFL)
        os.close(self._held)
        threading.Thread(target=self._outlive, daemon=True).start()
        try:
            return self._serve(self._sockets)
        except Exception:
            log.exception("a process that serves has ended")
            return 1
        finally:
            sys.stdout.flush()

    def _outlive(self) -> None:
        """End this process when its parent ends."""
        os.read(self._alive, 1)
        os.kill(os.getpid(), signal.SIGTERM)

    def _wait(self) -> None:
        """Wait until one process has ended, and replace it unless all are to end."""
        process, status = os.wait()
        begun = self._begun.pop(process, None)
        if begun is None or self._ending:
            return
        log.warning("a process that serves has ended (%s); another takes its place", os.waitstatus_to_exitcode(status))
        if monotonic() - begun < AT_ONCE:
            sleep(AT_ONCE)
        if not self._ending:
            self._begin()

    def _end(self, _number: int, _frame: FrameType | None) -> None:
        """Ask all processes to end; those that do not are killed."""
        self._ending = True
        for process in self._begun:
            os.kill(process, signal.SIGTERM)
        killing = threading.Timer(PATIENCE, self._kill)
        killing.daemon = True
        killing.start()

    def _kill(self) -> None:
        for process in list(self._begun):
            os.kill(process, signal.SIGKILL)


def bound(listens: str) -> list[socket.socket]:
    """Return sockets that listen on these addresses, in the format of `Reach.listens`. Raises OSError."""
    return [listener(place) for place in listens.split()]


def listener(place: str) -> socket.socket:
    """Return a socket that listens on an address and a port."""
    address, _, port = place.rpartition(":")
    host = address.strip("[]")
    made = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET, socket.SOCK_STREAM)
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if made.family == socket.AF_INET6:
        made.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
    made.bind((host, int(port)))
    made.listen(BACKLOG)
    made.setblocking(False)
    return made

"""Several processes that answer at the same address: one that dies is begun anew, and all end together."""

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
BACKLOG = 1024  # connections that wait to be taken
PATIENCE = 5.0  # seconds in which a process ends by itself
AT_ONCE = 1.0  # seconds: one that lives no longer is begun anew after a pause as long
Serve = Callable[[Sequence[socket.socket]], int]  # gives the status it ends with


class Workers:
    """So many processes, each of which serves on the same sockets until it is asked to end."""

    def __init__(self, many: int, sockets: Sequence[socket.socket], serve: Serve):
        self._many, self._sockets, self._serve = many, sockets, serve
        self._begun: dict[int, float] = {}  # when each process was begun
        self._ending = False
        self._alive, self._held = os.pipe()  # what is held here ends with this process, and theirs hear of it

    def run(self) -> None:
        """Keep as many at work until Ctrl-C or SIGTERM, and return when all have ended."""
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
        """What a process of its own does."""
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
        """End with the process that began this one, however that ends."""
        os.read(self._alive, 1)
        os.kill(os.getpid(), signal.SIGTERM)

    def _wait(self) -> None:
        """Wait until one has ended; another takes its place, unless all are to end."""
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
        """Ask all of them to end; those that do not are killed."""
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
    """Sockets that listen on these addresses, as `Reach.listens` names them; OSError where one cannot be had."""
    return [listener(place) for place in listens.split()]


def listener(place: str) -> socket.socket:
    """A socket that listens on an address and a port."""
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

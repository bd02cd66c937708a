"""The preload library (LD_PRELOAD): compiled on demand, and controlled from within the process."""

import ctypes
import multiprocessing
import os
import pickle
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from unittest.mock import patch

SOURCE = Path(__file__).with_name("shim.c")


@dataclass
class Found:
    """Results of a sweep over the file operations of an action: how often each outcome came, and each fault."""

    outcomes: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)


class NoLibrary(Exception):
    """The library cannot be compiled here; the message gives the reason."""


def built(folder: Path) -> Path:
    """Compile the library into that folder.

    Raises:
        NoLibrary: not Linux, or no compiler.
    """
    compiler = shutil.which("cc") or shutil.which("gcc")
    if sys.platform != "linux" or compiler is None:
        raise NoLibrary("no Linux" if sys.platform != "linux" else "no C compiler (apt-get install gcc libc6-dev)")
    made = folder / "shim.so"
    subprocess.run([compiler, "-shared", "-fPIC", "-O1", "-o", str(made), str(SOURCE), "-ldl"], check=True)
    return made


class Behind:
    """A process behind the library that calls functions, each in its own fork."""

    def __init__(self, pool: ProcessPoolExecutor, preloaded: dict[str, str]):
        self._pool, self._preloaded = pool, preloaded

    def call(self, function: Callable[..., Any], *given: Any) -> Any:
        """Call the function there and return its result; patches and clock changes do not survive the call."""
        with patch.dict(os.environ, self._preloaded):  # the first call starts the process
            return self._pool.submit(apart, function, *given).result()


@contextmanager
def behind() -> Iterator[Behind]:
    """Yield a process behind the library, ended after the block."""
    with tempfile.TemporaryDirectory() as folder:
        preloaded = {"LD_PRELOAD": str(built(Path(folder)))}
        with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
            yield Behind(pool, preloaded)


def apart(function: Callable[..., Any], *given: Any) -> Any:
    """Call the function in a fork of this process and return its result.

    Raises:
        RuntimeError: the function raised; the message is the repr of its error.
    """
    coming, going = os.pipe()
    child = os.fork()
    if not child:
        try:
            answer = (True, function(*given))
        except BaseException as error:
            answer = (False, repr(error))
        with os.fdopen(going, "wb") as pipe:
            pickle.dump(answer, pipe)
        os._exit(0)  # no orderly shutdown, as in a power cut
    os.close(going)
    with os.fdopen(coming, "rb") as pipe:
        said = pipe.read()
    os.waitpid(child, 0)
    well, answer = pickle.loads(said) if said else (False, "it ended without a word")
    if not well:
        raise RuntimeError(answer)
    return answer


class Shim:
    """Interface to the library in this process, for one folder."""

    def __init__(self, folder: Path, log: Path | None = None):
        self._library = ctypes.CDLL(None)
        self._library.shim_seen.restype = ctypes.c_long
        self._library.shim_watch(os.fsencode(folder), os.fsencode(log or ""))

    def mark(self, text: str) -> None:
        """Log a text between the operations."""
        self._library.shim_mark(text.encode())

    @contextmanager
    def failing(self, at: int, error: int, always: bool = False, reading: bool = False) -> Iterator[None]:
        """Fail the n-th operation from now on with that errno (0: end the process); always: all later ones too."""
        self._library.shim_arm(ctypes.c_long(at), error, always, reading)
        try:
            yield
        finally:
            self._library.shim_arm(ctypes.c_long(0), 0, 0, 0)

    @property
    def seen(self) -> int:
        """The number of operations since `failing` began."""
        return int(self._library.shim_seen())


def set_clock(seconds: int) -> None:
    """Set the clock of this process ahead of the machine's by this many seconds, or behind it if negative."""
    ctypes.CDLL(None).shim_clock(ctypes.c_longlong(seconds))

"""The preload library: built where it is needed, and steered from within the process that it stands before."""

import ctypes
import gc
import multiprocessing
import os
import pickle
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

from tests.support.warm import keep_warm

SOURCE = Path(__file__).with_name("shim.c")


class NoLibrary(Exception):
    """The library cannot be built here; the words say why."""


def built(folder: Path) -> Path:
    """The library, compiled into that folder; NoLibrary where there is no Linux or no compiler."""
    compiler = shutil.which("cc") or shutil.which("gcc")
    if sys.platform != "linux" or compiler is None:
        raise NoLibrary("no Linux" if sys.platform != "linux" else "no C compiler (apt-get install gcc libc6-dev)")
    made = folder / "shim.so"
    subprocess.run([compiler, "-shared", "-fPIC", "-O1", "-o", str(made), str(SOURCE), "-ldl"], check=True)
    return made


class Behind:
    """A process behind the library, in which functions are called; each call in a fork of its own."""

    def __init__(self, pool: ProcessPoolExecutor, preloaded: dict[str, str]):
        self._pool, self._preloaded = pool, preloaded

    def call(self, function: Callable[..., Any], *given: Any) -> Any:
        """What the function returns there; what it patches, the clock too, is gone afterwards."""
        with patch.dict(os.environ, self._preloaded):  # the process is started by the first call
            return self._pool.submit(apart, function, *given).result()


@contextmanager
def behind() -> Iterator[Behind]:
    """A process behind the library, gone after the block."""
    with tempfile.TemporaryDirectory() as folder:
        preloaded = {"LD_PRELOAD": str(built(Path(folder)))}
        with ProcessPoolExecutor(1, multiprocessing.get_context("spawn"), keep_warm) as pool:
            yield Behind(pool, preloaded)


def apart(function: Callable[..., Any], *given: Any) -> Any:
    """What the function returns in a fork of this process; RuntimeError with its words if it raises."""
    gc.freeze()  # the fork has not to look through all that is here for garbage
    coming, going = os.pipe()
    child = os.fork()
    if not child:
        try:
            answer = (True, function(*given))
        except BaseException as error:
            answer = (False, repr(error))
        with os.fdopen(going, "wb") as pipe:
            pickle.dump(answer, pipe)
        os._exit(0)  # nothing is closed in order: a power cut does not either
    os.close(going)
    with os.fdopen(coming, "rb") as pipe:
        said = pipe.read()
    os.waitpid(child, 0)
    well, answer = pickle.loads(said) if said else (False, "it ended without a word")
    if not well:
        raise RuntimeError(answer)
    return answer


class Shim:
    """The library before this process, for one folder."""

    def __init__(self, folder: Path, log: Path | None = None):
        self._library = ctypes.CDLL(None)
        self._library.shim_seen.restype = ctypes.c_long
        self._library.shim_watch(os.fsencode(folder), os.fsencode(log or ""))

    def mark(self, text: str) -> None:
        """Note words between the operations."""
        self._library.shim_mark(text.encode())

    @contextmanager
    def failing(self, at: int, error: int, always: bool = False, reading: bool = False) -> Iterator[None]:
        """Let the n-th operation from here on fail with that errno, or end the process for 0; and all after it, too."""
        self._library.shim_arm(ctypes.c_long(at), error, always, reading)
        try:
            yield
        finally:
            self._library.shim_arm(ctypes.c_long(0), 0, 0, 0)

    @property
    def seen(self) -> int:
        """How many operations there were since `failing` began."""
        return int(self._library.shim_seen())


def set_clock(seconds: int) -> None:
    """Let the clock of this process be so far ahead of the machine's, or behind it."""
    ctypes.CDLL(None).shim_clock(ctypes.c_longlong(seconds))

"""One program at a time has a database file: a lock beside it, which ends with whoever holds it."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from pathlib import Path
from typing import IO

from companion.storage import private

FAR = 1 << 30  # bytes: Windows keeps a locked byte from being read, so the lock lies beyond the text


class InUse(Exception):
    """Another program has the database; the words name it."""


@contextmanager
def holding(database: Path, who: str) -> Iterator[None]:
    """Hold a database for the length of the block; InUse if another program does.

    The file stays afterwards: to remove it could take the ground from under the next holder."""
    private.keep(database.parent)
    with database.with_name(f"{database.name}.lock").open("ab+", buffering=0) as file:
        try:
            lock(file)
        except (BlockingIOError, PermissionError) as error:
            raise InUse(f"{database} is in use by {holder(file)}.") from error
        with suppress(OSError):  # a full disk keeps nobody from reading their scores
            sign(file, who)
        yield


def lock(file: IO[bytes]) -> None:
    """Lock the file until it is closed, at the latest when the process ends, however it ends."""
    if sys.platform == "win32":
        import msvcrt

        file.seek(FAR)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def sign(file: IO[bytes], who: str) -> None:
    """Write down who holds the lock, for whoever comes second."""
    since = datetime.now().astimezone()
    file.truncate(0)
    file.write(f"{who} (process {os.getpid()}), since {since:%Y-%m-%d %H:%M}\n".encode())


def holder(file: IO[bytes]) -> str:
    """Who holds the lock, as they wrote it down."""
    file.seek(0)
    return file.read(1000).decode(errors="replace").strip() or "another companion"

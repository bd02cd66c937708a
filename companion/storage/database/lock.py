"""One program at a time has a database file: a lock beside it, which ends with whoever holds it."""

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from pathlib import Path

from filelock import BaseFileLock, FileLock, Timeout

from companion.rules.text import N_, Text, Worded
from companion.storage.database import permissions

ANOTHER = Text(N_("another companion"))
SIGNED = re.compile(r"(.+) \(process (\d+)\), since ([\d-]+ [\d:]+)")


class InUse(Worded):
    """Another program has the database; the words name it."""


@contextmanager
def holding(database: Path, who: str) -> Iterator[None]:
    """Hold a database for the length of the block; InUse if another program does."""
    permissions.keep(database.parent)
    held = taken(database, who)
    try:
        yield
    finally:
        if held:
            held.release()


def taken(database: Path, who: str) -> BaseFileLock | None:
    """The lock on a database, held as long as this value lives; None where no lock can be kept beside it.

    One process may take it several times: it has one. Who takes it first signs it. The file stays afterwards: to
    remove it could take the ground from under the next holder."""
    path = beside(database)
    lock = FileLock(path, blocking=False, is_singleton=True, thread_local=False)
    first = not lock.is_locked
    try:
        lock.acquire()
    except Timeout as error:
        if reloads(holder(path)):
            return None
        raise InUse(Text(N_("{file} is in use by {holder}."), file=database, holder=holder(path))) from error
    except OSError:  # read-only media, or a full disk: nobody can write there, and the scores can still be read
        return None
    if first:
        with suppress(OSError):
            path.write_text(signature(who))
    return lock


def beside(database: Path) -> Path:
    """Where the lock of a database lies."""
    return database.with_name(f"{database.name}.lock")


def signature(who: str) -> str:
    """Who holds the lock since when, for whoever comes second."""
    since = datetime.now().astimezone()
    return f"{who} (process {os.getpid()}), since {since:%Y-%m-%d %H:%M}\n"


def holder(path: Path) -> str | Text:
    """Who holds the lock, by what they wrote down."""
    try:
        written = path.read_bytes()[:1000].decode(errors="replace").strip()
    except OSError:  # Windows keeps a locked file from being read
        return ANOTHER
    if signed := SIGNED.fullmatch(written):
        who, process, since = signed.groups()
        return Text(N_("{who} (process {process}), since {since}"), who=named(who), process=process, since=since)
    return written or ANOTHER


def named(who: str) -> str | Text:
    """Who signed a lock, and at which address if they serve."""
    command, at, address = who.partition(" at ")
    if at:
        return Text(N_("{command} at {address}"), command=command, address=address)
    return ANOTHER if who == str(ANOTHER) else who


def reloads(named: object) -> bool:
    """Whether the holder is the process that watches over this one and starts it anew when the code changes."""
    process = re.search(r"\(process (\d+)\)", str(named))
    return os.environ.get("WERKZEUG_RUN_MAIN") == "true" and bool(process) and process[1] == str(os.getppid())  # type: ignore[index]

"""One program at a time uses a database, by a lock file beside it; only its owner reads the files there."""

import logging
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from pathlib import Path

from filelock import BaseFileLock, FileLock, Timeout

from companion.rules.text import N_, Text, Worded

log = logging.getLogger("companion")
OTHERS = 0o077  # permission bits of other users
OURS = ("companion*", "secret*", "backups", "backups/**/*")  # files of the companion in a shared folder
ANOTHER = Text(N_("another companion"))


class InUse(Worded):
    """Another program has locked the database; the message names it."""


@contextmanager
def holding(database: Path, who: str) -> Iterator[None]:
    """Hold the lock of a database for the length of the block. Raises InUse if another program has it."""
    secure_folder(database.parent)
    held = acquire(database, who)
    try:
        yield
    finally:
        if held:
            held.release()


def acquire(database: Path, who: str) -> BaseFileLock | None:
    """Acquire the lock of a database, held while the returned object lives; None if no lock file can be written.

    A process may acquire it several times: it is one lock. The first to acquire it signs the file. The file is not
    removed afterwards, because the next holder may already have opened it."""
    path = beside(database)
    lock = FileLock(path, blocking=False, is_singleton=True, thread_local=False)
    first = not lock.is_locked
    try:
        lock.acquire()
    except Timeout as error:
        if reloads(holder(path)):
            return None
        raise InUse(N_("{file} is in use by {holder}."), file=database, holder=holder(path)) from error
    except OSError:  # read-only media or a full disk: no program can write there, and scores can still be read
        return None
    if first:
        with suppress(OSError):
            path.write_text(signature(who))
    return lock


def beside(database: Path) -> Path:
    """Return the path of the lock file of a database."""
    return database.with_name(f"{database.name}.lock")


def signature(who: str) -> str:
    """Return the line that names the holder of the lock, its process and the time, alike in every language."""
    return f"{who} (PID {os.getpid()}, {datetime.now():%Y-%m-%d %H:%M})\n"


def holder(path: Path) -> str | Text:
    """Return the holder of the lock by its signature."""
    try:
        return path.read_bytes()[:1000].decode(errors="replace").strip() or ANOTHER
    except OSError:  # Windows keeps a locked file from being read
        return ANOTHER


def reloads(signature: object) -> bool:
    """True if the holder is the reloader process that watches this one and restarts it on code changes."""
    return os.environ.get("WERKZEUG_RUN_MAIN") == "true" and f"(PID {os.getppid()}, " in str(signature)


def secure_folder(folder: Path) -> None:
    """Make the folder if it is missing, and close it and our files in it to other users; warn of those it cannot close.

    Also set the umask, so that new files of this process are closed from the start."""
    os.umask(OTHERS)
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    for path in (folder, *ours(folder)):
        if open_to_others(path) and not closed(path):
            log.warning("%s can be read by other users of this machine, and only its owner can change that.", path)


def ours(folder: Path) -> Iterator[Path]:
    """Yield the companion's files and folders there, without symbolic links."""
    for pattern in OURS:
        yield from (path for path in folder.glob(pattern) if not path.is_symlink())


def open_to_others(path: Path) -> bool:
    """True if other users have any permission on the file; never on Windows, where a user's folders are private."""
    try:
        return os.name != "nt" and bool(path.lstat().st_mode & OTHERS)
    except OSError:  # removed meanwhile, or in an unreadable folder
        return False


def closed(path: Path) -> bool:
    """Close the file to other users, and return whether that was possible; a shared folder like /tmp stays open."""
    mode = path.stat().st_mode
    if mode & stat.S_ISVTX or path.resolve() in (Path(os.path.expanduser("~")), Path(path.anchor)):
        return False
    try:
        path.chmod(stat.S_IMODE(mode) & ~OTHERS)
    except OSError:
        return False
    return True

"""Names and codes are for whoever runs the companion alone: the folder they lie in, and every file of theirs there."""

import logging
import os
import stat
from collections.abc import Iterator
from pathlib import Path

log = logging.getLogger("companion")
OTHERS = 0o077  # what other users of the machine may do with a file
OURS = ("companion*", "secret*", "backups", "backups/**/*")  # in a folder that may hold other things as well


def keep(folder: Path) -> None:
    """Have the folder, and close it and what is ours in it to others; a warning names what cannot be closed.

    Whatever this process makes from now on is closed from its first moment."""
    os.umask(OTHERS)
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    if os.name == "nt":  # there a user's folders are closed to others by themselves
        return
    for path in (folder, *ours(folder)):
        if open_to_others(path) and not closed(path):
            log.warning("%s can be read by other users of this machine, and only its owner can change that.", path)


def ours(folder: Path) -> Iterator[Path]:
    """The files and folders of the companion there; none that only a link leads to."""
    for pattern in OURS:
        yield from (path for path in folder.glob(pattern) if not path.is_symlink())


def open_to_others(path: Path) -> bool:
    """Whether other users may do anything with it."""
    try:
        return bool(path.lstat().st_mode & OTHERS)
    except OSError:  # gone meanwhile, or in a folder that tells us nothing
        return False


def closed(path: Path) -> bool:
    """Close it, and say whether that was possible; a folder that is everybody's, as /tmp is, stays so."""
    mode = path.stat().st_mode
    if mode & stat.S_ISVTX or path.resolve() in (Path(os.path.expanduser("~")), Path(path.anchor)):
        return False
    try:
        path.chmod(stat.S_IMODE(mode) & ~OTHERS)
    except OSError:
        return False
    return True

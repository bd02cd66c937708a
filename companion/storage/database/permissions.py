"""File permissions: only the operator may read names and codes in the folder of an instance."""

import logging
import os
import stat
from collections.abc import Iterator
from pathlib import Path

log = logging.getLogger("companion")
OTHERS = 0o077  # permission bits of other users
OURS = ("companion*", "secret*", "backups", "backups/**/*")  # files of the companion in a shared folder


def keep(folder: Path) -> None:
    """Make the folder if it is missing, and close it and our files in it to other users; warn of those it cannot close.

    Also set the umask, so that new files of this process are closed from the start."""
    os.umask(OTHERS)
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    if os.name == "nt":  # there a user's folders are closed to others by default
        return
    for path in (folder, *ours(folder)):
        if open_to_others(path) and not closed(path):
            log.warning("%s can be read by other users of this machine, and only its owner can change that.", path)


def ours(folder: Path) -> Iterator[Path]:
    """Yield the companion's files and folders there, without symbolic links."""
    for pattern in OURS:
        yield from (path for path in folder.glob(pattern) if not path.is_symlink())


def open_to_others(path: Path) -> bool:
    """True if other users have any permission on the file."""
    try:
        return bool(path.lstat().st_mode & OTHERS)
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

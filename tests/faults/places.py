"""Bad places: a small disk that is full or read-only while the companion serves."""

import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

SIZE = "2m"


class NoDisk(Exception):
    """No disk can be mounted here."""


@contextmanager
def small_disk(folder: Path) -> Iterator[Path]:
    """Yield a disk of a few pages, mounted on that folder.

    Raises:
        NoDisk: mounting needs Linux and root.
    """
    folder.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", f"size={SIZE}", "none", str(folder)]
    able = sys.platform == "linux" and shutil.which("mount")
    if not able or subprocess.run(command, capture_output=True).returncode:
        raise NoDisk("no disk can be mounted (that takes Linux and root)")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)


@contextmanager
def full(folder: Path) -> Iterator[None]:
    """Fill the disk to the last byte."""
    ballast = folder / "ballast"
    with ballast.open("wb", buffering=0) as file:
        try:
            while True:
                file.write(bytes(512))
        except OSError:
            pass
    try:
        yield
    finally:
        ballast.unlink()


@contextmanager
def read_only(folder: Path) -> Iterator[None]:
    """Remount the folder read-only; open files are not affected, so connections must be fresh."""
    subprocess.run(["mount", "--bind", str(folder), str(folder)], check=True)
    subprocess.run(["mount", "-o", "remount,bind,ro", str(folder)], check=True)
    try:
        yield
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)

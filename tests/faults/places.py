"""Bad places: the disk is full or read-only, or the database is removed or replaced, while it is served."""

import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from companion.app import create_app
from companion.sheet.ledger import EntryKind
from companion.storage.store import Store
from tests.faults.operations import WHY
from tests.support.phone import Phone
from tests.support.wire import Post

SIZE = "2m"
NAMES = {f"name{seat}": name for seat, name in enumerate(("Aki", "Ben", "Cy"))}


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


@contextmanager
def deleted(folder: Path) -> Iterator[None]:
    """Remove the database, and put it back."""
    file, aside = folder / "companion.db", folder / "aside"
    file.rename(aside)
    try:
        yield
    finally:
        aside.rename(file)


@contextmanager
def replaced(folder: Path) -> Iterator[None]:
    """Replace the database with an older copy, and put the original back."""
    file, aside = folder / "companion.db", folder / "aside"
    shutil.copy(file, folder / "copy")
    file.rename(aside)
    (folder / "copy").rename(file)
    try:
        yield
    finally:
        aside.rename(file)


PLACES = {"full": full, "read-only": read_only, "deleted": deleted, "replaced": replaced}
READABLE = {"full", "read-only"}  # places where the table can still be viewed


@dataclass
class Found:
    """Results of the posts at a bad place."""

    rounds: int = 0
    told: list[str] = field(default_factory=list)  # reasons of the acknowledged fines
    refused: int = 0
    wrong: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        wrong = "; ".join(self.wrong[:5]) or "nothing wrong"
        return f"{self.rounds} rounds, {len(self.told)} posts kept, {self.refused} refused: {wrong}"

    def expect(self, right: bool, words: str) -> None:
        """Note a fault unless the check is right."""
        if not right:
            self.wrong.append(f"round {self.rounds}: {words}")


class Table:
    """A match whose database is in a bad place now and then."""

    def __init__(self, folder: Path):
        app = create_app(folder)
        self.folder, self.phone, self.found = folder, Phone(app), Found()
        self.store: Store = app.extensions["companion.store"]
        self.code = self.phone.post("/new/kalooki", dealer=0, **NAMES).location.rsplit("/", 1)[1]

    def fine(self, reason: str) -> Post:
        """Return a form with a unique reason."""
        return Post.of(f"/m/{self.code}/adjust", seat=1, points=5, reason=reason, revision=len(self.found.told) + 1)

    def send(self, post: Post) -> int:
        """Post a form, note its reason if acknowledged, and return the status."""
        page = self.phone.send(post.path, [("key", post.key), *post.fields])
        if page.status == 303:
            self.found.told.append(dict(post.fields)["reason"])
        elif page.status == 503:
            self.found.expect(bool(WHY.search(page.said)), "503 without words")
        return page.status

    def round(self, name: str, place: Callable[..., object], fresh: bool) -> None:
        """Post before, at the bad place, and afterwards."""
        found = self.found
        self.send(self.fine(f"{found.rounds} before"))
        again = self.fine(f"{found.rounds} again")
        if fresh:
            self.store.engine.dispose()
        with place(self.folder):  # type: ignore[attr-defined]
            status = self.send(again)
            found.refused += status != 303
            found.expect(status == 503, f"answered {status} at the bad place")
            looked = self.phone.get(f"/m/{self.code}/board").status
            found.expect(looked == 200 if name in READABLE else looked in (200, 404, 503), f"looked at: {looked}")
        if fresh:
            self.store.engine.dispose()
        found.expect(self.send(again) == 303, "the same form is refused afterwards")
        found.expect(self.send(self.fine(f"{found.rounds} after")) == 303, "the next form is refused afterwards")
        found.rounds += 1

    def reckon(self) -> Found:
        """Compare the fines on the sheet with the acknowledged ones, and return all faults."""
        kept = [entry.reason for entry in self.store.match(self.code).sheet.entries if entry.kind == EntryKind.ADJUST]
        self.found.expect(sorted(kept) == sorted(self.found.told), "lost or doubled")
        return self.found


def endured(folder: Path, name: str, rounds: int, fresh: bool) -> Found:
    """Run this many rounds at that place, with fresh connections or the open ones."""
    table = Table(folder)
    for _ in range(rounds):
        table.round(name, PLACES[name], fresh)
    return table.reckon()

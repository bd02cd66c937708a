"""Power cuts: every possible disk state at every moment of an evening must contain all that was acknowledged."""

import shutil
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest
from sqlmodel import select

from companion.app import create_app
from companion.storage.database import engines
from companion.storage.database.files import open_store
from companion.storage.models import ReceiptRow
from tests.faults.disk import Disk, Image, laid, operations
from tests.faults.outbox import fines
from tests.faults.shim import Behind, Shim
from tests.support.phone import Phone
from tests.support.wire import Post

pytestmark = pytest.mark.file

SHIPPED = dict(engines.PRAGMAS)
Forms = Counter[str] | None  # stored forms by key; None if unreadable
WEAKENED = {
    "delete, full": SHIPPED | {"synchronous": 2},
    "wal, normal": SHIPPED | {"journal_mode": "wal", "synchronous": 1},
    "delete, off": SHIPPED | {"synchronous": 0},
}


@dataclass(frozen=True)
class Cut:
    """Results over all moments at which the power could go."""

    posts: int = 0
    distinct: int = 0  # images
    lost: int = 0  # images without a form that was acknowledged
    doubled: int = 0  # images with a form stored twice, or without its key
    broken: int = 0  # images that cannot be opened or read


def opened(folder: Path) -> str:
    """Open a match in a companion on that folder and return its code."""
    names = {f"name{seat}": name for seat, name in enumerate(("Aki", "Ben", "Cy", "Dee"))}
    return Phone(create_app(folder)).post("/new/kalooki", dealer=0, **names).location.rsplit("/", 1)[1]


def evening(folder: Path, log: Path, posts: Sequence[Post], pragmas: dict[str, object]) -> None:
    """Post forms to a companion on that folder and log each stored one.

    Only behind the library."""
    shim = Shim(folder, log)
    engines.PRAGMAS = pragmas
    phone = Phone(create_app(folder))
    for post in posts:
        if phone.send(post.path, [("key", post.key), *post.fields]).status == 303:
            shim.mark(post.key)


def power_cut(process: Behind, folder: Path, posts: int, more: int, pragmas: dict[str, object] = SHIPPED) -> Cut:
    """Play an evening of this many posts and check its disk states: two images a moment, and `more` random ones."""
    code = process.call(opened, folder / "evening")
    disk, log = Disk(folder / "evening"), folder / "log"
    process.call(evening, folder / "evening", log, fines(code, 1, posts)[0], pragmas)
    judging: Cut = process.call(judged, disk, log, folder / "images", code, more)
    return judging


def judged(disk: Disk, log: Path, folder: Path, code: str, more: int) -> Cut:
    """Check every image of every moment, identical ones only once. Only behind the library."""
    Shim(folder)  # fsync returns at once
    random, kept = Random(313), list[str]()
    found, counts = dict[int, Forms](), Counter[str]()
    for done in operations(log):
        if done.kind == "M":
            kept.append(done.data.decode())
        else:
            disk.do(done)
        for image in disk.images(random, more):
            alike = hash(tuple(sorted(image.items())))
            if alike not in found:
                found[alike] = read(image, folder / str(len(found)), code)
            counts[fault(found[alike], kept)] += 1
    counts.pop("", None)
    return Cut(len(kept), len(found), **counts)


def read(image: Image, folder: Path, code: str) -> Forms:
    """Return the forms stored in an image."""
    laid(image, folder)
    try:
        return forms(folder, code)
    except Exception:  # any error means that the scores are unreadable
        return None
    finally:
        shutil.rmtree(folder)


def forms(folder: Path, code: str) -> Forms:
    """Count each stored form in a folder, opened as the companion opens it."""
    store = open_store(folder / "companion.db", "after a power cut")
    try:
        entries = store.match(code).sheet.entries
        with store.reading() as session:
            keys = Counter(session.exec(select(ReceiptRow.key)))
        return keys + Counter({"": abs(len(entries) - keys.total())})
    finally:
        store.engine.dispose()


def fault(keys: Forms, acknowledged: Sequence[str]) -> str:
    """Return the fault of an image after these forms were acknowledged; "" if it is sound."""
    if keys is None:
        return "broken"
    if any(key not in keys for key in acknowledged):
        return "lost"
    return "doubled" if keys[""] or any(times > 1 for times in keys.values()) else ""


def test_after_a_power_cut_everything_acknowledged_is_there_once(shim: Behind, tmp_path: Path) -> None:
    found = power_cut(shim, tmp_path, posts=3, more=2)
    assert found.posts == 3
    assert found.distinct >= 80
    assert (found.lost, found.doubled, found.broken) == (0, 0, 0), found


@pytest.mark.parametrize("weaker", WEAKENED)
def test_a_weaker_journal_is_caught_losing_what_was_acknowledged(shim: Behind, tmp_path: Path, weaker: str) -> None:
    assert power_cut(shim, tmp_path, posts=2, more=0, pragmas=WEAKENED[weaker]).lost

"""Jumping clock: it is set back and forward by years during a match, and the ledger must keep its order.

Run by hand from the project's folder; it writes into a temporary folder, in a few seconds:

    python -m tests.faults.clock --rounds 200

It prints how far the clock jumped, and every fault found:

    200 posts, the clock set 200 times, back 98 times: nothing wrong
"""

import argparse
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from companion.app import create_app
from companion.sheet.ledger import EntryKind
from companion.storage.store import Store
from tests.faults.outbox import fines
from tests.faults.shim import behind, set_clock
from tests.support.phone import Phone

YEAR = 365 * 24 * 3600  # seconds
JUMPS = (-40 * YEAR, -YEAR, -3600, -1, 0, 1, 3600, YEAR, 200 * YEAR)


@dataclass
class Found:
    """Results of a match with a jumping clock."""

    posts: int = 0
    back: int = 0
    wrong: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        wrong = "; ".join(self.wrong[:5]) or "nothing wrong"
        return f"{self.posts} posts, the clock set {self.posts} times, back {self.back} times: {wrong}"


def jumping(folder: Path, rounds: int, seed: int = 313) -> Found:
    """Post this many forms, each sent twice and the clock set before each. Only behind the library."""
    app, random, found = create_app(folder), Random(seed), Found()
    phone, store = Phone(app), app.extensions["companion.store"]
    names = {f"name{seat}": name for seat, name in enumerate(("Aki", "Ben", "Cy", "Dee"))}
    code = phone.post("/new/kalooki", dealer=0, **names).location.rsplit("/", 1)[1]
    versions, ahead = [0], 0
    for post in fines(code, 1, rounds)[0]:
        before, ahead = ahead, random.choice(JUMPS)
        found.back += ahead < before
        set_clock(ahead)
        sent = [phone.send(post.path, [("key", post.key), *post.fields]).status for _ in range(2)]
        found.wrong += [f"answered {status}" for status in sent if status != 303]
        looked = [phone.get(path).status for path in ("/", f"/m/{code}", f"/m/{code}/board?seen={versions[-1]}")]
        found.wrong += [f"looked at: {looked}"] if looked != [200] * 3 else []
        versions.append(store.version(code))
        found.posts += 1
    return reckoned(found, store, code, versions)


def reckoned(found: Found, store: Store, code: str, versions: list[int]) -> Found:
    """Check that the entries are in posting order, each once, and that the version never decreased."""
    entries = [entry for entry in store.match(code).sheet.entries if entry.kind == EntryKind.ADJUST]
    if [entry.reason for entry in entries] != [f"0-{n}" for n in range(found.posts)]:
        found.wrong.append("not in the order they were posted in")
    if sorted(set(versions)) != versions:
        found.wrong.append("the version went back")
    if found.posts > 20 and sorted(entry.at for entry in entries) == [entry.at for entry in entries]:
        found.wrong.append("the clock did not jump")
    return found


def main() -> int:
    """Run this many jumps; return 1 if anything is wrong."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=200)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, behind() as process:
        found = process.call(jumping, Path(folder), options.rounds)
    print(found)
    return int(bool(found.wrong))


if __name__ == "__main__":
    sys.exit(main())

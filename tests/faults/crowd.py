"""Crowd test: fifty phones and three thousand posts in one match, every answer checked against the ledger.

Run by hand from the project's folder; it serves, posts and ends on loopback, in a few minutes:

    python -m tests.faults.crowd --phones 50 --posts 3000

It prints the number of posts by answer, the number of pages read, and every fault found:

    50 phones, 3000 posts in 95 s: {'303': 1210, '409': 1490, '422': 88, 'replays': 212, 'pages': 610, 'entries': 1123}
    faults: none

With --mistake late-lock or last-wins the server has that mistake planted in it, and it must be found.
"""

import argparse
import sys
import tempfile
import time
from pathlib import Path

from companion.app import create_app
from tests.faults.members import at_once, gathered
from tests.faults.mistakes import MISTAKES
from tests.faults.witness import Verdict, verdict
from tests.support.stage import NAME, Staged, staged
from tests.support.wire import Wire, opened

FAMILY = ("Aki", "Ben", "Cy", "Dee", "Emi", "Flo")


def crowd(server: Staged, fresh: Path, phones: int, posts: int, seed: int = 313) -> Verdict:
    """Let a crowd play one match and check it; `fresh` is the folder of a companion for the replay."""
    code = opened(Wire(server.port), FAMILY)
    members = gathered(server.port, f"{NAME}:{server.port}", code, FAMILY, phones, posts, seed)
    at_once(members)
    return verdict(server.store, code, members, create_app(fresh))


def main() -> int:
    """Run the crowd and print the verdict; return 1 if anything is wrong."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--phones", type=int, default=50)
    parser.add_argument("--posts", type=int, default=3000)
    parser.add_argument("--seed", type=int, default=313)
    parser.add_argument("--mistake", choices=MISTAKES, default="")
    options = parser.parse_args()
    started = time.monotonic()
    with tempfile.TemporaryDirectory() as folder, staged(Path(folder) / "served", options.mistake) as server:
        found = crowd(server, Path(folder) / "fresh", options.phones, options.posts, options.seed)
    took = time.monotonic() - started
    print(f"{options.phones} phones, {options.posts} posts in {took:.0f} s: {dict(found.counts)}")
    print(f"faults: {found.brief or 'none'}")
    for fault, details in found.faults.items():
        print(*(f"  {fault}: {detail}" for detail in details[:5]), sep="\n")
    return int(bool(found.brief))


if __name__ == "__main__":
    sys.exit(main())

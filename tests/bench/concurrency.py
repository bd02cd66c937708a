"""Fifty phones and three thousand posts at one match, and the ledger held against what every phone was told.

Run by hand from the project's folder; it serves, posts and ends on loopback, in a few minutes:

    python -m tests.bench.concurrency --phones 50 --posts 3000

With --mistake late-lock or last-wins the server has that mistake planted in it, and must be found out.
"""

import argparse
import tempfile
import time
from pathlib import Path

from companion.app import create_app
from tests.crowd import at_once, gathered
from tests.stage import MISTAKES, NAME, staged
from tests.wire import Wire, opened
from tests.witness import verdict

FAMILY = ("Aki", "Ben", "Cy", "Dee", "Emi", "Flo")


def main() -> None:
    """Let the crowd play, and print what the ledger says of it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--phones", type=int, default=50)
    parser.add_argument("--posts", type=int, default=3000)
    parser.add_argument("--seed", type=int, default=313)
    parser.add_argument("--mistake", choices=MISTAKES, default="")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, staged(Path(folder) / "served", options.mistake) as server:
        code = opened(Wire(server.port), FAMILY)
        host = f"{NAME}:{server.port}"
        members = gathered(server.port, host, code, FAMILY, options.phones, options.posts, options.seed)
        begun = time.monotonic()
        at_once(members)
        took = time.monotonic() - begun
        found = verdict(server.store, code, members, create_app(Path(folder) / "fresh"))
    print(f"{options.phones} phones, {options.posts} posts in {took:.0f} s: {dict(found.counts)}")
    print(f"faults: {found.brief or 'none'}")
    for fault, details in found.faults.items():
        print(*(f"  {fault}: {detail}" for detail in details[:5]), sep="\n")


if __name__ == "__main__":
    main()

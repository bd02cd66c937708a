"""Cost to a table in play of strangers who ask the referee all they can.

Run by hand from the project's folder; it serves, attacks and ends on loopback:

    python -m tests.bench.strangers --seconds 20

Eight strangers at different addresses repeat one thing for this long, in a separate process; ten phones poll the
table each second, and the host posts twice a second. `--without` shows the same without the guard.
"""

import argparse
import os
import tempfile
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from tests.support.stage import staged
from tests.support.strangers import ATTACKS, TIMED_OUT, playing, toll


def main() -> None:
    """Serve, run each kind of attack, and print the measurements at the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--only", help="attacks whose names hold this")
    parser.add_argument("--without", action="store_true", help="without the guard")
    options = parser.parse_args()
    print(f"load {os.getloadavg()[0]:.1f}; look p99, post worst, back: seconds; a phone gives up after {TIMED_OUT:g} s")
    with tempfile.TemporaryDirectory() as folder, ProcessPoolExecutor(1) as pool:
        for number, name in enumerate(ATTACKS):
            if options.only and options.only not in name:
                continue
            place = Path(folder) / str(number)
            with staged(place, "no-guard" if options.without else "") as server:
                seen = toll(name, playing(server), pool, options.seconds)
            print(
                f"{name:36} look {seen.look:6.3f}  post {max(seen.posts):6.3f}  back {seen.back:6.3f}  "
                f"failed {seen.failed}  of {len(seen.looks)} looks and {len(seen.posts)} posts; "
                f"{seen.answered} answers to strangers",
                flush=True,
            )


if __name__ == "__main__":
    main()

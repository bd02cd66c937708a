"""Benchmark of the home page with many matches, against the same page with few.

    python -m tests.bench.home SMALL LARGE

Both are instance folders, filled before by `COMPANION_INSTANCE=SMALL companion demo --matches 100` and
`COMPANION_INSTANCE=LARGE companion demo --matches 10000`. They are requested in turn in one process, so that the ratio
holds on a noisy machine; the goal is at most 1.5.
"""

import statistics
import sys
from pathlib import Path
from time import perf_counter

from companion.app import create_app

ROUNDS = 60


def main(folders: list[str]) -> None:
    """Print the median of each in ms, and their ratio."""
    clients = [create_app(Path(folder)).test_client() for folder in folders]
    times: list[list[float]] = [[] for _ in clients]
    for _ in range(ROUNDS):
        for client, taken in zip(clients, times, strict=True):
            started = perf_counter()
            assert client.get("/").status_code == 200
            taken.append(perf_counter() - started)
    medians = [1000 * statistics.median(taken) for taken in times]
    for folder, median in zip(folders, medians, strict=True):
        print(f"{folder}: {median:.1f} ms")
    print(f"ratio {medians[1] / medians[0]:.2f}")


if __name__ == "__main__":
    main(sys.argv[1:3])

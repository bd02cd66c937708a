"""Lighthouse over every kind of screen, as a phone and as a laptop: performance, accessibility, best practices, SEO.

    npm install lighthouse              # anywhere but in the project
    python -m tests.bench.lighthouse PATH/TO/node_modules/.bin/lighthouse [NAME …]

It serves a companion with matches on loopback and prints a line for each screen: the four scores and the layout shift
(CLS), and below it the failed audits. The audit for indexing by search engines is skipped, as no page may be indexed
(`X-Robots-Tag: noindex`). With names only the screens whose name contains one of them are measured.
"""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from tests.support.screens import screens, seeded
from tests.support.table import CHROMIUM, FLAGS, Served, store_in

KINDS = ("performance", "accessibility", "best-practices", "seo")
AS = {"phone": [], "phone, ja": ['--extra-headers={"Accept-Language": "ja"}'], "laptop": ["--preset=desktop"]}
LIMIT = 120  # timeout of one page in seconds
OTHER_GAMES = ("three-thirteen", "five-crowns")  # the same screens with other words


def reported(lighthouse: str, address: str, options: Sequence[str]) -> dict[str, Any]:
    """Return Lighthouse's report on one page."""
    command = [lighthouse, address, "--quiet", "--output=json", f"--only-categories={','.join(KINDS)}", *options]
    command += ["--skip-audits=is-crawlable", f"--chrome-flags={' '.join(FLAGS)}"]
    environment = {**os.environ, "CHROME_PATH": str(CHROMIUM)}
    with tempfile.NamedTemporaryFile() as told:  # a pipe would get only the first 64 kB
        command.append(f"--output-path={told.name}")
        subprocess.run(command, capture_output=True, timeout=LIMIT, env=environment, check=False)
        text = Path(told.name).read_text()
    found: dict[str, Any] = json.loads(text) if text else {"categories": {}, "audits": {}}
    return found


def objections(report: dict[str, Any]) -> Iterator[str]:
    """Yield the weighted audits that failed."""
    for kind in report["categories"].values():
        for audit in kind["auditRefs"]:
            score = report["audits"][audit["id"]]["score"]
            if audit["weight"] and score is not None and score < 0.9:
                yield f"{audit['id']} {report['audits'][audit['id']].get('displayValue', '')}".strip()


def line(report: dict[str, Any]) -> str:
    """Return the four scores of a page and its layout shift."""
    scores = [report["categories"].get(kind, {}).get("score") for kind in KINDS]
    shift = report["audits"].get("cumulative-layout-shift", {}).get("numericValue")
    figures = " ".join("  –" if score is None else f"{100 * score:3.0f}" for score in scores)
    return f"{figures}  {'–' if shift is None else f'{shift:.3f}'}"


def main(lighthouse: str, *wanted: str) -> None:
    """Measure the screens and print them."""
    with tempfile.TemporaryDirectory() as folder:
        paths = screens(seeded(store_in(Path(folder))))
        served = Served(Path(folder))
        try:
            for name, path in paths.items():
                if name.startswith(OTHER_GAMES) or (wanted and not any(one in name for one in wanted)):
                    continue
                for width, options in AS.items():
                    report = reported(lighthouse, served.address + path, options)
                    print(f"{line(report)}  {width:9} {name}", *objections(report), sep="\n    ", flush=True)
        finally:
            served.kill()


if __name__ == "__main__":
    main(*sys.argv[1:])

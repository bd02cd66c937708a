"""Plants one error at a time in a copy of the law, and tells which lines of the casebooks fail there."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from companion.games import GAMES
from companion.referee import answer
from tests.support.casebook import CASES, casebook

ROOT = Path(__file__).parents[2]
LAW = ("__init__.py", "referee.py", "rules", "games")  # the part of the companion that rules
ENVIRONMENT = dict(os.environ)  # read once: the threads of the pool must not meet a test that changes it


class Planted(NamedTuple):
    """One error: the rule it breaks, what it means at the table, and the text it puts in place of some text of law."""

    rule: str
    meaning: str
    module: str
    find: str
    replace: str

    def into(self, law: Path) -> None:
        """Write the error into that copy of the law; the text must be there exactly once, or the law has moved."""
        source = (law / self.module).read_text("utf-8")
        times = source.count(self.find)
        assert times == 1, f"{self.module} has it {times} times: {self.find}"
        (law / self.module).write_text(source.replace(self.find, self.replace), "utf-8")


def errors_of(game: str) -> Path:
    """Where the errors planted in the law of a game are listed."""
    return CASES / "planted" / f"{game}.txt"


def planted(game: str) -> Iterator[Planted]:
    """The errors of tests/cases/planted/<game>.txt, four lines each; none where there is no such file."""
    if not errors_of(game).exists():
        return
    text = (line.strip() for line in errors_of(game).read_text("utf-8").splitlines())
    lines = iter([line for line in text if line and not line.startswith("#")])
    for title, module, find, replace in zip(lines, lines, lines, lines, strict=True):
        rule, _, meaning = title.partition(" ")
        assert (find[0], replace[0]) == ("-", "+"), title
        yield Planted(rule, meaning.strip(), module, find[1:].strip(), replace[1:].strip())


def failing(error: Planted | None = None) -> list[str]:
    """The lines of the casebooks that fail in a copy of the law; with an error planted there, the first on its rule."""
    with TemporaryDirectory() as folder:
        law = Path(folder, "companion")
        law.mkdir()
        for part in LAW:
            copy = shutil.copytree if (ROOT / "companion" / part).is_dir() else shutil.copy2
            copy(ROOT / "companion" / part, law / part)
        if error:
            error.into(law)
        # The folder a module is run from comes first, so the copy is what is asked; it needs no packages (-S).
        asked = subprocess.run(
            [sys.executable, "-S", "-m", "tests.support.planted", *([error.rule] if error else [])],
            cwd=folder,
            env={**ENVIRONMENT, "PYTHONPATH": str(ROOT)},
            capture_output=True,
            text=True,
        )
    assert not asked.returncode, f"the law does not run: {asked.stderr[-600:]}"
    told: list[str] = json.loads(asked.stdout)
    return told


def wrong_lines(rule: str = "") -> Iterator[str]:
    """The lines of the casebooks that do not hold under the law imported here; only those on a rule, if one is named.

    What cannot be read rests on no rule, so such a line may be about any."""
    for game in GAMES:
        for case in casebook(game):
            if (not rule or rule in case.cites or "error" in case.claim) and not case.holds(answer(case.question)):
                yield case.line


if __name__ == "__main__":
    found = wrong_lines(*sys.argv[1:])
    print(json.dumps([*islice(found, 1)] if sys.argv[1:] else [*found]))

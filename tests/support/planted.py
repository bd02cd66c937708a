"""The errors that are planted one at a time in the law, and which lines of the casebooks fail there."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from tests.support.casebook import CASES

ROOT = Path(__file__).parents[2]


class Planted(NamedTuple):
    """One error: the rule it breaks, what it means at the table, and the text it puts in place of some text of law."""

    rule: str
    meaning: str
    module: str
    find: str
    replace: str

    @property
    def file(self) -> Path:
        """The module of law it is planted in."""
        return ROOT / "companion" / self.module

    def source(self) -> str:
        """The module with the error in it; the text must be there exactly once, or the law has moved."""
        text = self.file.read_text("utf-8")
        times = text.count(self.find)
        assert times == 1, f"{self.module} has it {times} times: {self.find}"
        return text.replace(self.find, self.replace)


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


class Law:
    """A process that knows the law by heart, and asks the casebooks with one error at a time planted in it."""

    def __init__(self, process: "subprocess.Popen[str]"):
        self._process = process

    def failing(self, error: Planted | None = None) -> list[str]:
        """The lines of the casebooks that fail; with an error planted, the first on its rule."""
        asked = {"rule": error.rule, "file": str(error.file), "source": error.source()} if error else {}
        told = self._told(asked)
        assert "failing" in told, f"the law does not run: {told}"
        return list(told["failing"])

    def _told(self, asked: dict[str, str]) -> dict[str, Any]:
        assert self._process.stdin and self._process.stdout
        self._process.stdin.write(json.dumps(asked) + "\n")
        self._process.stdin.flush()
        return dict(json.loads(self._process.stdout.readline() or '{"ended": true}'))


@contextmanager
def law() -> Iterator[Law]:
    """Such a process, gone after the block; it needs no packages (-S)."""
    command = [sys.executable, "-S", "-m", "tests.support.planting"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    pipe = subprocess.PIPE
    with subprocess.Popen(command, cwd=ROOT, env=environment, stdin=pipe, stdout=pipe, text=True) as process:
        yield Law(process)
        assert process.stdin
        process.stdin.close()

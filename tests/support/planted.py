"""Mutation tests of the law: one error is planted at a time, and the failing casebook lines are collected."""

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
    """One planted error: the rule it breaks, its meaning for players, and the text it replaces in the law."""

    rule: str
    meaning: str
    module: str
    find: str
    replace: str

    @property
    def file(self) -> Path:
        """The law module with the error."""
        return ROOT / "companion" / self.module

    def source(self) -> str:
        """Return the module's source with the error in it; fail unless the replaced text occurs exactly once."""
        text = self.file.read_text("utf-8")
        times = text.count(self.find)
        assert times == 1, f"{self.module} has it {times} times: {self.find}"
        return text.replace(self.find, self.replace)


def errors_of(game: str) -> Path:
    """Return the file that lists the errors for the law of a game."""
    return CASES / "planted" / f"{game}.txt"


def planted(game: str) -> Iterator[Planted]:
    """Yield the errors of tests/cases/planted/<game>.txt, four lines each; nothing if there is no file."""
    if not errors_of(game).exists():
        return
    text = (line.strip() for line in errors_of(game).read_text("utf-8").splitlines())
    lines = iter([line for line in text if line and not line.startswith("#")])
    for title, module, find, replace in zip(lines, lines, lines, lines, strict=True):
        rule, _, meaning = title.partition(" ")
        assert (find[0], replace[0]) == ("-", "+"), title
        yield Planted(rule, meaning.strip(), module, find[1:].strip(), replace[1:].strip())


class Law:
    """A process with the law preloaded that runs the casebooks with one planted error at a time."""

    def __init__(self, process: "subprocess.Popen[str]"):
        self._process = process

    def failing(self, error: Planted | None = None) -> list[str]:
        """Return the failing lines of the casebooks; with an error planted, the first one about its rule."""
        asked = {"rule": error.rule, "file": str(error.file), "source": error.source()} if error else {}
        told = self._told(asked)
        assert "failing" in told, f"the law does not run with {error}: {told}"
        return list(told["failing"])

    def _told(self, asked: dict[str, str]) -> dict[str, Any]:
        assert self._process.stdin and self._process.stdout
        self._process.stdin.write(json.dumps(asked) + "\n")
        self._process.stdin.flush()
        return dict(json.loads(self._process.stdout.readline() or '{"ended": true}'))


@contextmanager
def law() -> Iterator[Law]:
    """Yield a running process, ended after the block; it needs no packages (-S)."""
    command = [sys.executable, "-S", "-m", "tests.support.planting"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    pipe = subprocess.PIPE
    with subprocess.Popen(command, cwd=ROOT, env=environment, stdin=pipe, stdout=pipe, text=True) as process:
        yield Law(process)
        assert process.stdin
        process.stdin.close()

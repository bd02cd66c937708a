"""Asks the casebooks under the law with an error in it: a line of JSON in for each error, a line of JSON out.

The law is read once. Each error is planted in a fork of this process, which makes anew from what was read all that may
rest on the module it is planted in."""

import importlib
import json
import os
import sys
from collections.abc import Iterator
from importlib.machinery import SOURCE_SUFFIXES, FileFinder, SourceFileLoader
from itertools import islice
from pathlib import Path
from types import CodeType, ModuleType

ROOT = Path(__file__).parents[2]
LAW = ("companion", "companion.referee", "companion.rules", "companion.games")  # the part of the companion that rules
BOOKS = "tests.support.casebook"
HERE = ("companion", "tests")  # what is made anew


class ByHeart(SourceFileLoader):
    """Loads a module from what was read of it the first time."""

    read: dict[str, CodeType] = {}
    made: list[str] = []  # the names of the modules, in the order in which they were finished
    made_before: dict[str, list[str]] = {}  # and of those finished before one began: they do not rest on it

    def get_code(self, fullname: str) -> CodeType | None:
        """The code of a module."""
        if self.path not in self.read and (code := super().get_code(fullname)):
            self.read[self.path] = code
        return self.read[self.path]

    def exec_module(self, module: ModuleType) -> None:
        """Make a module, and keep what was made before it."""
        self.made_before[self.path] = [*self.made]
        super().exec_module(module)
        self.made.append(module.__name__)


def wrong_lines(rule: str = "") -> Iterator[str]:
    """The lines of the casebooks that do not hold under the law imported now; only those on a rule, if one is named.

    What cannot be read rests on no rule, so such a line may be about any."""
    games, referee, books = map(importlib.import_module, ("companion.games", "companion.referee", BOOKS))
    for game in games.GAMES:
        for case in books.casebook(game, (rule, "unreadable")):
            asked = not rule or rule in case.cites or "error" in case.claim
            if asked and not case.holds(referee.answer(case.question)):
                yield case.line


def answered(asked: dict[str, str]) -> dict[str, object]:
    """The lines that fail, or why the law does not run."""
    try:
        if asked:
            forget(asked["file"])
            ByHeart.read[asked["file"]] = compile(asked["source"], asked["file"], "exec")
        failing = [*islice(wrong_lines(asked.get("rule", "")), 1 if asked else None)]
    except Exception as error:
        return {"broken": repr(error)}
    return {"failing": failing} if not elsewhere() else {"rests on": elsewhere()}


def ours(folder: str) -> FileFinder:
    """Finds what is imported from this folder, if it is one of ours."""
    path = Path(folder).resolve()
    if path != ROOT and not any(path.is_relative_to(ROOT / name) for name in HERE):
        raise ImportError
    return FileFinder(folder, (ByHeart, SOURCE_SUFFIXES))


def elsewhere() -> list[str]:
    """The modules of the companion that were imported and are not of the law."""
    ours = (name for name in sys.modules if name.partition(".")[0] == "companion")
    return [name for name in ours if ".".join(name.split(".")[:2]) not in LAW]


def forget(file: str) -> None:
    """Let the module in that file, and everything that may rest on it, be imported anew from what was read."""
    for name in [name for name in sys.modules if name.partition(".")[0] in HERE]:
        if name not in ByHeart.made_before[file]:
            del sys.modules[name]
            package, _, module = name.rpartition(".")
            if package in sys.modules:
                delattr(sys.modules[package], module)


def main() -> None:
    """Answer each line of the input in a fork."""
    sys.path_hooks.insert(0, ours)
    sys.path_importer_cache.clear()
    [*wrong_lines("none")]
    for line in sys.stdin:
        if not (child := os.fork()):
            print(json.dumps(answered(json.loads(line))), flush=True)
            os._exit(0)
        os.waitpid(child, 0)


if __name__ == "__main__":
    main()

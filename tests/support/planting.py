"""Runs the casebooks against the law with one planted error: one line of JSON in for each error, one line out.

The law is compiled once. Each error is planted in a fork of this process, which reimports from the cached code every
module that may depend on the changed one."""

import dataclasses
import importlib
import json
import os
import sys
from collections.abc import Iterator
from functools import cache
from importlib.machinery import SOURCE_SUFFIXES, FileFinder, SourceFileLoader
from itertools import islice
from pathlib import Path
from types import CodeType, ModuleType

ROOT = Path(__file__).parents[2]
LAW = ("companion", "companion.referee", "companion.rules", "companion.games")  # packages of the law
BOOKS = "tests.support.casebook"
HERE = ("companion", "tests")  # packages reimported in each fork


class ByHeart(SourceFileLoader):
    """Loader that compiles a module once and caches the code."""

    read: dict[str, CodeType] = {}
    made: list[str] = []  # names of the modules, in the order they finished importing
    made_before: dict[str, list[str]] = {}  # by file: modules finished before it began, so not dependent on it

    def get_code(self, fullname: str) -> CodeType | None:
        """Return the cached code of a module."""
        if self.path not in self.read and (code := super().get_code(fullname)):
            self.read[self.path] = code
        return self.read[self.path]

    def exec_module(self, module: ModuleType) -> None:
        """Execute a module, and record which ones were finished before it."""
        self.made_before[self.path] = [*self.made]
        super().exec_module(module)
        self.made.append(module.__name__)


@cache
def compiled(source: str) -> CodeType:
    """Return the code of a method that a dataclass is given."""
    return compile(source, "<string>", "exec")


def wrong_lines(rule: str = "") -> Iterator[str]:
    """Yield the casebook lines that fail under the imported law; only those on a rule, if one is named.

    A question that cannot be read cites no rule, so its line is always included."""
    games, referee, books = map(importlib.import_module, ("companion.games", "companion.referee", BOOKS))
    for game in games.GAMES:
        for case in books.casebook(game, (rule, "unreadable")):
            asked = not rule or rule in case.cites or "error" in case.claim
            if asked and not case.holds(referee.answer(case.question)):
                yield case.line


def answered(asked: dict[str, str]) -> dict[str, object]:
    """Return the failing lines, or the reason why the law does not run."""
    try:
        if asked:
            forget(asked["file"])
            ByHeart.read[asked["file"]] = compile(asked["source"], asked["file"], "exec")
        failing = [*islice(wrong_lines(asked.get("rule", "")), 1 if asked else None)]
    except Exception as error:
        return {"broken": repr(error)}
    return {"failing": failing} if not elsewhere() else {"rests on": elsewhere()}


def ours(folder: str) -> FileFinder:
    """Return a finder for this folder; ImportError if it is not part of the project."""
    path = Path(folder).resolve()
    if path != ROOT and not any(path.is_relative_to(ROOT / name) for name in HERE):
        raise ImportError
    return FileFinder(folder, (ByHeart, SOURCE_SUFFIXES))


def elsewhere() -> list[str]:
    """Return the imported modules of the companion outside the law."""
    ours = (name for name in sys.modules if name.partition(".")[0] == "companion")
    return [name for name in ours if ".".join(name.split(".")[:2]) not in LAW]


def forget(file: str) -> None:
    """Unload the module in that file and every module that may depend on it, for a reimport from the cached code."""
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
    dataclasses.exec = lambda source, *scopes: exec(compiled(source), *scopes)  # type: ignore[attr-defined]
    [*wrong_lines("none")]
    for line in sys.stdin:
        if not (child := os.fork()):
            print(json.dumps(answered(json.loads(line))), flush=True)
            os._exit(0)
        os.waitpid(child, 0)


if __name__ == "__main__":
    main()

"""Glossary: words that CONTRIBUTING has retired are no longer names in the code."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
MODULES = sorted((ROOT / "companion").rglob("*.py"))
ROW = re.compile(r"^\| (.+?) \| .+? \| (`.+`) \|$", re.MULTILINE)
PUT_AWAY = [
    (word, use)
    for use, words in ROW.findall((ROOT / ".github" / "CONTRIBUTING.md").read_text("utf-8"))
    for word in re.findall(r"`(\w+)`", words)
]


def names_in(module: Path) -> Iterator[str]:
    """Yield every name that a module defines or uses, beginning with the names of the module and its folder."""
    yield from (module.stem, module.parent.name)
    for node in ast.walk(ast.parse(module.read_text("utf-8"))):
        yield from (
            name for part in ("id", "attr", "name", "arg", "asname") if isinstance(name := getattr(node, part, 0), str)
        )


@cache
def names() -> dict[str, Path]:
    """Return every name in the code, with a module that has it."""
    return {name: module for module in MODULES for name in names_in(module)}


def test_the_glossary_has_its_words() -> None:
    assert len(PUT_AWAY) > 10 and len(names()) > 1000


@pytest.mark.parametrize(("word", "use"), PUT_AWAY)
def test_a_word_that_was_put_away_names_nothing(word: str, use: str) -> None:
    assert word not in names(), f"{names()[word]} says {word}; the word is {use}"

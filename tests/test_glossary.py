"""Glossary: words that CONTRIBUTING has retired are no longer names in the code."""

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
MODULES = sorted((ROOT / "companion").rglob("*.py"))
TESTS = sorted((ROOT / "tests").rglob("*.py"))
COY = re.compile(  # words that hide who does what
    r"so (?:many|much)\b|\bof its own\b|\banew\b|\bwhoever\b|\bsomebody\b|\bnobody\b|\bunfit\b|\bby itself\b"
    r"|\bis none\b(?! of)|\botherwise\b|\bat table\b|\bas may be\b|\bmends?\b",
    re.IGNORECASE,
)
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


def docstrings(module: Path) -> Iterator[str]:
    """Yield the docstrings of a module, its classes and its functions."""
    for node in ast.walk(ast.parse(module.read_text("utf-8"))):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and (said := ast.get_docstring(node)):
            yield said


def comments(module: Path) -> Iterator[str]:
    """Yield the comments of a module."""
    tokens = tokenize.generate_tokens(io.StringIO(module.read_text("utf-8")).readline)
    yield from (token.string for token in tokens if token.type == tokenize.COMMENT)


def test_a_docstring_begins_with_a_verb_or_a_noun() -> None:
    said = [docstring for module in (*MODULES, *TESTS) for docstring in docstrings(module)]
    asking = [one for one in said if re.match(r"(?:What|Whether|Who|How|Which|Where)\b", one)]
    assert len(said) > 3000 and len(asking) <= len(said) / 100, asking


def test_docstrings_and_comments_are_in_plain_words() -> None:
    said = [one for module in (*MODULES, *TESTS) for one in (*docstrings(module), *comments(module))]
    coy = [one for one in said if COY.search(one)]
    assert len(coy) <= len(said) / 100, coy


def test_papers_are_in_plain_words() -> None:
    papers = [ROOT / "README.md", *(ROOT / ".github").glob("*.md"), *(ROOT / ".github" / "docs").glob("*.md")]
    sentences = [one for paper in papers for one in re.split(r"(?<=[.:;])\s+", paper.read_text("utf-8"))]
    coy = [one for one in sentences if COY.search(one)]
    assert len(sentences) > 300 and len(coy) <= len(sentences) / 100, coy

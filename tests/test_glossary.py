"""Glossary: words that CONTRIBUTING has retired are no longer names in the code."""

import ast
import re
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]
MODULES = sorted((ROOT / "companion").rglob("*.py"))
TESTS = sorted((ROOT / "tests").rglob("*.py"))
COY = re.compile(  # words that hide who does what
    r"so (?:many|much|few)\b|\bbegun\b|\bof its own\b|\banew\b|\bwhoever\b|\bsomebody\b|\bnobody\b"
    r"|\bunfit\b|\bby itself\b|\bis none\b(?! of)|\botherwise\b|\bat table\b|\bas may be\b|\bmends?\b",
    re.IGNORECASE,
)
PRIVATE = re.compile(r"(?:\b|_)(?:begun|anew|whoever)(?:\b|_)", re.IGNORECASE)
ROW = re.compile(r"^\| (.+?) \| .+? \| (`.+`) \|$", re.MULTILINE)
PUT_AWAY = [
    (word, use)
    for use, words in ROW.findall((ROOT / ".github" / "CONTRIBUTING.md").read_text("utf-8"))
    for word in re.findall(r"`(\w+)`", words)
]


@cache
def read(module: Path) -> tuple[set[str], list[str]]:
    """Return every name that a module defines or uses, with its own and its folder's, and all its docstrings."""
    names, said = {module.stem, module.parent.name}, []
    for node in ast.walk(ast.parse(module.read_text("utf-8"))):
        parts = (getattr(node, part, 0) for part in ("id", "attr", "name", "arg", "asname"))
        names |= {name for name in parts if isinstance(name, str)}
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and (docstring := ast.get_docstring(node)):
            said.append(docstring)
    return names, said


@cache
def names() -> dict[str, Path]:
    """Return every name in the code, with a module that has it."""
    return {name: module for module in MODULES for name in read(module)[0]}


def test_the_glossary_has_its_words() -> None:
    assert len(PUT_AWAY) > 10 and len(names()) > 1000


def test_a_word_that_was_put_away_names_nothing() -> None:
    assert [f"{names()[word]} says {word}; the word is {use}" for word, use in PUT_AWAY if word in names()] == []


def comments(module: Path) -> list[str]:
    """Return the comments of a module; a text with a # before a space passes for one."""
    return re.findall(r"(?:^|\s)# .*$", module.read_text("utf-8"), re.MULTILINE)


def test_a_docstring_begins_with_a_verb_or_a_noun() -> None:
    said = [docstring for module in (*MODULES, *TESTS) for docstring in read(module)[1]]
    asking = [one for one in said if re.match(r"(?:What|Whether|Who|How|Which|Where)\b", one)]
    assert len(said) > 3000 and len(asking) <= len(said) / 100, asking


def test_docstrings_and_comments_are_in_plain_words() -> None:
    said = [one for module in (*MODULES, *TESTS) for one in (*read(module)[1], *comments(module))]
    coy = [one for one in said if COY.search(one)]
    assert len(coy) <= len(said) / 1000, coy


def test_no_name_and_no_message_has_a_private_word() -> None:
    catalogue = (ROOT / "companion" / "locale" / "messages.pot").read_text("utf-8")
    said = {name for module in (*MODULES, *TESTS) for name in read(module)[0]} | set(catalogue.splitlines())
    assert [one for one in sorted(said) if PRIVATE.search(one)] == []


def test_papers_are_in_plain_words() -> None:
    papers = [ROOT / "README.md", *(ROOT / ".github").glob("*.md"), *(ROOT / ".github" / "docs").glob("*.md")]
    sentences = [one for paper in papers for one in re.split(r"(?<=[.:;])\s+", paper.read_text("utf-8"))]
    coy = [one for one in sentences if COY.search(one)]
    assert len(sentences) > 300 and len(coy) <= len(sentences) / 100, coy

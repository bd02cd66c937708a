"""Stylesheets: each selector occurs in one place only, and only [hidden] is important."""

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

SHEETS = sorted((Path(__file__).parents[1] / "static").glob("*.css"))
CSS = re.sub(r"/\*.*?\*/", "", "".join(sheet.read_text() for sheet in SHEETS), flags=re.DOTALL)
ONE_PASS = (
    "@layer base",
    "@layer layout",
    "@layer components",
    "@layer screens",
)  # layers counted as one: a selector has one rule in all of them


def rules() -> Iterator[tuple[str, str, str]]:
    """Yield every rule: its layer and media query, its selector, its declarations."""
    around: list[str] = []
    for text, brace in re.findall(r"([^{}]*)([{}])", CSS.replace(";\n", ";")):
        if brace == "{":
            around.append(" ".join(text.split(";")[-1].split()))
        else:
            selector = around.pop()
            if not selector.startswith("@"):
                yield " ".join(around), selector, text


def test_a_selector_has_one_rule() -> None:
    homes = Counter(("" if where in ONE_PASS else where, selector) for where, selector, _ in rules())
    assert len(homes) > 400
    assert [home for home, times in homes.items() if times > 1] == []


def test_only_what_is_hidden_is_important() -> None:
    assert [selector for _, selector, said in rules() if "!important" in said] == ["[hidden]"]

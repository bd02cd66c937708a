"""The stylesheets: each selector says all it has to say in one place, and nothing shouts."""

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
)  # written as one: a rule has one home


def rules() -> Iterator[tuple[str, str, str]]:
    """Every rule with where it stands: the layer and the media query, its selector, its declarations."""
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

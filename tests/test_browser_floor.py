"""Browser floor: the README's oldest browsers support every property, selector and call of a page, or it is excused.

tests/cases/browser-support.json has, for each of iOS Safari, Chrome, Firefox and Samsung Internet, the first version
that supports a feature (null: none does), taken from MDN's browser-compat-data 8.1.9 (CC0).
"""

import json
import re
from itertools import chain

from tests.support.casebook import CASES
from tests.test_architecture import ROOT

FLOOR = {"iOS": (16, 0), "Chrome": (108,), "Firefox": (121,), "Samsung Internet": (23,)}
SUPPORT = json.loads((CASES / "browser-support.json").read_text())
SHEETS = {path.name: re.sub(r"/\*.*?\*/", "", path.read_text(), flags=re.S) for path in (ROOT / "static").glob("*.css")}
SCRIPTS = {path.name: re.sub(r"//[^\n]*", "", path.read_text()) for path in (ROOT / "static").glob("*.js")}
KINDS = {
    "property": r"(?<=[{;\s])(-?[a-z][a-z-]+)\s*:(?=[^:])",
    "selector": r"(?<![\w-]):{1,2}([a-z][a-z-]+)(?=[\s,{(:.)>+~\[])",
    "at-rule": r"@([a-z-]+)",
    "function": r"(?<![\w-])([a-z][a-z-]+)\(",
    "unit": r"\d(dvh|svh|lvh|dvw|cqw|cqh|lh|rlh|cap|ic)\b",
}
# Newer than the floor, each with the fallback of an older browser.
EXCUSED = {
    "light-dark": "inside @supports; without it the colours of the light house",
    "-webkit-tap-highlight-color": "a tap is not tinted where the engine tints none",
    "accent-color": "a tick in the engine's own blue",
    "box-decoration-break": "a mark over two lines has no round ends at the break",
    "content-visibility": "all of a page is laid out at once; printed chapters stay as they are folded",
    "forced-color-adjust": "the engine's own contrast colours on cards too",
    "outline": "the ring around what has the focus has square corners",
    "overscroll-behavior": "a sheet may pull the page along",
    "overscroll-behavior-y": "a pull on a pad that has nothing to scroll may reload it",
    "resize": "a text field keeps its size on phones",
    "scrollbar-width": "the bar under a row of chips shows",
    "text-size-adjust": "the engine chooses the size of letters on its side",
    "text-wrap": "lines are as long as they come",
    "user-select": "beside the prefixed property that the engine knows",
    "details-content": "printed chapters stay as they are folded",
    "lh": "behind a height in em that is overridden",
    ".audioSession": "asked before it is used; music may stop",
    ".canShare": "asked before it is used; the picture is saved instead of shared",
    ".share(": "asked before it is used; the link is copied",
    ".requestFullscreen": "asked before it is used; the button does not show",
    ".wakeLock": "asked before it is used; a silent video keeps the screen on",
}


def used() -> dict[str, str]:
    """Return every newer feature that a page uses, with the file that uses it."""
    found = {}
    for kind, pattern in KINDS.items():
        for file, text in SHEETS.items():
            found |= {name: file for name in re.findall(pattern, text) if name in SUPPORT[kind]}
    for file, text in SCRIPTS.items():
        found |= {name: file for name in SUPPORT["script"] if name in text}
    return found


def newer(name: str) -> bool:
    """Return whether one of the oldest browsers does not support it yet."""
    versions = next(kind[name] for kind in SUPPORT.values() if name in kind)
    known = [tuple(map(int, version.split("."))) if version else None for version in versions]
    return any(version is None or version > least for version, least in zip(known, FLOOR.values(), strict=True))


def test_what_is_newer_than_the_oldest_browsers_is_excused_and_nothing_else_is() -> None:
    late = {name: file for name, file in used().items() if newer(name)}
    assert set(late) == set(EXCUSED), (set(late) ^ set(EXCUSED), late)


def test_every_property_of_a_stylesheet_has_its_versions_on_record() -> None:
    properties = chain.from_iterable(
        re.findall(r"[{;]\s*(-?[a-z][a-z-]+)\s*:(?=[^:{]*[;}])", text) for text in SHEETS.values()
    )
    unknown = {name for name in properties if not name.startswith("--")} - set(SUPPORT["property"]) - PREFIXED
    assert not unknown, f"look these up in MDN's browser-compat-data and add them: {sorted(unknown)}"


def test_nothing_is_clipped_on_one_axis_where_safari_16_0_paints_no_text() -> None:
    assert not [file for file, text in SHEETS.items() if re.search(r"overflow-[a-z]+:\s*clip", text)]


PREFIXED = {
    f"-webkit-{name}"
    for name in "box-orient line-clamp box-decoration-break text-size-adjust user-select touch-callout".split()
}


def test_the_readme_names_the_oldest_browsers() -> None:
    readme = (ROOT / "README.md").read_text()
    for browser, version in FLOOR.items():
        assert f"{browser} {'.'.join(map(str, version))}" in readme


def test_a_call_that_is_missing_in_old_browsers_is_found() -> None:
    assert newer("structuredClone") is False and newer("Object.groupBy") and newer("startViewTransition")
    assert "AbortSignal.timeout" not in used() and "Object.groupBy" not in used()


def test_no_paper_fades_through_grey_where_safari_16_0_takes_transparent_for_black() -> None:
    fading = re.compile(r"gradient\([^;]*?var\(--(?:paper|table|well)\)[^,;]*, transparent")
    assert not [file for file, text in SHEETS.items() if fading.search(text)]

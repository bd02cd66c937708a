"""Stylesheets as they are sent: a browser reads the same rules from them as from the files."""

from pathlib import Path
from typing import Any

import pytest

from companion.web.static_files import minified

pytestmark = pytest.mark.file  # the kind of database makes no difference
STATIC = Path(__file__).parents[2] / "static"
RULES = """(text) => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  return [...sheet.cssRules].map((rule) => rule.cssText);
}"""


def test_a_minified_stylesheet_has_the_rules_of_its_file(browser: Any) -> None:
    page = browser.new_page()
    for file in sorted(STATIC.glob("*.css")):
        rules = page.evaluate(RULES, file.read_text(encoding="utf-8"))
        assert rules and page.evaluate(RULES, minified(file)) == rules, file.name
    page.close()

"""Choice of language, and its texts."""

import pytest
from flask import Flask

from companion.language import LANGUAGES, of_terminal, translations
from companion.rules.text import ENGLISH
from companion.web.view.language import preferred

pytestmark = pytest.mark.file


@pytest.mark.parametrize(
    ("header", "code"),
    [
        ("", "en"),
        ("ja", "ja"),
        ("ja-JP,ja;q=0.9,en;q=0.8", "ja"),
        ("en-GB,en;q=0.9,ja;q=0.8", "en"),
        ("fr, en;q=0.5, ja;q=0.9", "ja"),
        ("fr, de", "en"),
        ("ja;q=0, en;q=0.1", "en"),
        ("ja;q=0", "en"),
        ("en;q=nan, ja;q=0.1", "ja"),
        ("ja;q=much", "en"),
        ("JA", "ja"),
        ("," * 9000, "en"),
        ("en; q=0.2, ja; q=0.8", "ja"),
    ],
)
def test_the_best_language_of_a_browser_is_one_of_ours(header: str, code: str) -> None:
    with Flask("languages").test_request_context(headers={"Accept-Language": header}):
        assert preferred() == code


@pytest.mark.parametrize(
    ("environment", "code"),
    [
        ({}, "en"),
        ({"LANG": "ja_JP.UTF-8"}, "ja"),
        ({"LANG": "ja_JP.UTF-8", "LC_MESSAGES": "en_GB.UTF-8"}, "en"),
        ({"LANG": "en_GB.UTF-8", "LC_MESSAGES": "C", "LC_ALL": "ja"}, "ja"),
        ({"LANG": "ja_JP.UTF-8", "LC_ALL": "C"}, "en"),
        ({"LANG": "ja_JP.UTF-8", "LC_ALL": ""}, "ja"),
        ({"LANG": "de_DE"}, "en"),
    ],
)
def test_the_language_of_a_terminal_is_that_of_the_first_variable_set(
    environment: dict[str, str], code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert of_terminal() == code


def test_what_no_language_translates_is_said_in_english() -> None:
    for code in (*LANGUAGES, "xx", "../../etc"):
        assert translations(code).gettext("no words of ours") == "no words of ours"
    assert translations("xx") is ENGLISH

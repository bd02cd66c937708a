"""Browser names: a few words for any User-Agent."""

import pytest

from companion.web.screens.hosting import label

pytestmark = pytest.mark.file

APPLE = "AppleWebKit/605.1.15 (KHTML, like Gecko)"


@pytest.mark.parametrize(
    ("said", "words"),
    [
        (
            f"Mozilla/5.0 (iPhone; CPU iPhone OS 18_0) {APPLE} Version/18.0 Safari/604.1",
            "Safari · iPhone",
        ),
        (f"Mozilla/5.0 (iPad; CPU OS 17_0 like Mac OS X) {APPLE} CriOS/130.0 Safari/604.1", "Chrome · iPad"),
        ("Mozilla/5.0 (Linux; Android 14) Chrome/130.0.0.0 Mobile Safari/537.36", "Chrome · Android"),
        ("Mozilla/5.0 (Windows NT 10.0) Chrome/130.0.0.0 Safari/537.36 Edg/130.0", "Edge · Windows"),
        ("Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0", "Firefox · Linux"),
        ("curl/8.0", ""),
        ("", ""),
        ("<script>" * 5000, ""),
    ],
)
def test_a_browser_is_told_by_family_and_system(said: str, words: str) -> None:
    assert label(said) == words

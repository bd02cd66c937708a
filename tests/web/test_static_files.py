"""Static files: compressed once, equal in every encoding, and sent again only after a change."""

import gzip
import re
from pathlib import Path

import brotli
import pytest
from flask import Flask
from werkzeug.test import TestResponse

from companion.web import static_files

pytestmark = [pytest.mark.file, pytest.mark.usefixtures("shared_app")]

CSS = "/static/app.css"


def asked(app: Flask, encodings: str, path: str = CSS, **headers: str) -> TestResponse:
    """Return a static file as a browser with these encodings gets it."""
    return app.test_client().get(path, headers={"Accept-Encoding": encodings, **headers})


@pytest.mark.parametrize(
    ("encodings", "packed_in", "unpack"),
    [
        ("gzip, deflate, br, zstd", "br", brotli.decompress),
        ("gzip, deflate", "gzip", gzip.decompress),
        ("br;q=0, gzip", "gzip", gzip.decompress),
        ("identity", None, bytes),
        ("", None, bytes),
    ],
)
def test_it_is_packed_as_the_browser_takes_it(app: Flask, encodings: str, packed_in: str | None, unpack: type) -> None:
    plain, got = asked(app, ""), asked(app, encodings)
    assert got.headers.get("Content-Encoding") == packed_in
    assert "Accept-Encoding" in got.headers["Vary"]
    minified = static_files.minified(Path(str(app.static_folder)) / "app.css").encode()
    assert unpack(got.data) == (minified if packed_in else plain.data) and int(got.headers["Content-Length"]) == len(
        got.data
    )
    assert packed_in is None or len(got.data) < len(plain.data) / 3


def test_only_comments_and_spaces_are_left_out(app: Flask) -> None:
    static = Path(str(app.static_folder))
    css, script = (static_files.minified(static / name) for name in ("app.css", "pad.js"))
    assert "/*" not in css and not [line for line in script.splitlines() if line.startswith((" ", "//"))]
    assert css.count("{") == re.sub(r"/\*.*?\*/", "", (static / "app.css").read_text(), flags=re.DOTALL).count("{")
    vendored = static / "htmx" / "htmx.min.js"
    assert static_files.minified(vendored) == vendored.read_text(encoding="utf-8")


@pytest.mark.parametrize("encodings", ["br", "gzip", ""])
def test_who_has_it_already_is_sent_nothing(app: Flask, encodings: str) -> None:
    first = asked(app, encodings)
    again = asked(app, encodings, **{"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")


def test_it_carries_only_the_headers_that_mean_something_to_it(app: Flask) -> None:
    script, drawing = asked(app, "br", "/static/live.js"), asked(app, "br", "/static/icon.svg")
    for answer in (script, drawing):
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert "Permissions-Policy" not in answer.headers and len(str(answer.headers)) < 800
    assert "Content-Security-Policy" in drawing.headers, "a drawing may be opened as a page of its own"
    assert "Content-Security-Policy" not in script.headers, "the policy of the page that loads it counts"


def test_pages_are_packed_too_and_what_is_short_is_not(app: Flask) -> None:
    page = asked(app, "gzip", "/rules/kalooki")
    assert page.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(page.data) == asked(app, "", "/rules/kalooki").data
    assert "Content-Encoding" not in asked(app, "gzip", "/api/nothing").headers

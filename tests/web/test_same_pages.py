"""Every screen is the same for matches in a file and on a server, so its drawings are checked only once."""

import re
from itertools import product
from pathlib import Path

import pytest
from flask import Flask

from companion.app import create_app
from companion.storage.store import Store
from companion.storage.transfer.export import export
from companion.storage.transfer.importer import taken
from tests.support.phone import Phone
from tests.support.screens import screens, seeded

pytestmark = pytest.mark.server
KEYS = re.compile(r'name="key" value="\w+"')  # form keys, different each time


@pytest.fixture
def in_a_file(tmp_path: Path) -> Flask:
    """A companion that stores its matches in a file."""
    return create_app(tmp_path / "file", DATABASE_URL="")


def shown(app: Flask, path: str, language: str) -> tuple[int, dict[str, str], str]:
    """Return a screen as a new phone gets it."""
    page = Phone(app, Accept_Language=language).get(path)
    return page.status, {name: value for name, value in page.headers.items() if name != "Date"}, KEYS.sub("", page.html)


def test_every_screen_is_the_same_from_a_file_and_from_a_server(in_a_file: Flask, app: Flask, tmp_path: Path) -> None:
    kept: Store = in_a_file.extensions["companion.store"]
    paths = screens(seeded(kept))
    export(Path(str(kept.engine.url.database)), tmp_path / "all.jsonl")
    taken(app.extensions["companion.store"], tmp_path / "all.jsonl", deleted=False)
    for (name, path), language in product(paths.items(), ("en", "ja")):
        page = shown(in_a_file, path, language)
        assert page[0] == (404 if name == "nothing here" else 200), name
        assert shown(app, path, language) == page, (name, language)

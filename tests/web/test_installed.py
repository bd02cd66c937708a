"""What a phone installs: a manifest with all a launcher wants, icons of the sizes it names, and a page for offline."""

import struct
from pathlib import Path

import pytest
from flask import Flask

from companion import places
from tests.support.phone import Phone


def size_of(file: Path) -> str:
    """The size that a PNG says of itself, as a manifest writes it."""
    width, height = struct.unpack(">II", file.read_bytes()[16:24])
    return f"{width}x{height}"


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_manifest_says_what_it_is_in_the_readers_language(app: Flask, language: str) -> None:
    said = app.test_client().get("/manifest.webmanifest", headers={"Accept-Language": language}).get_json()
    assert (said["id"], said["scope"], said["start_url"], said["lang"]) == ("/", "/", "/", language)
    assert said["name"] and said["description"]
    assert {icon["purpose"] for icon in said["icons"]} == {"any", "maskable"}


def test_every_icon_is_there_in_the_size_that_is_named(app: Flask, client: Phone) -> None:
    for icon in app.test_client().get("/manifest.webmanifest").get_json()["icons"]:
        answer = app.test_client().get(icon["src"])
        assert (answer.status_code, answer.mimetype) == (200, icon["type"])
        if icon["type"] == "image/png":
            assert (
                size_of(places.folder("static") / icon["src"].split("?")[0].removeprefix("/static/")) == icon["sizes"]
            )
    touch = client.get("/").all("link", rel="apple-touch-icon")[0]["href"]
    assert app.test_client().get(touch).status_code == 200


def test_every_page_says_in_a_sentence_what_the_companion_is(client: Phone) -> None:
    for page in ("/", "/rules/kalooki", "/offline", "/join", "/nothing"):
        (found,) = client.get(page).all("meta", name="description")
        assert found["content"].startswith("For rummy at the table")

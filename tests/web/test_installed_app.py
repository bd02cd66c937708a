"""Installed app: a manifest with all a launcher needs, icons of the declared sizes, and an offline page."""

import re
import struct
from pathlib import Path

import pytest
from flask import Flask

from companion import paths
from companion.server.open_house import Limits
from companion.storage.access.devices import HOST
from companion.storage.access.links import Links
from tests.support.evenings import Evenings
from tests.support.houses import OURS, House, addresses, families, phone
from tests.support.phone import Phone

pytestmark = pytest.mark.file


def size_of(file: Path) -> str:
    """Return the size of a PNG in a manifest's notation."""
    width, height = struct.unpack(">II", file.read_bytes()[16:24])
    return f"{width}x{height}"


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_manifest_says_what_it_is_in_the_readers_language(app: Flask, language: str) -> None:
    said = app.test_client().get("/manifest.webmanifest", headers={"Accept-Language": language}).get_json()
    assert (said["id"], said["scope"], said["start_url"], said["lang"]) == ("/", "/", "/", language)
    assert said["name"] and said["description"]
    assert {icon["purpose"] for icon in said["icons"]} == {"any", "maskable"}


def test_the_manifest_is_asked_for_with_credentials_as_a_proxy_may_want_a_password(client: Phone) -> None:
    for page in ("/", "/join", "/offline"):
        (link,) = client.get(page).all("link", rel="manifest")
        assert link["crossorigin"] == "use-credentials"


def test_every_icon_is_there_in_the_size_that_is_named(app: Flask, client: Phone) -> None:
    for icon in app.test_client().get("/manifest.webmanifest").get_json()["icons"]:
        answer = app.test_client().get(icon["src"])
        assert (answer.status_code, answer.mimetype) == (200, icon["type"])
        if icon["type"] == "image/png":
            assert size_of(paths.folder("static") / icon["src"].split("?")[0].removeprefix("/static/")) == icon["sizes"]
    touch = client.get("/").all("link", rel="apple-touch-icon")[0]["href"]
    assert app.test_client().get(touch).status_code == 200


def test_what_is_made_for_one_reader_says_so_to_every_cache_and_the_script_is_asked_for_again(app: Flask) -> None:
    script = app.test_client().get("/sw.js")
    assert (script.headers["Cache-Control"], "Expires" in script.headers) == ("no-cache", False)
    manifest = app.test_client().get("/manifest.webmanifest")
    assert {"Accept-Language", "Cookie"} <= set(manifest.vary) and manifest.headers["Cache-Control"] == "no-store"


def test_no_page_that_the_script_keeps_holds_a_code_or_a_link_with_a_secret(
    empty_instance: Path, a_house: House, evenings: Evenings
) -> None:
    app = a_house(empty_instance, Limits())
    [ours] = families(evenings, app, OURS)
    script = (paths.folder("static") / "sw.js").read_text()
    found = re.search(r"const PAGES = /(.+)/;", script)
    assert found
    kept = re.compile(found[1].replace(r"\/", "/"))
    phone(app, ours.tokens[HOST]).post(f"/m/{ours.finished}/share/link")
    codes = invited(app, ours.running, ours.finished)
    looked = 0
    for path in [path for _, method, path in addresses(app, ours) if method == "GET" and kept.search(path)]:
        page = phone(app, ours.tokens[HOST]).get(path)
        looked += page.status == 200
        links = re.findall(r'/(?:join|host|carry)#\w+|class="qr"', page.html)
        assert not links and not any(code in page.html for code in codes), path
    assert looked > 15


def invited(app: Flask, *codes: str) -> list[str]:
    """Return the current codes to join and to watch."""
    store = app.extensions["companion.store"]
    found = [Links(store).codes(store.match_id(code)) for code in codes]
    return [code for one in found for code in (one.join, one.view)]

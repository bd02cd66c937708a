"""Health check: a load balancer learns only whether this process can show a match."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from flask import Flask

from companion.storage.store import Store
from tests.support.phone import Phone
from tests.support.server import Server

ROOT = Path(__file__).parents[2]


def test_a_companion_that_is_well_says_so_and_nothing_else(app: Flask) -> None:
    stranger = Phone(app).http.get("/health", environ_base={"REMOTE_ADDR": "192.0.2.9"})
    assert (stranger.status_code, stranger.text, stranger.mimetype) == (200, "well\n", "text/plain")


@pytest.mark.usefixtures("shared_app")
@pytest.mark.parametrize("host", ["10.42.0.17:8313", "companion", "[fd00::17]:8313", "no name", ""])
def test_it_says_so_whatever_host_it_is_asked_by(app: Flask, host: str) -> None:
    answer = app.test_client().get("/health", headers={"Host": host})
    assert (answer.status_code, answer.text) == (200, "well\n")
    assert not {"Set-Cookie", "Location"} & set(answer.headers.keys())
    assert app.test_client().get("/", headers={"Host": host}).status_code == 400


@pytest.mark.file
@pytest.mark.usefixtures("empty_instance")
def test_one_whose_database_is_gone_says_so(app: Flask, store: Store) -> None:
    assert store.watch
    store.watch.path.rename(Path(f"{store.watch.path}.elsewhere"))
    answer = Phone(app).http.get("/health")
    assert (answer.status_code, answer.text) == (503, "not well\n")


@pytest.mark.file
@pytest.mark.parametrize("variable", [True, False])
def test_the_check_of_the_image_follows_the_port_and_asks_no_proxy(served: Server, variable: bool) -> None:
    image = (ROOT / ".github" / "deploy" / "Containerfile").read_text()
    check = re.search(r"^HEALTHCHECK CMD (\[.*\])$", image, re.M)
    assert check
    command = json.loads(check[1] if variable else check[1].replace("8313", str(served.port)))
    nowhere = dict.fromkeys(("http_proxy", "HTTP_PROXY", "all_proxy"), "http://127.0.0.1:9")
    port = {"COMPANION_PORT": str(served.port)} if variable else {"COMPANION_PORT": ""}
    assert subprocess.run([sys.executable, *command[1:]], env=os.environ | nowhere | port, timeout=30).returncode == 0
    served_nowhere = {"COMPANION_PORT": "9"}
    asked = subprocess.run([sys.executable, *command[1:]], env=os.environ | served_nowhere, stderr=subprocess.DEVNULL)
    assert asked.returncode == 1

"""Another WSGI server: several processes of gunicorn behind a proxy, on one database server."""

import os
import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from time import monotonic, sleep

import pytest

from companion import cli
from companion.storage.access.browsers import new_token
from tests.support.postgres import DATABASES
from tests.support.server import ROOT, free_port
from tests.support.wire import CUT, Wire

pytestmark = pytest.mark.server
START = 20.0  # seconds


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The instance folder of gunicorn, with its logs."""
    return tmp_path_factory.mktemp("club")


@pytest.fixture(scope="module")
def club(folder: Path) -> Iterator[Wire]:
    """Requests to a gunicorn with two workers, as a proxy forwards them."""
    port = free_port()
    kept = {"COMPANION_INSTANCE": str(folder), "COMPANION_DATABASE_URL": DATABASES.of(folder)}
    factory = 'companion.app:behind_proxy("https://club.example")'
    options = ["--workers", "2", "--threads", "4", "--bind", f"127.0.0.1:{port}"]
    options += ["--log-level", "debug", "--access-logfile", "-", "--log-file", str(folder / "errors")]
    with (
        (folder / "answers").open("w") as told,
        subprocess.Popen(
            [sys.executable, "-m", "gunicorn", *options, factory], env={**os.environ, **kept}, cwd=ROOT, stdout=told
        ) as process,
    ):
        wire, until = Wire(port, "club.example"), monotonic() + START
        while not answers(wire) and monotonic() < until:
            assert process.poll() is None
            sleep(0.1)
        yield wire
        process.terminate()


def answers(wire: Wire) -> bool:
    """True if a server answers there."""
    try:
        return wire.get("/health").status == 200
    except CUT:
        return False


def test_it_serves_and_a_link_from_the_command_makes_one_browser_host(
    club: Wire, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert club.get("/").status == 200
    assert club.get("/new/kalooki").status == 403, "nobody is host by sitting at the machine"
    monkeypatch.setenv("COMPANION_DATABASE_URL", DATABASES.of(folder))
    assert cli.main(["host", "https://club.example/"]) == 0
    assert re.search(r"https://club\.example/host#[\w-]{40,}\n", capsys.readouterr().out)


def test_its_logs_hold_no_code_no_secret_and_no_path_however_much_it_writes(club: Wire, folder: Path) -> None:
    secret = new_token()
    for path in ("/m/BCDFGH%0aERROR%20lost", f"/evenings/{secret}.ics", "/players/Aki"):
        lines = f"GET {path} HTTP/1.1\r\nHost: club.example\r\nReferer: https://club.example{path}\r\n\r\n"
        for answered in (True, False):
            with socket.create_connection(("127.0.0.1", club.port), timeout=10) as phone:
                phone.sendall(lines.encode())
                assert not answered or b" 404 " in phone.recv(100)

    def lines_of_answers() -> list[str]:
        return [line for line in (folder / "answers").read_text().splitlines() if '" 404 ' in line]

    deadline = monotonic() + 10  # a line may be written after its answer was read
    while len(answered := lines_of_answers()) < 3 and monotonic() < deadline:
        sleep(0.05)
    assert len(answered) >= 3 and all('"GET - HTTP/1.1" 404' in line for line in answered)
    written = (folder / "answers").read_text() + (folder / "errors").read_text()
    assert "GET -" in written and not re.search(f"BCDFGH|{secret}|Aki|lost", written)


def test_where_a_file_is_kept_the_command_says_where_the_link_is(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("COMPANION_DATABASE_URL", raising=False)
    assert cli.main(["host", "https://club.example"]) == 2
    assert "prints the link when it starts" in capsys.readouterr().err

"""Under another WSGI server: several processes of gunicorn behind a proxy, on one database server."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from time import monotonic, sleep

import pytest

from companion import cli
from tests.support.postgres import DATABASES
from tests.support.server import ROOT, free_port
from tests.support.wire import CUT, Wire

pytestmark = pytest.mark.server
START = 20.0  # seconds


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Wire]:
    """Whoever asks the proxy, as the proxy asks on."""
    port, instance = free_port(), tmp_path / "instance"
    instance.mkdir()
    kept = {"COMPANION_INSTANCE": str(instance), "COMPANION_DATABASE_URL": DATABASES.of(instance)}
    factory = 'companion.app:behind_proxy("https://club.example")'
    options = ["--workers", "2", "--threads", "4", "--bind", f"127.0.0.1:{port}", "--log-level", "error"]
    with subprocess.Popen(
        [sys.executable, "-m", "gunicorn", *options, factory], env={**os.environ, **kept}, cwd=ROOT
    ) as process:
        wire, until = Wire(port, "club.example"), monotonic() + START
        while not answers(wire) and monotonic() < until:
            assert process.poll() is None
            sleep(0.1)
        yield wire
        process.terminate()


def answers(wire: Wire) -> bool:
    """Whether anybody answers there."""
    try:
        return wire.get("/health").status == 200
    except CUT:
        return False


def test_it_serves_and_a_link_from_the_command_makes_one_browser_host(
    club: Wire, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert club.get("/").status == 200
    assert club.get("/new/kalooki").status == 403, "nobody is host by sitting at the machine"
    monkeypatch.setenv("COMPANION_DATABASE_URL", DATABASES.of(tmp_path / "instance"))
    assert cli.main(["host", "https://club.example/"]) == 0
    assert re.search(r"https://club\.example/host#[\w-]{40,}\n", capsys.readouterr().out)


def test_where_a_file_is_kept_the_command_says_where_the_link_is(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("COMPANION_DATABASE_URL", raising=False)
    assert cli.main(["host", "https://club.example"]) == 2
    assert "prints its link when it starts" in capsys.readouterr().err

"""Commands as typed: what a server is started with, and what is refused."""

import socket
from pathlib import Path

import pytest

from companion import __version__, cli
from companion.commands import serve
from companion.server import logs, serving
from companion.server.network import Reach
from companion.server.open_house import Limits


def test_a_port_that_is_taken_is_said_with_another_to_try(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COMPANION_INSTANCE", str(tmp_path))
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert cli.main(["serve", "--no-browser", "--port", str(port)]) == 1
    assert f"--port {port + 1}" in capsys.readouterr().err


PUBLIC = ["--public-url", "https://club.example"]
Started = list[tuple[Reach, bool]]


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> Started:
    """The reach of each server that would be started, and whether with a browser; none is."""
    told: Started = []

    def serve(reach: Reach, browser: bool, afresh: bool, workers: int) -> int:
        told.append((reach, browser))
        return 0

    monkeypatch.setattr(serving, "serve", serve)
    for name in ("PORT", "NO_BROWSER", "HOST", "LOG_LEVEL", "ACCESS_LOG"):
        monkeypatch.delenv(f"COMPANION_{name}", raising=False)
    return told


def test_the_port_is_the_one_asked_for_else_the_environments_else_8313(
    started: Started, monkeypatch: pytest.MonkeyPatch
) -> None:
    cli.main(["serve"])
    monkeypatch.setenv("COMPANION_PORT", "9000")
    cli.main(["serve"])
    cli.main(["serve", "--port", "9001"])
    assert [reach.port for reach, _ in started] == [8313, 9000, 9001]


def test_the_browser_opens_unless_it_is_told_not_to(started: Started, monkeypatch: pytest.MonkeyPatch) -> None:
    cli.main(["serve"])
    cli.main(["serve", "--no-browser"])
    monkeypatch.setenv("COMPANION_NO_BROWSER", "1")
    cli.main(["serve"])
    assert [browser for _, browser in started] == [True, False, False]


def test_the_version_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["--version"]) == 0
    assert capsys.readouterr().out.strip() == __version__


def test_without_a_command_the_commands_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        cli.main([])
    assert caught.value.code == 2
    assert "command" in capsys.readouterr().err


def test_in_a_container_the_environment_says_where_it_listens(
    started: Started, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COMPANION_HOST", "0.0.0.0")
    cli.main(["serve", *PUBLIC])
    cli.main(["serve", *PUBLIC, "--host", "10.0.0.7"])
    assert [reach.bind for reach, _ in started] == ["0.0.0.0", "10.0.0.7"]


def test_an_open_house_bears_what_the_environment_says(started: Started, monkeypatch: pytest.MonkeyPatch) -> None:
    cli.main(["serve", *PUBLIC])
    cli.main(["serve", *PUBLIC, "--open"])
    for name, said in {"TABLES_A_DAY": "40", "IDLE_DAYS": " 30 ", "FULL_AT_GB": "2", "OPEN": "1"}.items():
        monkeypatch.setenv(f"COMPANION_{name}", said)
    cli.main(["serve", *PUBLIC])
    reaches = [reach for reach, _ in started]
    assert [reach.house for reach in reaches] == [None, Limits(200, 60, 0), Limits(40, 30, 2_000_000_000)]
    assert reaches[-1].config["OPEN_HOUSE"] == reaches[-1].house


@pytest.mark.parametrize(
    ("options", "environment", "word"),
    [
        *((["--port", port], {}, "--port") for port in ("0", "65536", "-1", "table", "")),
        ([], {"PORT": "table"}, "COMPANION_PORT"),
        ([], {"LOG_LEVEL": "loud"}, "COMPANION_LOG_LEVEL"),
        ([*PUBLIC, "--open"], {"TABLES_A_DAY": "0"}, "COMPANION_TABLES_A_DAY must be"),
        ([*PUBLIC, "--open"], {"TABLES_A_DAY": "many"}, "COMPANION_TABLES_A_DAY must be"),
        ([*PUBLIC, "--open"], {"IDLE_DAYS": "1.5"}, "COMPANION_IDLE_DAYS must be"),
        ([*PUBLIC, "--open"], {"FULL_AT_GB": "-1"}, "COMPANION_FULL_AT_GB must be"),
        (["--open"], {}, "--open needs --public-url"),
        (["--open", "--lan"], {}, "--open needs --public-url"),
        (["--host", ""], {}, "--host"),
        (["--host", "club.example"], {}, "--host"),
        (["--log-level", "loud"], {}, "--log-level"),
        (["--workers", "0"], {}, "--workers"),
        (["--workers", "2"], {}, "COMPANION_DATABASE_URL"),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(
    started: Started,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    options: list[str],
    environment: dict[str, str],
    word: str,
) -> None:
    for name, said in environment.items():
        monkeypatch.setenv(f"COMPANION_{name}", said)
    with pytest.raises(SystemExit) as caught:
        cli.main(["serve", *options])
    assert (caught.value.code, started, word in capsys.readouterr().err) == (2, [], True)


def test_several_processes_need_gunicorn(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("COMPANION_DATABASE_URL", "postgresql:///nowhere")
    monkeypatch.setattr(serve, "find_spec", lambda name: None)
    with pytest.raises(SystemExit) as caught:
        cli.main(["serve", "--workers", "2"])
    assert caught.value.code == 2 and "needs gunicorn" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("options", "environment", "level", "answers"),
    [
        ([], {}, "info", False),
        (["--log-level", "error", "--access-log"], {}, "error", True),
        ([], {"COMPANION_LOG_LEVEL": "Debug", "COMPANION_ACCESS_LOG": "1"}, "debug", True),
        (["--log-level", "warning"], {"COMPANION_LOG_LEVEL": "debug"}, "warning", False),
    ],
)
def test_how_much_is_written_is_said_by_option_or_environment(
    started: Started,
    monkeypatch: pytest.MonkeyPatch,
    options: list[str],
    environment: dict[str, str],
    level: str,
    answers: bool,
) -> None:
    written: list[tuple[str, bool]] = []
    monkeypatch.setattr(logs, "start", lambda *given: written.append(given))
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    cli.main(["serve", *options])
    assert written == [(level, answers)]


@pytest.mark.parametrize(
    ("environment", "coloured"), [({}, True), ({"NO_COLOR": "1"}, False), ({"TERM": "dumb"}, False)]
)
def test_colours_are_for_terminals_that_want_them(
    monkeypatch: pytest.MonkeyPatch, environment: dict[str, str], coloured: bool
) -> None:
    monkeypatch.setattr(serving.sys.stdout, "isatty", lambda: True)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert serving.colours() == coloured

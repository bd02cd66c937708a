"""Progress of long commands: a bar on a terminal's standard error after two seconds, nothing anywhere else."""

from pathlib import Path

import pytest
from click.testing import CliRunner, _NamedTextIOWrapper

from companion import cli, commands
from companion.progress import watcher
from companion.storage.database.engines import migrate, open_file

pytestmark = pytest.mark.file
LONG = (
    ["export", "matches.jsonl"],
    ["import", "matches.jsonl", "--yes"],
    ["doctor"],
    ["demo", "--matches", "2", "--seed", "5"],
)


@pytest.fixture(scope="module")
def instance(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a demo, with an export and a backup beside it."""
    folder = tmp_path_factory.mktemp("progress")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("COMPANION_INSTANCE", str(folder / "instance"))
        for words in (
            ["demo", "--matches", "1"],
            ["export", str(folder / LONG[0][1])],
        ):
            assert cli.main(words) == 0
    return folder


def run(words: list[str], instance: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[str, str]:
    """Run a command on files named by it, and return what it wrote to standard output and to standard error."""
    monkeypatch.setenv("COMPANION_INSTANCE", str(instance / "instance"))
    command, *rest = words
    if command == "export":
        (instance / rest[0]).unlink()
    named = [str(instance / word) if "." in word else word for word in rest]
    ended = CliRunner().invoke(cli.companion, [command, *named], catch_exceptions=False)
    return ended.stdout, ended.stderr


@pytest.mark.parametrize("words", LONG, ids=lambda words: words[0])
def test_a_long_command_shows_its_progress_on_a_terminal(
    words: list[str], instance: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_NamedTextIOWrapper, "isatty", lambda stream: True)
    monkeypatch.setattr(commands, "PATIENCE", 0)
    out, err = run(words, instance, monkeypatch)
    assert f"{words[0]}  [" in err and "%" in err and err.endswith("\n")
    assert "[#" not in out and "\x1b" not in out


@pytest.mark.parametrize("words", LONG[:1], ids=lambda words: words[0])
def test_what_is_quick_shows_none_and_what_is_no_terminal_neither(
    words: list[str], instance: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(commands, "PATIENCE", 0)
    assert "%" not in run(words, instance, monkeypatch)[1]
    monkeypatch.setattr(_NamedTextIOWrapper, "isatty", lambda stream: True)
    monkeypatch.setattr(commands, "PATIENCE", 3600)  # seconds: quick beside it, however busy the machine is
    assert "%" not in run(words, instance, monkeypatch)[1]


def test_an_error_has_a_line_of_its_own(instance: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    broken = instance / "broken.jsonl"
    monkeypatch.setenv("COMPANION_INSTANCE", str(instance / "instance"))
    assert cli.main(["export", str(broken)]) == 0
    broken.write_bytes(broken.read_bytes()[:-300])
    monkeypatch.setattr(_NamedTextIOWrapper, "isatty", lambda stream: True)
    monkeypatch.setattr(commands, "PATIENCE", 0)
    err = run(["import", "broken.jsonl", "--yes"], instance, monkeypatch)[1]
    assert "%" in err and err.splitlines()[-1].startswith("Nothing was imported: line ")


def test_the_upgrade_of_a_database_reports_each_revision(tmp_path: Path) -> None:
    parts: list[float | None] = []
    before = watcher.set(parts.append)
    try:
        migrate(open_file(tmp_path / "companion.db", "rwc"))
    finally:
        watcher.reset(before)
    known = [part for part in parts if part is not None]
    assert len(known) > 10 and known == sorted(known) and known[-1] == 1


@pytest.mark.parametrize(
    ("command", "word"),
    [("backup", "FILE: "), ("import", "FILE: "), ("host", "URL: "), ("ask", "GAME QUESTION INPUT…: ")],
)
def test_the_help_says_what_an_argument_is(command: str, word: str) -> None:
    assert word in CliRunner().invoke(cli.companion, [command, "--help"]).output

"""Language of the terminal: help, refusals, the doctor, and texts stored in a file."""

import pickle
import re
import subprocess
import sys
from pathlib import Path

import pytest

from companion import cli
from companion.language import translations
from companion.rules.text import N_, Text
from companion.storage.transfer.lines import BadLine
from tests.support.server import ROOT

JAPANESE = translations("ja")
KANA_OR_KANJI = re.compile(r"[぀-ヿ㐀-鿿]")


@pytest.fixture(autouse=True)
def japanese(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Set up a Japanese terminal and a fresh instance."""
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "ja_JP.UTF-8")
    monkeypatch.setenv("COMPANION_INSTANCE", str(tmp_path))
    monkeypatch.delenv("COMPANION_DATABASE_URL", raising=False)


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """Run a command that fails and return its message."""
    try:
        status = cli.main(arguments)
    except SystemExit as ended:
        status = int(str(ended.code))
    assert status in (1, 2)
    return capsys.readouterr().err


EXPLAINED = """
import click
from companion.cli import companion
from companion.interfaces.terminal_language import speak

speak()
for one in (companion, *companion.commands.values()):
    context = click.Context(one)
    print(one.get_short_help_str().replace("\\n", " "))
    for part in one.params:
        print(part.get_help_record(context)[1].replace("\\n", " ") if isinstance(part, click.Option) else "引数")
"""


def test_every_option_of_every_command_is_explained_in_japanese_and_names_its_variable() -> None:
    ended = subprocess.run([sys.executable, "-c", EXPLAINED], cwd=ROOT, capture_output=True, text=True, check=True)
    told = ended.stdout.splitlines()
    assert len(told) > 30
    assert [one for one in told if not KANA_OR_KANJI.search(one)] == []
    options = [part for each in cli.companion.commands.values() for part in each.params if part.envvar]
    assert len(options) >= 7
    assert [part.name for part in options if f"環境変数: {part.envvar}" not in ended.stdout] == []


def test_what_cannot_be_understood_is_said_in_japanese(capsys: pytest.CaptureFixture[str]) -> None:
    assert "使えない値です" in refused(capsys, "serve", "--port", "x")
    assert "一緒に使えません" in refused(capsys, "serve", "--lan", "--public-url", "https://club.example")
    assert "https:// と名前だけにしてください" in refused(capsys, "serve", "--public-url", "http://club.example")


@pytest.mark.parametrize(
    "words",
    [
        "",
        "nothing",
        "export",
        "serve x",
        "serve --l",
        "serve --lan=3",
        "serve --port",
        "serve --port x",
        "serve --port 0",
        "serve --log-level x",
        "ask --house",
    ],
)
def test_whatever_click_says_of_arguments_is_said_in_japanese(capsys: pytest.CaptureFixture[str], words: str) -> None:
    usage, _, reason = refused(capsys, *words.split()).partition("エラー: ")
    assert not usage or usage.startswith("使い方: companion") and "でヘルプを表示できます" in usage
    quoted = re.sub(r"'[^']*'|--?[\w-]+|[A-Z_]{3,}|<=", "", reason)
    assert KANA_OR_KANJI.search(quoted) and set(re.findall("[a-z]{3,}", quoted)) <= set(
        "integer range lan env var".split()
    )


@pytest.mark.parametrize("command", ["", "serve", "ask", "backup", "host"])
def test_one_kind_of_colon_stands_on_a_screen_of_help(capsys: pytest.CaptureFixture[str], command: str) -> None:
    assert cli.main([*command.split(), "--help"]) == 0
    told = capsys.readouterr().out
    assert told.startswith("使い方: ") and "オプション:" in told and "：" not in told


def test_what_stands_against_a_command_is_said_in_japanese(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert "データベースがありません" in refused(capsys, "backup")
    assert f"{tmp_path / 'no.db'} というファイルはありません。何も変えていません。" in refused(
        capsys, "restore", str(tmp_path / "no.db")
    )
    (tmp_path / "list").write_text("milk, eggs\n")
    assert (
        "何も取り込んでいません：1行目：このアプリの書き出しではないか、版が2ではありません（スコア表は、ホームの「対戦を取り込む」で取り込めます）。"
        in refused(capsys, "import", str(tmp_path / "list"))
    )
    (tmp_path / "companion.db").write_text("milk, eggs, and more than a hundred bytes of it" * 3)
    said = refused(capsys, "serve", "--no-browser")
    assert said.startswith("アプリを起動できません：") and "バックアップから復元してください" in said


def test_the_doctor_speaks_japanese(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["doctor"]) == 2
    assert "companion.db：データベースがありません。" in capsys.readouterr().out


def test_a_terminal_of_another_language_reads_english(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LANG", "fr_FR.UTF-8")
    assert "the database is missing" in refused(capsys, "backup")


def test_a_bad_line_that_another_process_found_is_said_here() -> None:
    told = pickle.loads(pickle.dumps(BadLine(3, Text(N_("it contains a NUL character")))))
    assert (told.number, str(told), told.say(JAPANESE)) == (
        3,
        "line 3: it contains a NUL character",
        "3行目：NUL 文字が入っています",
    )

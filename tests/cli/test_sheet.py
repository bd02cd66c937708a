"""companion sheet: sheets kept elsewhere are read in the terminal, and saved if asked."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from companion import cli
from companion.storage.database.engines import open_database
from companion.storage.doctor import examine
from companion.storage.store import Store

SHEETS = sorted((Path(__file__).parents[1] / "cases" / "sheets").glob("*.json"))


def told(capsys: pytest.CaptureFixture[str], *words: str) -> Any:
    """Return the answer of the command as data, without the doubts of the law."""
    assert cli.main(["sheet", *words, "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    for match in answer["matches"]:
        match["doubts"] = [one for one in match.pop("doubts", []) if one["kind"] != "impossible"]
        if not match["doubts"]:
            del match["doubts"]
    return answer


@pytest.fixture
def instance(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty instance."""
    monkeypatch.setenv("COMPANION_INSTANCE", str(tmp_path))
    monkeypatch.delenv("COMPANION_DATABASE_URL", raising=False)
    return tmp_path


def stored(instance: Path) -> Store:
    """Return the store of an instance."""
    return Store(open_database(f"sqlite:///{instance / 'companion.db'}"))


@pytest.mark.parametrize("path", SHEETS, ids=lambda path: path.stem)
def test_a_sheet_means_what_stands_beside_it(path: Path, instance: Path, capsys: pytest.CaptureFixture[str]) -> None:
    means = json.loads(path.read_text())
    assert told(capsys, str(path.with_suffix("")), *means.pop("args")) == means
    assert not [*instance.iterdir()]  # nothing is saved


@pytest.mark.file
@pytest.mark.parametrize("path", SHEETS, ids=lambda path: path.stem)
def test_a_saved_sheet_gives_matches_of_its_players_days_and_totals(path: Path, instance: Path, prepared: Path) -> None:
    shutil.copy(prepared / "companion.db", instance)
    means = json.loads(path.read_text())
    assert cli.main(["sheet", str(path.with_suffix("")), *means["args"], "--day", "2020-05-01", "--save"]) == 0
    matches = stored(instance).finished(10)
    said = [(match.sheet.names, match.sheet.totals, match.day.isoformat()) for match in matches]
    days = sorted(means["matches"], key=lambda match: match.get("day", ""), reverse=True)
    assert said == [(tuple(m["players"]), tuple(m["totals"]), m.get("day", "2020-05-01")) for m in days]
    assert [str(one.what) for one in examine(instance)] == [f"There is no backup in {instance}/backups."]


def test_a_sheet_with_a_word_in_place_of_a_figure_is_not_saved(
    instance: Path, tmp_path_factory: pytest.TempPathFactory, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path_factory.mktemp("sheets") / "sheet.csv"
    file.write_text("Ana,Ben,Mio\n20,0,5\n0,33,4o\n")
    assert cli.main(["sheet", str(file), "--game", "five-crowns", "--save"]) == 2
    assert capsys.readouterr().err == "Round 2, Mio: “4o” is not a number of points.\n"
    assert not [*instance.iterdir()]


@pytest.mark.parametrize(
    ("sheet", "day", "wrong"),
    [
        ("Ana,Ben\n20,0\n0,33\n", "0001-01-01", "0001-01-01"),
        ("Ana,Ben\n20,0\n0,33\n", "1899-12-31", "1899-12-31"),
        ("date,Ana,Ben\n2999-03-02,212,187\n", "2020-05-01", "2999-03-02"),
    ],
)
def test_a_day_on_which_no_match_was_played_is_refused(
    sheet: str,
    day: str,
    wrong: str,
    instance: Path,
    tmp_path_factory: pytest.TempPathFactory,
    capsys: pytest.CaptureFixture[str],
) -> None:
    file = tmp_path_factory.mktemp("sheets") / "sheet.csv"
    file.write_text(sheet)
    assert cli.main(["sheet", str(file), "--game", "five-crowns", "--day", day, "--save"]) == 2
    assert capsys.readouterr().err == f"No match can be saved for {wrong}: choose a day from 1900 to today.\n"
    assert not [*instance.iterdir()]


@pytest.mark.file
def test_doubts_are_printed_and_stop_nothing(instance: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = next(path for path in SHEETS if "two-zeros" in path.name).with_suffix("")
    assert cli.main(["sheet", str(path), "--game", "five-crowns", "--save"]) == 0
    out = capsys.readouterr().out
    assert "! Round 1: two have 0. Who went out is not known.\n" in out and "Saved matches: 1" in out


@pytest.mark.parametrize("words", [["--json"], ["--save"], []])
def test_what_is_no_sheet_ends_with_2_and_saves_nothing(
    words: list[str], instance: Path, tmp_path_factory: pytest.TempPathFactory, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path_factory.mktemp("sheets") / "letter.txt"
    file.write_text("Dear all,\nit rained.\n")
    assert cli.main(["sheet", str(file), "--game", "kalooki", *words]) == 2
    said = capsys.readouterr()
    assert said.err == "Line 1: no names with points under or beside them.\n" and not said.out
    assert not [*instance.iterdir()]

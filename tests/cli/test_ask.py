"""The referee in a terminal, for people and as a stream."""

import io
import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest

from companion import cli
from companion.commands import ask
from companion.games import GAMES
from companion.interfaces.ruling_format import cited, paragraph, ruling_lines
from companion.referee import answer, judge
from companion.rules.text import ENGLISH

ROOT = Path(__file__).parents[2]
SAMPLE = Path(__file__).parents[1] / "cases" / "rulings-sample.jsonl"
PROGRAM = "import sys; from companion import cli; sys.exit(cli.main(['ask', *sys.argv[1:]]))"
MELD = '{"id": "a", "game": "three-thirteen", "ask": "meld", "round": 1, "cards": "8S 9S 10S"}'


def asked(*words: str) -> int:
    """Run `companion ask` with these words and return its status."""
    return cli.main(["ask", *words])


def streamed(*lines: str | bytes) -> tuple[int, list[dict[str, Any]]]:
    """Run a stream of lines and return its status and answers."""
    out = io.StringIO()
    code = ask.stream((line.encode() if isinstance(line, str) else line for line in lines), out, ENGLISH)
    return code, [json.loads(line) for line in out.getvalue().splitlines()]


def started(*words: str, **environment: str) -> "subprocess.Popen[bytes]":
    """Start the command as a separate process."""
    return subprocess.Popen(
        [sys.executable, "-c", PROGRAM, *words],
        cwd=ROOT,
        env={**os.environ, **environment},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


@pytest.fixture(autouse=True)
def _an_english_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")


def test_it_prints_verdict_reason_fix_and_the_text_of_the_rule(capsys: pytest.CaptureFixture[str]) -> None:
    assert asked("three-thirteen", "meld", "1", "8S 9S 10H") == 0
    said = capsys.readouterr().out
    assert said.startswith("✗ Is this a good group or run? No.")
    assert "T7: a run needs cards of one suit" in said
    assert "→ Yes, with the 10♠" in said
    assert "A run is three or more cards of one suit in sequence." in said


@pytest.mark.parametrize("paper", ["README.md", ".github/docs/api.md"])
def test_the_answer_in_a_paper_is_the_one_that_is_printed(paper: str, capsys: pytest.CaptureFixture[str]) -> None:
    text = (ROOT / paper).read_text("utf-8")
    shown = re.search(r"^    \$ .venv/bin/companion (.*)\n((?:(?:    .*)?\n)+)", text, re.MULTILINE)
    assert shown and cli.main(shlex.split(shown[1])) == 0
    assert capsys.readouterr().out == dedent(shown[2]).strip() + "\n"


def test_it_says_what_a_wild_card_stands_for_and_which_point_is_open(capsys: pytest.CaptureFixture[str]) -> None:
    assert asked("three-thirteen", "meld", "3", "4S 5S 6S") == 0
    said = capsys.readouterr().out
    assert said.startswith("✓ ")
    assert "the 2nd card stands for 5♠" in said
    assert "Open point:" in said


def test_its_help_lists_every_ask_of_every_game_with_its_inputs(capsys: pytest.CaptureFixture[str]) -> None:
    assert asked("--help") == 0
    _, *parts = capsys.readouterr().out.split("\n\n" + next(iter(GAMES)) + ":\n")
    listed = dict(zip(GAMES, re.split(r"\n\n[\w-]+:\n", parts[0]), strict=True))
    for game in GAMES.values():
        said = " ".join(listed[game.id].split())
        asks = game.questions.values()
        assert [ask for ask in asks if f"{ask.name} " not in said or str(ask.title) not in said] == []
    assert "track-on meld cards [end] [laid_down]\n      May this card be tracked on?" in listed["kalooki"]


def test_a_fact_has_no_verdict_but_its_figure(capsys: pytest.CaptureFixture[str]) -> None:
    assert asked("three-thirteen", "penalty", "5", "AS JK", "--house", "ace_high=yes", "jokers=1") == 0
    said = capsys.readouterr().out
    assert "these cards cost 35 points" in said
    assert "✓" not in said


def test_house_rules_may_come_before_the_question(capsys: pytest.CaptureFixture[str]) -> None:
    assert asked("--house", "preset=deuces", "three-thirteen", "schedule", "12", "2", "0") == 0
    assert "Wild: A" in capsys.readouterr().out


def test_inputs_are_taken_in_order_or_by_name() -> None:
    expected = {"game": "kalooki", "ask": "may-take-discard", "laid_down": False, "called": True, "house": {}}
    assert ask.asked_in(["kalooki", "may-take-discard", "no", "yes"], []) == expected
    assert ask.asked_in(["kalooki", "may-take-discard", "called=yes", "no"], []) == expected
    assert ask.asked_in(["kalooki", "three", "8S 8H 8D", "players=3"], [])["players"] == 3


def test_melds_are_parted_by_strokes(capsys: pytest.CaptureFixture[str]) -> None:
    assert asked("three-thirteen", "arrangement", "3", "4S 5S 6S 2D 9H", "4S 5S 6S / 2D 9H 2C") == 0
    assert "T8: 2♣\ufe0e is not in the hand" in capsys.readouterr().out


THREES = ["3S 3H 3D", "5S 5H 5D", "7S 7H 7D"]


@pytest.mark.parametrize("melds", [THREES, [" / ".join(THREES)], ["melds=" + " / ".join(THREES)]])
def test_several_melds_are_one_question(melds: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert asked("kalooki", "lay-down", "1", *melds) == 0
    assert capsys.readouterr().out.startswith("✓ May I lay these down? Yes.")
    assert asked("kalooki", "lay-down", "1", *melds, "on_table=9S 9H 9D") == 0


@pytest.mark.parametrize("words", ["lay-down 1 3S 3H 3D", "lay-down 1 '3S 3H 3D' 5S 5H 5D", "four 5H JK 7H 8H"])
def test_cards_of_one_input_are_put_between_quotes(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert asked("kalooki", *shlex.split(words)) == 1
    assert "put the cards of one input between quotes" in capsys.readouterr().err


def test_melds_on_the_table_follow_those_that_are_parted_by_strokes() -> None:
    asked = ask.asked_in(["kalooki", "lay-down", "1", "3S 3H 3D / 5S 5H 5D", "9S 9H 9D"], [])
    assert (asked["melds"], asked["on_table"]) == ("3S 3H 3D / 5S 5H 5D", "9S 9H 9D")


def test_melds_and_cards_separated_by_the_same_signs_are_not_guessed(capsys: pytest.CaptureFixture[str]) -> None:
    assert asked("kalooki", "lay-down", "1", "3S 3H 3D, 5S") == 1
    assert "write / between melds, as in 8S 8H 8D / 9S 9H 9D" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "blamed"),
    [
        ([], "game:"),
        (["whist", "meld"], "game:"),
        (["kalooki"], "ask:"),
        (["kalooki", "whist", "8S"], "ask:"),
        (["three-thirteen", "meld", "twelve", "8S"], "round:"),
        (["three-thirteen", "meld", "1"], "cards:"),
        (["three-thirteen", "meld", "1", "8S 8X"], "cards:"),
        (["three-thirteen", "meld", "1", "8S", "9S"], "ask:"),
        (["three-thirteen", "meld", "1", "8S", "--house", "jokers=7"], "house.jokers:"),
        (["three-thirteen", "meld", "1", "8S", "--house", "joke=7"], "house.joke:"),
    ],
)
def test_what_cannot_be_read_is_named_on_the_error_stream(
    words: list[str], blamed: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert asked(*words) == 1
    said = capsys.readouterr()
    assert said.err.startswith(blamed)
    assert said.out == ""


@pytest.mark.parametrize("game", GAMES)
def test_every_example_of_every_rulebook_can_be_told(game: str) -> None:
    for rule in GAMES[game].rulebook.values():
        for one in filter(None, (rule.kept, rule.broken)):
            judged = judge({"game": game, "ask": one.ask, **one.inputs})
            said = "\n".join(ruling_lines(judged, ENGLISH))
            assert beside_verdict(judged), one.ask
            assert all(number in said for number in judged.ruling.cites)
            assert all(f"— {rule.source}" in said for rule in cited(judged.ruling))
            assert "{" not in said


def beside_verdict(judged: Any) -> list[str]:
    """Return what the terminal says between the verdict and the law."""
    *beside, _ = "\n".join(ruling_lines(judged, ENGLISH)).split("\n\n")
    return beside[0].splitlines()[1:]


def test_every_ruling_says_a_sentence_beside_its_verdict() -> None:
    asked = [json.loads(line) for line in SAMPLE.read_text().splitlines() if '"error"' not in line]
    assert {(row["game"], row["ask"]) for row in asked[::3] if not beside_verdict(judge(row))} == set()


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("kalooki may-call no 1 no no", "you get it and the top card of the stock"),
        ("contract-rummy discard JK", "a wild card may be discarded too"),
        ("kalooki discard 8S", "only a joker may not be discarded"),
        ("kalooki who-gets-card 2,0", "player 3 (seat 2) gets the card"),
        ("kalooki winner 30,40,50", "player 1 (seat 0) wins"),
        ("kalooki schedule 1 4 1", "player 2 (seat 1) deals"),
        ("kalooki deal-over 3", "it goes on until somebody has no cards"),
        ("kalooki set-up 4", "Kalooki is for 3 to 8 players"),
        ("kalooki total 500 2", "2 cards or fewer never come to 500"),
    ],
)
def test_a_sentence_gives_the_reason_and_counts_players_from_one_beside_their_seats(
    words: str, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert asked(*words.split()) == 0
    assert f"\n  {sentence}\n" in capsys.readouterr().out


def test_twos_that_are_wild_are_not_called_jokers(capsys: pytest.CaptureFixture[str]) -> None:
    assert asked("contract-rummy", "group", "2S 2H JK", "--house", "twos_wild=yes", "--lang", "ja") == 0
    assert "ワイルドしかない" in capsys.readouterr().out


def test_a_stream_gives_the_answers_the_referee_gives_in_order() -> None:
    lines = SAMPLE.read_text("utf-8").splitlines()
    code, answers = streamed(*lines)
    assert answers == [answer(json.loads(line)) for line in lines]
    assert [given["id"] for given in answers] == [json.loads(line)["id"] for line in lines]
    assert code == 1


def test_a_stream_of_readable_questions_returns_nought() -> None:
    assert streamed(MELD, "", "  \n", MELD)[0] == 0


@pytest.mark.parametrize("line", ["8S 9S", "[]", '{"id": "a", "game": "whist"}', "1" * 5000])
def test_a_line_that_is_no_question_is_answered_and_the_rest_too(line: str | bytes) -> None:
    code, answers = streamed(MELD, line, MELD)
    assert code == 1
    assert ["error" in given for given in answers] == [False, True, False]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('{"id": ', "this is not JSON: line 3, column 7"),
        ("NaN", "line 3: “NaN” is not a number in JSON"),
        (b"\xff", "line 3: this is not JSON in UTF-8, or a number in it has too many digits"),
        ("[" * 100_000, "line 3: this is nested too deeply"),
    ],
)
def test_a_line_that_holds_no_question_is_told_by_its_number_blank_lines_counted(line: str | bytes, said: str) -> None:
    _, answers = streamed(MELD, " \n", line + (b"\n" if isinstance(line, bytes) else "\n"), "\n", MELD)
    assert [given.get("error") for given in answers] == [None, said, None]


def test_half_a_character_in_an_id_comes_back_as_it_was() -> None:
    line = MELD.replace('"a"', r'"\ud83d 札"')
    out, _ = started("--jsonl").communicate(line.encode())
    assert json.loads(out)["id"] == "\ud83d 札"


def test_an_answer_comes_before_the_next_question_is_asked() -> None:
    with started("--jsonl") as process:
        assert process.stdin and process.stdout
        for number in range(3):
            process.stdin.write(MELD.replace('"a"', f'"{number}"').encode() + b"\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["id"] == str(number)
        process.stdin.close()
        assert process.wait() == 0


def test_a_reader_who_leaves_is_no_error_worth_a_traceback() -> None:
    with started("--jsonl") as process:
        assert process.stdin and process.stdout and process.stderr
        process.stdout.close()
        process.stdin.write((MELD + "\n").encode() * 50)
        process.stdin.close()
        assert process.stderr.read() == b""
        assert process.wait() == 1


def test_a_terminal_without_the_signs_still_shows_the_ruling() -> None:
    words = ("three-thirteen", "meld", "1", "8S 9S 10S", "--lang", "en")
    out, err = started(*words, PYTHONIOENCODING="ascii").communicate()
    assert b"Is this a good group or run? Yes." in out
    assert err == b""


def test_a_long_paragraph_is_broken_between_words() -> None:
    lines = paragraph("card " * 40)
    assert 90 < max(map(len, lines)) <= 96 and lines[0].startswith("  card") and lines[1].startswith("      card")


def test_a_paragraph_begins_beside_its_number_in_japanese_too(capsys: pytest.CaptureFixture[str]) -> None:
    assert asked("five-crowns", "correct", "true", "--lang", "ja") == 0
    assert "\n  B2  記録したディールは訂正できる。" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("three-thirteen", "meld", "1", "8S 9S 10H"), "  T7：ランには同じスート"),
        (("five-crowns", "penalty", "5", "7* JK"), "  これらの札は70点\n"),
        (("three-thirteen", "meld", "3", "4S 5S 6S"), "      資料に定めのない点："),
    ],
)
def test_japanese_has_colons_and_commas_of_its_own(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...], said: str
) -> None:
    asked(*words, "--lang", "ja")
    output = "".join(capsys.readouterr())
    assert said in output and ": " not in output and "： " not in output and ", " not in output


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("hearts",), f"game: 「hearts」というゲームはない。あるのは{'、'.join(GAMES)}\n"),
        (("kalooki", "track-on", "9S 9H 9D", "9C", "end=x"), "end: 「x」はtop、bottomのどれでもない\n"),
    ],
)
def test_the_field_to_blame_is_named_in_every_language_as_programs_read_it(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...], said: str
) -> None:
    assert asked(*words, "--lang", "ja") == 1
    assert capsys.readouterr().err == said

"""Planted mistakes: each must be found by some harness, or the harnesses would prove nothing."""

from pathlib import Path

import pytest

from companion import referee
from companion.rules.search_state import Budget
from tests.faults.crowd import crowd
from tests.faults.mistakes import MISTAKES
from tests.faults.operations import FAULTS, sweep
from tests.faults.sent_away import sent_away
from tests.faults.shim import Behind
from tests.faults.wifi import bad_wifi
from tests.rules.test_search_state import QUICKEST
from tests.support.stage import staged

BY_OPERATIONS = {  # the fault each mistake causes, and the step between the operations tried
    "no-key": ("the same form answered 409", 1),
    "two-commits": ("the same form answered 409", 5),
    "answer-first": ("lost", 1),
}
TESTS = Path(__file__).parents[1]
ELSEWHERE = {"no-guard": "web/test_strangers.py"}
BY_CROWD = {"late-lock": "errors", "last-wins": "taken in the crowd, refused alone"}


@pytest.mark.file
@pytest.mark.parametrize("mistake", BY_OPERATIONS)
def test_a_mistake_in_the_keeping_is_caught_by_an_end_at_some_operation(
    shim: Behind, tmp_path: Path, mistake: str
) -> None:
    wrong, every = BY_OPERATIONS[mistake]
    found = shim.call(sweep, tmp_path, FAULTS["killed"], every, mistake, wrong)
    assert any(wrong in one for one in found.wrong), found


@pytest.mark.file  # tests/storage/test_postgres.py has the same for a server
@pytest.mark.parametrize("mistake", BY_CROWD)
def test_a_mistake_in_the_writing_is_caught_by_the_crowd(tmp_path: Path, mistake: str) -> None:
    with staged(tmp_path / "served", mistake) as server:
        crowds = (crowd(server, tmp_path / f"fresh{times}", phones=20, posts=80) for times in range(5))
        assert any(one.brief[BY_CROWD[mistake]] for one in crowds)  # it needs two forms at the same moment


def test_a_forgotten_key_is_caught_by_bad_wifi(tmp_path: Path) -> None:
    with staged(tmp_path, "no-key") as server:
        assert bad_wifi(server, phones=8, posts=4, seconds=15).outcome.extra > 0


def test_a_phone_that_cannot_be_sent_away_is_caught(tmp_path: Path) -> None:
    with staged(tmp_path, "no-revocation") as server:
        found = sent_away(server, phones=1)
    assert found.kept_after
    assert found.shown_after


def test_a_search_without_a_budget_is_caught_by_a_question_bred_to_be_slow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Budget, "charge", Budget.charge)  # restored afterwards
    assert referee.answer(QUICKEST)["exact"] is False
    MISTAKES["no-budget"]()
    assert "exact" not in referee.answer(QUICKEST)


def test_every_mistake_is_caught_by_some_harness() -> None:
    assert set(MISTAKES) == {*BY_OPERATIONS, *BY_CROWD, *ELSEWHERE, "no-revocation", "no-budget"}
    assert all(f'"{mistake}"' in (TESTS / test).read_text() for mistake, test in ELSEWHERE.items())

"""Shared by the tests of pages: long work is done in this process."""

import pytest


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Do long work in this process; tests/server/test_searches.py tests the other ones."""
    monkeypatch.setattr("companion.web.guard.questions.run_in_process", lambda function, *given: function(*given))

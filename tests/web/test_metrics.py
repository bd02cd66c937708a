"""Metrics: for the operator only; counts of answers, and the amount of stored data."""

import re
from pathlib import Path

import pytest
from flask import Flask

from companion.app import create_app
from companion.web.guard import access_log
from tests.storage.test_store import form
from tests.support.phone import Phone
from tests.support.postgres import DATABASES

TOKEN = "a-long-secret"
ALLOWED = {"Authorization": f"Bearer {TOKEN}"}


@pytest.fixture
def counted(empty_instance: Path, monkeypatch: pytest.MonkeyPatch) -> Flask:
    """A companion that counts."""
    monkeypatch.setattr(access_log, "listeners", [])
    return create_app(empty_instance, METRICS_TOKEN=TOKEN, DATABASE_URL=DATABASES.of(empty_instance))


@pytest.mark.parametrize("sent", [{}, {"Authorization": "Bearer another"}, {"Authorization": TOKEN}])
def test_without_the_token_there_is_nothing(counted: Flask, sent: dict[str, str]) -> None:
    assert Phone(counted).get("/metrics", **sent).status == 404


def test_where_no_token_was_set_there_is_nothing_for_anybody(app: Flask) -> None:
    assert Phone(app).get("/metrics", Authorization="Bearer ").status == 404


def test_answers_are_counted_by_their_route_and_tables_by_their_number(counted: Flask) -> None:
    phone = Phone(counted)
    phone.get("/")
    phone.get("/nothing/ABCDEF")
    told = phone.get("/metrics", **ALLOWED).html
    assert re.search(r'companion_answer_seconds_count{method="GET",route="/",status="200"} [1-9]', told)
    assert 'route="-",status="404"' in told and "ABCDEF" not in told
    assert "companion_matches_at_play 0.0" in told
    assert float(re.search(r"^companion_database_bytes (\S+)$", told, re.M)[1]) > 10_000  # type: ignore[index]


def test_looks_that_are_answered_at_once_are_counted_as_well(counted: Flask) -> None:
    phone = Phone(counted)
    code = counted.extensions["companion.store"].open("kalooki", {}, ("Aki", "Ben"), 0, form())
    for _ in range(4):
        assert phone.get(f"/m/{code}/board?seen=0").status == 204
    told = phone.get("/metrics", **ALLOWED).html
    counts = re.findall(r'_count{method="GET",route="/m/<code>/board",status="204"} (\S+)', told)
    assert float(counts[0]) >= 4

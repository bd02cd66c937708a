"""Health check: a load balancer learns only whether this process can show a match."""

from pathlib import Path

import pytest
from flask import Flask

from companion.storage.store import Store
from tests.support.phone import Phone


def test_a_companion_that_is_well_says_so_and_nothing_else(app: Flask) -> None:
    stranger = Phone(app).http.get("/health", environ_base={"REMOTE_ADDR": "192.0.2.9"})
    assert (stranger.status_code, stranger.text, stranger.mimetype) == (200, "well\n", "text/plain")


@pytest.mark.file
def test_one_whose_database_is_gone_says_so(app: Flask, store: Store) -> None:
    assert store.watch
    store.watch.path.rename(Path(f"{store.watch.path}.elsewhere"))
    answer = Phone(app).http.get("/health")
    assert (answer.status_code, answer.text) == (503, "not well\n")

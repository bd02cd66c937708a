"""What most tests begin with: an application on a folder of its own, a phone to use it with, its store, a match."""

import gc
import os
import shutil
import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from companion.app import create_app
from companion.storage.store import Form, Store
from tests.support.evenings import Evenings
from tests.support.phone import Phone, fresh_key
from tests.support.table import CHROMIUM, FLAGS, Served, browser_or_skip
from tests.support.warm import keep_warm

NAMES = ("Aki", "Ben", "Cy", "Dee")
signal.signal(signal.SIGINT, signal.default_int_handler)  # jobs in the background of a shell ignore Ctrl-C otherwise
MEMORY, ROOM = Path("/dev/shm"), 2**30  # where files are kept in memory on Linux, and what the tests need, in bytes
if MEMORY.is_dir() and os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > ROOM:
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))  # no disk has to be waited for
keep_warm()
gc.disable()  # until all tests are collected: nothing of them is garbage, and looking for some takes seconds


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what drives a browser, so that it can be left out: -m "not browser"."""
    for item in items:
        if "browser" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.browser)


def pytest_collection_finish() -> None:
    """Look for garbage from here on, seldom, and never again among the tests themselves."""
    gc.freeze()
    gc.set_threshold(50_000, 20, 40)
    gc.enable()


@pytest.fixture(scope="session")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An instance folder brought up to date once."""
    folder = tmp_path_factory.mktemp("prepared")
    create_app(folder)
    return folder


@pytest.fixture(scope="session")
def evenings(tmp_path_factory: pytest.TempPathFactory) -> Evenings:
    """What was played once in this session, to be had as a copy."""
    return Evenings(tmp_path_factory.mktemp("evenings"))


@pytest.fixture
def app(tmp_path: Path, prepared: Path) -> Flask:
    """The application with an empty database of its own."""
    instance = tmp_path / "instance"
    instance.mkdir()
    shutil.copy(prepared / "companion.db", instance)
    return create_app(instance)


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """Headless Chromium to which every name is on this machine, as on a network whose names lead here."""
    with browser_or_skip()() as playwright:
        flags = [*FLAGS, "--host-resolver-rules=MAP * 127.0.0.1"]
        running = playwright.chromium.launch(executable_path=str(CHROMIUM), args=flags)
        yield running
        running.close()


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    """A companion of its own, served."""
    server = Served(tmp_path / "served")
    yield server
    server.kill()


@pytest.fixture
def client(app: Flask) -> Phone:
    """A phone that opens pages and posts forms from this very server."""
    return Phone(app)


@pytest.fixture
def store(app: Flask) -> Store:
    """The store behind the application."""
    kept: Store = app.extensions["companion.store"]
    return kept


@pytest.fixture
def match(store: Store) -> Callable[..., str]:
    """Opens a match and gives its code: four players of Kalooki unless told otherwise."""

    def opened(game: str = "kalooki", names: tuple[str, ...] = NAMES, dealer: int = 0, **house: Any) -> str:
        return store.open(game, house, names, dealer, Form.of(fresh_key(), []))

    return opened

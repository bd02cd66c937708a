"""What most tests begin with: an application on a folder of its own, a phone to use it with, its store, a match."""

import gc
import os
import shutil
import signal
from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from companion.app import create_app
from companion.server.worker_process import Apart
from companion.storage.store import Form, Store
from tests.support import postgres
from tests.support.evenings import Evenings
from tests.support.phone import Phone, fresh_key
from tests.support.postgres import DATABASES
from tests.support.stage import Staged, staged
from tests.support.table import ENGINE, FLAGS, Served, browser_or_skip
from tests.support.warm import keep_warm

NAMES = ("Aki", "Ben", "Cy", "Dee")
signal.signal(signal.SIGINT, signal.default_int_handler)  # jobs in the background of a shell ignore Ctrl-C otherwise
MEMORY, ROOM = Path("/dev/shm"), 2**30  # where files are kept in memory on Linux, and what the tests need, in bytes
if MEMORY.is_dir() and os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > ROOM:
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))  # no disk has to be waited for
keep_warm()
gc.freeze()  # the process that hands out tests looks for garbage at its end, and all this is none
gc.disable()  # until all tests are collected: nothing of them is garbage, and looking for some takes seconds


SERVER = ExitStack()  # what is started for this run, and ends with it


@pytest.hookimpl(wrapper=True)
def pytest_xdist_auto_num_workers() -> Generator[None, int, int]:
    """A worker more than there are processors: phones wait a second for their next look, and processors need not."""
    return 1 + (yield)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let a run keep its matches on a server."""
    parser.addoption("--postgres", action="store_true", help="on a PostgreSQL server of the run's own, not in files")


def pytest_configure(config: pytest.Config) -> None:
    """Start the server once, for all processes of the run."""
    if config.getoption("--postgres") and not hasattr(config, "workerinput"):
        try:
            if postgres.SERVER not in os.environ:
                os.environ[postgres.SERVER] = SERVER.enter_context(postgres.running())
        except postgres.NoServer as missing:
            raise pytest.UsageError(str(missing)) from None
        postgres.prepare()


def pytest_unconfigure() -> None:
    """Stop it."""
    SERVER.close()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark what drives a browser, so that -m "not browser" leaves it out; leave out what this run is not about."""
    for item in items:
        if {"browser", "webkit_driver"} & set(getattr(item, "fixturenames", ())):
            item.add_marker(pytest.mark.browser)
    other = "file" if config.getoption("--postgres") else "server"
    left_out = [item for item in items if item.get_closest_marker(other)]
    config.hook.pytest_deselected(items=left_out)
    items[:] = [item for item in items if not item.get_closest_marker(other)]


def pytest_collection_finish() -> None:
    """Look for garbage from here on, seldom, and never again among the tests themselves."""
    gc.freeze()
    gc.set_threshold(400_000, 50, 100)
    gc.enable()


@pytest.fixture(autouse=True)
def no_database_left() -> Iterator[None]:
    """Remove what a test made on the server; what it shares with others of its module ends with the server."""
    shared = set(DATABASES.made)
    yield
    DATABASES.clear(shared)


@pytest.fixture(scope="session")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An instance folder brought up to date once."""
    folder = tmp_path_factory.mktemp("prepared")
    create_app(folder, DATABASE_URL="")
    return folder


@pytest.fixture(scope="session")
def evenings(tmp_path_factory: pytest.TempPathFactory) -> Evenings:
    """What was played once in this session, to be had as a copy."""
    return Evenings(tmp_path_factory.mktemp("evenings"))


@pytest.fixture
def empty_instance(tmp_path: Path, prepared: Path) -> Path:
    """A folder for an application, with an empty database that is up to date."""
    return furnished(tmp_path / "instance", prepared)


@pytest.fixture
def app(request: pytest.FixtureRequest) -> Flask:
    """The application with an empty database of its own, unless the test uses the one that its module shares."""
    if "shared_app" in request.fixturenames:
        return request.getfixturevalue("shared_app")
    instance = request.getfixturevalue("empty_instance")
    return create_app(instance, DATABASE_URL=DATABASES.of(instance))


def furnished(instance: Path, prepared: Path) -> Path:
    """That folder made, with an empty database that is up to date where matches are kept in files."""
    instance.mkdir()
    if not postgres.given():
        shutil.copy(prepared / "companion.db", instance)
    return instance


@pytest.fixture(scope="module")
def shared_app(tmp_path_factory: pytest.TempPathFactory, prepared: Path) -> Flask:
    """One application for all tests of a module that read, or have a match of their own each."""
    instance = furnished(tmp_path_factory.mktemp("shared") / "instance", prepared)
    return create_app(instance, DATABASE_URL=DATABASES.of(instance))


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """Headless Chromium to which every name is on this machine, as on a network whose names lead here."""
    with browser_or_skip()() as playwright:
        flags = [*FLAGS, "--host-resolver-rules=MAP * 127.0.0.1"]
        running = playwright.chromium.launch(executable_path=str(ENGINE), args=flags)
        yield running
        running.close()


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory, prepared: Path) -> Iterator[Served]:
    """A companion, served, for all tests that have a match of their own."""
    server = Served(furnished(tmp_path_factory.mktemp("served") / "instance", prepared))
    yield server
    server.kill()


@pytest.fixture
def fresh(tmp_path: Path, prepared: Path) -> Iterator[Served]:
    """A companion of its own, for a test that kills it, or looks at what is there beside a match."""
    server = Served(furnished(tmp_path / "served", prepared))
    yield server
    server.kill()


@pytest.fixture(scope="session")
def networked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Staged]:
    """A companion known to the network by a name, for all tests that have a match of their own."""
    with staged(tmp_path_factory.mktemp("networked")) as server:
        yield server


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


@pytest.fixture
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is judged apart takes its time, on a busy machine too: it is stopped by what it counts, not by the clock."""
    run = Apart.run
    monkeypatch.setattr(Apart, "run", lambda apart, *work, **more: run(apart, *work, **more | {"seconds": 60.0}))

"""Common fixtures: an application on a fresh folder, a phone, the store, a match."""

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
from companion.storage.store import Form, Store
from tests.support import postgres
from tests.support.evenings import Evenings
from tests.support.phone import Phone, fresh_key
from tests.support.postgres import DATABASES
from tests.support.stage import Staged, staged
from tests.support.table import ENGINE, FLAGS, Served, browser_or_skip
from tests.support.warm import keep_warm
from tests.support.webkit import Driver, SafariPhone, older_webkit, webkit

NAMES = ("Aki", "Ben", "Cy", "Dee")
SLOW = ("browser", "faults", "slow")  # markers of tests that only --all runs
signal.signal(signal.SIGINT, signal.default_int_handler)  # background jobs of a shell ignore Ctrl-C without this
MEMORY, ROOM = Path("/dev/shm"), 2**30  # Linux's file system in memory, and the space needed there, in bytes
if MEMORY.is_dir() and os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > ROOM:
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))  # avoids waiting for a disk
keep_warm()
gc.freeze()  # spares the process that distributes tests a garbage collection at its end
gc.disable()  # until all tests are collected: nothing of them is garbage, and searching for it takes seconds


SERVER = ExitStack()  # resources of this run, closed at its end


@pytest.hookimpl(wrapper=True)
def pytest_xdist_auto_num_workers() -> Generator[None, int, int]:
    """Return one worker more than processors: tests often wait a second for a phone's next poll, without CPU load."""
    return 1 + (yield)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options to run everything, and to store matches on a server."""
    parser.addoption("--all", action="store_true", help="run slow tests too: browsers, faults, exhaustive comparisons")
    parser.addoption("--postgres", action="store_true", help="on a PostgreSQL server of the run's own, not in files")


def pytest_configure(config: pytest.Config) -> None:
    """Start the database server once, for all processes of the run."""
    if config.getoption("--postgres") and not hasattr(config, "workerinput"):
        try:
            if postgres.SERVER not in os.environ:
                os.environ[postgres.SERVER] = SERVER.enter_context(postgres.running())
        except postgres.NoServer as missing:
            raise pytest.UsageError(str(missing)) from None
        postgres.prepare()


def pytest_unconfigure() -> None:
    """Stop the database server."""
    SERVER.close()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark tests that drive a browser; skip what is slow without --all, and leave out the other kind of database."""
    for item in items:
        if {"browser", "webkit_driver", "older_driver"} & set(getattr(item, "fixturenames", ())):
            item.add_marker(pytest.mark.browser)
        slow = next(filter(None, map(item.get_closest_marker, SLOW)), None)
        if slow and not config.getoption("--all"):
            item.add_marker(pytest.mark.skip(reason=f"{slow.name}: run it with --all"))
    other = "file" if config.getoption("--postgres") else "server"
    left_out = [item for item in items if item.get_closest_marker(other)]
    config.hook.pytest_deselected(items=left_out)
    items[:] = [item for item in items if not item.get_closest_marker(other)]


def pytest_collection_finish() -> None:
    """Enable garbage collection again, at long intervals and without the collected tests."""
    gc.freeze()
    gc.set_threshold(400_000, 50, 100)
    gc.enable()


@pytest.fixture(autouse=True)
def no_database_left() -> Iterator[None]:
    """Drop the databases a test created on the server; those of its module are removed with the server."""
    shared = set(DATABASES.made)
    yield
    DATABASES.clear(shared)


@pytest.fixture(scope="session")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An instance folder with a migrated database."""
    folder = tmp_path_factory.mktemp("prepared")
    create_app(folder, DATABASE_URL="")
    return folder


@pytest.fixture(scope="session")
def evenings(tmp_path_factory: pytest.TempPathFactory) -> Evenings:
    """Evenings played once in this session, for copying."""
    return Evenings(tmp_path_factory.mktemp("evenings"))


@pytest.fixture
def empty_instance(tmp_path: Path, prepared: Path) -> Path:
    """An instance folder with a migrated, empty database."""
    return furnished(tmp_path / "instance", prepared)


@pytest.fixture
def app(request: pytest.FixtureRequest) -> Flask:
    """The application with an empty database, or the module's shared one if the test uses it."""
    if "shared_app" in request.fixturenames:
        return request.getfixturevalue("shared_app")
    instance = request.getfixturevalue("empty_instance")
    return create_app(instance, DATABASE_URL=DATABASES.of(instance))


def furnished(instance: Path, prepared: Path) -> Path:
    """Create that folder, with a migrated, empty database if files are used."""
    instance.mkdir()
    if not postgres.given():
        shutil.copy(prepared / "companion.db", instance)
    return instance


@pytest.fixture(scope="module")
def shared_app(tmp_path_factory: pytest.TempPathFactory, prepared: Path) -> Flask:
    """One application for all tests of a module that only read, or that each have a separate match."""
    instance = furnished(tmp_path_factory.mktemp("shared") / "instance", prepared)
    return create_app(instance, DATABASE_URL=DATABASES.of(instance))


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """Headless Chromium that resolves every name to this machine."""
    with browser_or_skip()() as playwright:
        flags = [*FLAGS, "--host-resolver-rules=MAP * 127.0.0.1"]
        running = playwright.chromium.launch(executable_path=str(ENGINE), args=flags)
        yield running
        running.close()


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory, prepared: Path) -> Iterator[Served]:
    """A running companion, shared by all tests with separate matches."""
    server = Served(furnished(tmp_path_factory.mktemp("served") / "instance", prepared))
    yield server
    server.kill()


@pytest.fixture
def fresh(tmp_path: Path, prepared: Path) -> Iterator[Served]:
    """A running companion for one test, which may kill it or check all its data."""
    server = Served(furnished(tmp_path / "served", prepared))
    yield server
    server.kill()


@pytest.fixture(scope="session")
def networked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Staged]:
    """A running companion with a network name, shared by all tests with separate matches."""
    with staged(tmp_path_factory.mktemp("networked")) as server:
        yield server


@pytest.fixture(scope="session")
def webkit_driver() -> Iterator[Driver]:
    """Safari's engine, for all phones that have it."""
    with webkit() as running:
        yield running


@pytest.fixture(scope="session")
def older_driver() -> Iterator[Driver]:
    """Safari's engine of 2022, for all phones that have it."""
    with older_webkit() as running:
        yield running


@pytest.fixture
def safari(webkit_driver: Driver, served: Served) -> SafariPhone:
    """A phone with Safari's engine, its storage cleared."""
    return SafariPhone(webkit_driver, served.address).cleared()


@pytest.fixture
def older_safari(older_driver: Driver, served: Served) -> SafariPhone:
    """A phone as old as Safari 16.0, its storage cleared."""
    return SafariPhone(older_driver, served.address).cleared()


@pytest.fixture
def client(app: Flask) -> Phone:
    """A phone that opens pages and posts forms from the serving machine."""
    return Phone(app)


@pytest.fixture
def store(app: Flask) -> Store:
    """The store behind the application."""
    kept: Store = app.extensions["companion.store"]
    return kept


@pytest.fixture
def match(store: Store) -> Callable[..., str]:
    """Return a function that opens a match and returns its code: four players of Kalooki by default."""

    def opened(game: str = "kalooki", names: tuple[str, ...] = NAMES, dealer: int = 0, **house: Any) -> str:
        return store.open(game, house, names, dealer, Form.of(fresh_key(), []))

    return opened

"""Common fixtures: an application on a fresh folder, a phone, the store, a match."""

import os
import shutil
import signal
from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from flask import Flask
from hypothesis import settings
from sqlalchemy import Engine
from sqlmodel import SQLModel

from companion.app import connect, create_app
from companion.paths import DATABASE
from companion.storage.backup.catalog import AutomaticBackups
from companion.storage.database.files import create
from companion.storage.database.lock import FileWatch
from companion.storage.store import Form, Store
from companion.web.guard import permissions
from tests.browser.webkit import Driver, SafariPhone, older_webkit, webkit
from tests.support import postgres
from tests.support.evenings import Evenings, copy
from tests.support.houses import House, house
from tests.support.phone import Phone, fresh_key
from tests.support.postgres import DATABASES
from tests.support.server import Server
from tests.support.stage import Staged, staged
from tests.support.table import ENGINE, FLAGS, browser_or_skip, store_in

NAMES = ("Aki", "Ben", "Cy", "Dee")
SLOW = ("browser", "faults", "slow")  # markers of tests that only --all runs
signal.signal(signal.SIGINT, signal.default_int_handler)  # background jobs of a shell ignore Ctrl-C without this
settings.register_profile("same everywhere", derandomize=True, deadline=None)  # a busy machine is not an error
settings.load_profile("same everywhere")


PLAIN = {"PUBLIC_URL": None, "PREFERRED_URL_SCHEME": "http", "OPEN_HOUSE": None, "HOST_SECRET": None}  # configuration
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
    """Mark tests that drive a browser or a server; without --all skip these, and leave out the other database."""
    for item in items:
        if {"browser", "webkit_driver", "older_driver"} & set(getattr(item, "fixturenames", ())):
            item.add_marker(pytest.mark.browser)
        if {"served", "fresh", "networked", "make", "proxied"} & set(getattr(item, "fixturenames", ())):
            item.add_marker(pytest.mark.slow)
        slow = next(filter(None, map(item.get_closest_marker, SLOW)), None)
        if slow and not config.getoption("--all"):
            item.add_marker(pytest.mark.skip(reason=f"{slow.name}: run it with --all"))
    other = "file" if config.getoption("--postgres") else "server"
    left_out = [item for item in items if item.get_closest_marker(other)]
    config.hook.pytest_deselected(items=left_out)
    items[:] = [item for item in items if not item.get_closest_marker(other)]


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
    create(folder / DATABASE).dispose()
    return folder


@pytest.fixture(scope="session")
def evenings(tmp_path_factory: pytest.TempPathFactory) -> Evenings:
    """Evenings played once in this session, for copying."""
    return Evenings(tmp_path_factory.mktemp("evenings"))


@pytest.fixture
def empty_instance(tmp_path: Path, prepared: Path) -> Path:
    """An instance folder with a migrated, empty database."""
    return furnished(tmp_path / "instance", prepared)


@pytest.fixture(scope="session")
def application(prepared: Path) -> Flask:
    """The application, made once: routes and templates are the same for all tests, and data are connected to it."""
    return create_app(prepared, DATABASE_URL="")


@pytest.fixture
def app(request: pytest.FixtureRequest, application: Flask) -> Iterator[Flask]:
    """The application with an empty database; with `shared_app` or `empty_instance` if the test uses that fixture."""
    if "shared_app" in request.fixturenames:
        yield request.getfixturevalue("shared_app")
    elif "empty_instance" in request.fixturenames or postgres.given():
        with connected(application, request.getfixturevalue("empty_instance")) as app:
            yield app
    else:
        with emptied(application, *map(request.getfixturevalue, ("common", "prepared"))) as app:
            yield app


@pytest.fixture(scope="session")
def common(tmp_path_factory: pytest.TempPathFactory, prepared: Path) -> Iterator[Engine]:
    """The engine of the shared database, which is emptied before each test that uses it."""
    engine = create(furnished(tmp_path_factory.mktemp("common") / "instance", prepared) / DATABASE)
    yield engine
    engine.dispose()


@contextmanager
def emptied(application: Flask, engine: Engine, prepared: Path) -> Iterator[Flask]:
    """Connect the application with this database for the block, emptied, and with fresh limits."""
    file, before = Path(str(engine.url.database)), application.instance_path
    copy(prepared / DATABASE, file)
    with patch.dict(application.config, {**PLAIN, "DATABASE_URL": ""}), patch.dict(application.extensions):
        application.instance_path = str(file.parent)
        application.extensions["companion.store"] = Store(engine, FileWatch(file))
        application.extensions["companion.backups"] = AutomaticBackups(file.parent)
        permissions.begin(application)
        yield application
    application.instance_path = before
    if left := [path for path in file.parent.iterdir() if path != file]:
        engine.dispose()
        for path in left:
            shutil.rmtree(path) if path.is_dir() else path.unlink()
        pytest.fail(f"a test that works with files asks for empty_instance: {left}")


@contextmanager
def connected(application: Flask, instance: Path, **config: Any) -> Iterator[Flask]:
    """Connect the application with that folder's database for the block, with fresh limits and this configuration."""
    before, given = application.instance_path, {**PLAIN, "DATABASE_URL": DATABASES.of(instance), **config}
    with patch.dict(application.config, given), patch.dict(application.extensions):
        connect(application, instance)
        store: Store = application.extensions["companion.store"]
        yield application
        store.engine.dispose()
    application.instance_path = before


def furnished(instance: Path, prepared: Path) -> Path:
    """Create that folder, with a migrated, empty database if files are used."""
    instance.mkdir()
    if not postgres.given():
        shutil.copy(prepared / DATABASE, instance)
    return instance


@pytest.fixture(scope="module")
def shared_app(application: Flask, tmp_path_factory: pytest.TempPathFactory, prepared: Path) -> Iterator[Flask]:
    """The application with one database for all tests of a module that only read, or that each have their match."""
    with connected(application, furnished(tmp_path_factory.mktemp("shared") / "instance", prepared)) as app:
        yield app


@pytest.fixture
def a_house(application: Flask) -> Iterator[House]:
    """Return a function that serves a folder behind a proxy, as an open house or with a host of all."""
    with ExitStack() as stack:
        yield lambda instance, limits: stack.enter_context(connected(application, instance, **house(limits)))


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """Headless Chromium that resolves every name to this machine."""
    with browser_or_skip()() as playwright:
        flags = [*FLAGS, "--host-resolver-rules=MAP * 127.0.0.1"]
        running = playwright.chromium.launch(executable_path=str(ENGINE), args=flags)
        yield running
        running.close()


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory, prepared: Path) -> Iterator[Server]:
    """A running companion, shared by all tests with separate matches."""
    server = Server(furnished(tmp_path_factory.mktemp("served") / "instance", prepared)).start()
    yield server
    server.kill()


@pytest.fixture(scope="session")
def second(tmp_path_factory: pytest.TempPathFactory, prepared: Path) -> Iterator[Server]:
    """Another running companion, emptied before each test that uses it."""
    server = Server(furnished(tmp_path_factory.mktemp("second") / "instance", prepared)).start()
    yield server
    server.kill()


@pytest.fixture
def fresh(second: Server) -> Server:
    """A running companion without matches for one test, which may stop and start it or check all its data."""
    with store_in(second.instance).engine.begin() as connection:
        for table in reversed(SQLModel.metadata.sorted_tables):
            connection.execute(table.delete())
    return second


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
def safari(webkit_driver: Driver, served: Server) -> SafariPhone:
    """A phone with Safari's engine, its storage cleared."""
    return SafariPhone(webkit_driver, served.address).cleared()


@pytest.fixture
def older_safari(older_driver: Driver, served: Server) -> SafariPhone:
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

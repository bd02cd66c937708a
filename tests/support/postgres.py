"""A PostgreSQL server of the tests' own: Debian's binaries, files in memory, a socket in a folder and no port.

pytest --postgres tests/storage tests/web tests/faults tests/browser

A server that runs already is used where COMPANION_TEST_SERVER is its address, as a user who may make databases.
"""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from functools import cache
from hashlib import sha256
from pathlib import Path

from sqlalchemy import URL, Engine, create_engine

from companion.storage.database import engines
from companion.storage.postgres import url_of

SERVER = "COMPANION_TEST_SERVER"  # the variable that names it, for every process of a run
TEMPLATE = "companion_template"
DEBIAN = Path("/usr/lib/postgresql")
MEMORY = Path("/dev/shm")
MANY = "-c max_connections=400 -c shared_buffers=64MB"
QUICK = "-c fsync=off -c full_page_writes=off"  # what a machine that goes down would lose, and tests do not need
KEEPER = "postgres"  # who runs it where we are root, which PostgreSQL refuses to be


class NoServer(Exception):
    """There is no server and none can be started; the words say why."""


@contextmanager
def running(on_disk: bool = False) -> Iterator[str]:
    """The address of a server that ends with the block; NoServer where PostgreSQL is missing.

    On a disk it keeps what it says it keeps, as in earnest."""
    keeper = KEEPER if os.geteuid() == 0 else None
    folder = Path(tempfile.mkdtemp(prefix="pg-", dir=MEMORY if MEMORY.is_dir() and not on_disk else None))
    if keeper:
        shutil.chown(folder, keeper)
    data, said = folder / "data", {"stdout": subprocess.DEVNULL, "user": keeper, "cwd": folder, "check": True}
    try:
        subprocess.run([program("initdb"), "-A", "trust", "-U", KEEPER, "-E", "UTF8", "--locale=C", "-N", data], **said)
        start = ["-o", options(folder, on_disk), "-l", folder / "log", "start"]
        subprocess.run([program("pg_ctl"), "-D", data, "-w", *start], **said)
        yield URL.create("postgresql", KEEPER, database=KEEPER, query={"host": str(folder)}).render_as_string()
    finally:
        subprocess.run([program("pg_ctl"), "-D", data, "-m", "immediate", "stop"], **said | {"check": False})
        shutil.rmtree(folder, ignore_errors=True)


def options(folder: Path, on_disk: bool = False) -> str:
    """What the server in that folder is started with."""
    return f"-c listen_addresses='' -k {folder} {MANY}{'' if on_disk else f' {QUICK}'}"


def folder_of(server: str) -> Path:
    """The folder of a server that this module started."""
    return Path(str(url_of(server).query["host"]))


def program(name: str) -> str:
    """Where a program of PostgreSQL lies; NoServer where it is missing."""
    found = max(DEBIAN.glob(f"*/bin/{name}"), default=None) or shutil.which(name)
    if found is None:
        raise NoServer(f"no {name} (apt-get install postgresql)")
    return str(found)


def given() -> bool:
    """Whether this run keeps its matches on a server."""
    return bool(os.environ.get(SERVER))


def administration() -> Engine:
    """An engine that makes and removes databases."""
    return administrating(os.environ[SERVER])


@cache
def administrating(server: str) -> Engine:
    """The one of that server."""
    return create_engine(url_of(server), isolation_level="AUTOCOMMIT", pool_size=1)


def prepare() -> None:
    """Make the database that all others are copies of."""
    make(TEMPLATE, "template0")
    engine = engines.open_database(address(TEMPLATE))
    engines.migrate(engine)
    engine.dispose()


def make(name: str, template: str = TEMPLATE) -> None:
    """A database like that one, copied as files: in memory, with no log to write, that takes a third of the time."""
    with administration().connect() as connection:
        connection.exec_driver_sql(f'CREATE DATABASE "{name}" TEMPLATE "{template}" STRATEGY FILE_COPY')


def remove(name: str) -> None:
    """A database and whoever still uses it, gone."""
    with administration().connect() as connection:
        connection.exec_driver_sql(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')


def address(name: str) -> URL:
    """Where that database is."""
    return url_of(os.environ[SERVER]).set(database=name)


class Databases:
    """The databases of one test, by the folders whose files they stand for."""

    def __init__(self) -> None:
        self.made: set[str] = set()

    def of(self, folder: Path) -> str:
        """The address of the database of that folder, made when it is first asked for; "" where files are used."""
        if not given():
            return ""
        name = f"t{sha256(str(folder).encode()).hexdigest()[:20]}"
        if name not in self.made:
            make(name)
            self.made.add(name)
        return address(name).render_as_string(hide_password=False)

    def clear(self, but: Collection[str]) -> None:
        """Remove all but these."""
        for name in self.made - set(but):
            self.made.remove(name)
            remove(name)


DATABASES = Databases()

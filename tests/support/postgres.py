"""A PostgreSQL server for the tests: Debian's binaries, files in memory, a Unix socket in a folder, no port.

pytest --postgres tests/storage tests/faults

If COMPANION_TEST_SERVER is the address of a running server, that one is used; its user must be allowed to create
databases.
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

SERVER = "COMPANION_TEST_SERVER"  # environment variable with the server's address, for every process of a run
TEMPLATE = "companion_template"
DEBIAN = Path("/usr/lib/postgresql")
MEMORY = Path("/dev/shm")
MANY = "-c max_connections=400 -c shared_buffers=64MB"
QUICK = "-c fsync=off -c full_page_writes=off"  # durability in a crash of the machine, not needed by tests
KEEPER = "postgres"  # user that runs the server for root, as PostgreSQL refuses to run as root


class NoServer(Exception):
    """No server is running and none can be started; the message gives the reason."""


@contextmanager
def running(on_disk: bool = False) -> Iterator[str]:
    """Yield the address of a server that ends with the block.

    on_disk: files on the disk and synced writes, as in production.

    Raises:
        NoServer: PostgreSQL is missing."""
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
    """Return the start options of the server in that folder."""
    return f"-c listen_addresses='' -k {folder} {MANY}{'' if on_disk else f' {QUICK}'}"


def program(name: str) -> str:
    """Return the path of a PostgreSQL program.

    Raises:
        NoServer: it is missing.
    """
    found = max(DEBIAN.glob(f"*/bin/{name}"), default=None) or shutil.which(name)
    if found is None:
        raise NoServer(f"no {name} (apt-get install postgresql)")
    return str(found)


def given() -> bool:
    """True if this run stores its matches on a server."""
    return bool(os.environ.get(SERVER))


def administration() -> Engine:
    """Return an engine that may create and drop databases."""
    return administrating(os.environ[SERVER])


@cache
def administrating(server: str) -> Engine:
    """Return that server's engine."""
    return create_engine(url_of(server), isolation_level="AUTOCOMMIT", pool_size=1)


def prepare() -> None:
    """Create the template database that all others are copied from."""
    make(TEMPLATE, "template0")
    engine = engines.open_database(address(TEMPLATE))
    engines.migrate(engine)
    engine.dispose()


def make(name: str, template: str = TEMPLATE) -> None:
    """Create a database as a file copy of a template: in memory and without a log, in a third of the time."""
    with administration().connect() as connection:
        connection.exec_driver_sql(f'CREATE DATABASE "{name}" TEMPLATE "{template}" STRATEGY FILE_COPY')


def remove(name: str) -> None:
    """Drop a database, closing its connections."""
    with administration().connect() as connection:
        connection.exec_driver_sql(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')


def address(name: str) -> URL:
    """Return the URL of that database."""
    return url_of(os.environ[SERVER]).set(database=name)


class Databases:
    """The databases of one test, one for each instance folder."""

    def __init__(self) -> None:
        self.made: set[str] = set()

    def of(self, folder: Path) -> str:
        """Return the address of that folder's database, created on first use; "" if files are used."""
        if not given():
            return ""
        name = f"t{sha256(str(folder).encode()).hexdigest()[:20]}"
        if name not in self.made:
            make(name)
            self.made.add(name)
        return address(name).render_as_string(hide_password=False)

    def clear(self, but: Collection[str]) -> None:
        """Drop all databases but these."""
        for name in self.made - set(but):
            self.made.remove(name)
            remove(name)


DATABASES = Databases()

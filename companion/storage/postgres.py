"""PostgreSQL: connection, and the checks that a server's database must pass before it is used."""

from importlib.util import find_spec

from sqlalchemy import URL, Connection, Engine, NullPool, create_engine, inspect, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError

from companion.rules.text import N_, Sayable, Series, Text
from companion.storage.database.engines import Address, head, migrate, open_database, revision_of, revisions
from companion.storage.database.errors import Unusable
from companion.storage.database.files import TABLES, open_store
from companion.storage.results import catch_up
from companion.storage.store import Store

DRIVER = "pip install 'rummy-table-companion[postgres]'"


def open_address(address: Address, who: str) -> Store:
    """Open the store of a database, on its server or in its file; `who` is shown to a second program that wants it.

    Raises: Unusable, with advice, if it cannot be used."""
    return open_server(address) if isinstance(address, str) else open_store(address, who)


def open_server(address: str) -> Store:
    """Open the store of a database at that URL, migrated.

    Raises: Unusable, with advice, if it cannot be used."""
    engine = open_database(url_of(address))
    try:
        with engine.connect() as connection:
            look_at(connection, without_password(engine.url))
        migrate(engine)
    except DBAPIError as error:
        engine.dispose()
        raise connection_error(without_password(engine.url), first_line(error)) from error
    store = Store(engine)
    catch_up(store)
    return store


def server_fault(address: str) -> Sayable | None:
    """Return the fault of the database at that URL, which has to exist; nothing is changed."""
    try:
        new = is_new(address)
    except Unusable as error:
        return error
    return Text(N_("{name} contains no companion data"), name=without_password(url_of(address))) if new else None


def is_new(address: str) -> bool:
    """Return whether the database at that URL has no tables yet. Raises Unusable if it cannot be used."""
    try:
        with reading(address).connect() as connection:
            look_at(connection, without_password(url_of(address)))
            return revision_of(connection) is None
    except DBAPIError as error:
        raise connection_error(without_password(url_of(address)), first_line(error)) from error


def reading(address: str) -> Engine:
    """Return a read-only engine that reads from one snapshot; each connection is closed after use."""
    snapshot = {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}
    return create_engine(url_of(address), poolclass=NullPool, execution_options=snapshot)


def url_of(address: str) -> URL:
    """Return the URL with the companion's driver. Raises Unusable if it is not a URL of a PostgreSQL database."""
    try:
        url = make_url(address)
    except ArgumentError:
        url = URL.create("")
    if url.get_backend_name() not in ("postgresql", "postgres") or not url.database:
        raise Unusable(N_("COMPANION_DATABASE_URL is not of the form postgresql://user:password@host/database"))
    if find_spec("psycopg") is None:
        raise Unusable(N_("COMPANION_DATABASE_URL is set, but psycopg is not installed: {line}"), line=DRIVER)
    return url.set(drivername="postgresql+psycopg")


def look_at(connection: Connection, name: str) -> None:
    """Raise Unusable if the database cannot be used: encoding, foreign tables, newer revision."""
    if connection.exec_driver_sql("SHOW server_encoding").scalar() != "UTF8":
        encoding = N_("its encoding is not UTF8: make it with createdb --encoding UTF8 --template template0")
        raise connection_error(name, Text(encoding))
    revision = revision_of(connection)
    if revision is None and (found := TABLES.intersection(inspect(connection).get_table_names())):
        others = N_("it contains another program’s tables ({tables}): name another database")
        raise connection_error(name, Text(others, tables=Series(sorted(found))))
    if revision is not None and revision not in revisions():
        newer = N_("it is at revision {revision}, newer than this program’s {head}")
        raise connection_error(name, Text(newer, revision=revision, head=head()))


def connection_error(name: str, why: object) -> Unusable:
    """Return the error that names the database and the reason."""
    return Unusable(N_("{name}: {why}"), name=name, why=why)


def without_password(url: URL) -> str:
    """Return the URL without its password, as it may be shown."""
    return url.set(drivername="postgresql").difference_update_query(["password"]).render_as_string(hide_password=True)


def first_line(error: DBAPIError) -> object:
    """Return the first line of the message of the server or the connection."""
    return str(error.orig).strip().splitlines()[0].rstrip(".") if str(error.orig).strip() else Text(N_("no answer"))

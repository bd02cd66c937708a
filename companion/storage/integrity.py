"""The fault of a database, in a file or on a server; the companion may be using it meanwhile."""

from pathlib import Path

from sqlalchemy import Engine, NullPool, create_engine

from companion.rules.text import N_, Clauses, Sayable
from companion.storage.backup.sqlite_copy import connect
from companion.storage.database.engines import Address, head
from companion.storage.database.errors import Unusable
from companion.storage.database.files import fault
from companion.storage.postgres import reading


def file_fault(file: Path) -> Sayable | None:
    """Return the fault that the companion would find in a file when it starts, without advice; it may be in use."""
    found = fault(file)
    return found.why[0] if found and isinstance(found.why, Clauses) else found


def refuse_older(address: Address) -> None:
    """Raise Unusable if a database without faults has an older schema than this companion."""
    with read_only(address).connect() as connection:
        revision = connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar()
    if revision != head():
        raise Unusable(N_("the database is from an older companion: start this one once to update it"))


def read_only(address: Address) -> Engine:
    """Return an engine that can read a database but not change it."""
    if isinstance(address, str):
        return reading(address)
    return create_engine("sqlite://", creator=lambda: connect(address, "ro"), poolclass=NullPool)

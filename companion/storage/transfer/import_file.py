"""Import of a file into the database of an instance: validated first without changes, then in one transaction."""

from pathlib import Path

from sqlalchemy import create_engine
from sqlmodel import Session, SQLModel

from companion.storage.backup.sqlite_copy import NoCopy
from companion.storage.database import lock, messages
from companion.storage.database.engines import Address, WrongDatabase, migrate, open_file
from companion.storage.database.errors import writable
from companion.storage.database.inspection import Condition, State, inspect
from companion.storage.database.open_store import in_its_place, remember, said
from companion.storage.doctor.integrity import database_faults, read_only, refuse_older
from companion.storage.postgres import is_new, open_server
from companion.storage.store import Store
from companion.storage.transfer.importer import Import, Summary


def foresee(database: Address, file: Path) -> Summary:
    """Return the summary of an import without changing anything; the companion may be serving."""
    if not_made_yet(database):
        engine = create_engine("sqlite://")
        SQLModel.metadata.create_all(engine)
    else:
        refuse_faults(database)
        refuse_older(database)
        engine = read_only(database)
    with Session(engine) as session, session.begin():
        return Import(session, write=False).take(file)


def bring(database: Address, file: Path) -> Summary:
    """Import a file, all of it or nothing; create the database if it is missing.

    Raises: InUse if a companion has the database open; NoCopy or WrongDatabase if it cannot be trusted."""
    if isinstance(database, str):
        return taken(open_server(database), file)
    with lock.holding(database, "companion import"), said(database):
        if not_made_yet(database):
            with in_its_place(database) as beside:
                engine = open_file(beside, "rwc")
                migrate(engine)
                brought = taken(Store(engine), file)
        else:
            refuse_faults(database)
            refuse_older(database)
            brought = taken(Store(open_file(database)), file)
        remember(database)
    return brought


def not_made_yet(database: Address) -> bool:
    """Return whether no database was made yet. Raises WrongDatabase if one disappeared, or none can be made."""
    if isinstance(database, str):
        return is_new(database)
    found = inspect(database)
    if found.state is State.GONE:
        raise WrongDatabase(messages.refused(database, found))
    if found.state is State.NEW and database.parent.exists() and not writable(database):
        raise WrongDatabase(messages.refused(database, Condition(State.NEW)))
    return found.state is State.NEW


def taken(store: Store, file: Path) -> Summary:
    """Import the file and close the store."""
    try:
        with store.writing() as session:
            return Import(session, write=True).take(file)
    finally:
        store.engine.dispose()


def refuse_faults(database: Address) -> None:
    """Raise NoCopy if the database has faults."""
    if faults := database_faults(database):
        raise NoCopy(faults[0])

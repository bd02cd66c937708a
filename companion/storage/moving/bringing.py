"""An import into the database of an instance: looked through first without a change, then in one transaction."""

from pathlib import Path

from sqlalchemy import create_engine
from sqlmodel import Session, SQLModel

from companion.rules.text import N_, Text
from companion.storage.condition import lock
from companion.storage.condition.inspection import head
from companion.storage.database import Address, migrate, open_database
from companion.storage.examining.whole import database_faults, read_only, revision_of
from companion.storage.keeping.copying import NoCopy
from companion.storage.moving.importing import Import, Summary
from companion.storage.postgres import open_server
from companion.storage.store import Store


def foresee(database: Address, file: Path) -> Summary:
    """What an import would bring; nothing is changed, and the companion may be serving."""
    if isinstance(database, Path) and not database.exists():
        engine = create_engine("sqlite://")
        SQLModel.metadata.create_all(engine)
    else:
        refuse_faults(database)
        if revision_of(database) != head():
            older = N_("the database is of an older companion: start this one once, it brings it up to date")
            raise NoCopy(Text(older))
        engine = read_only(database)
    with Session(engine) as session, session.begin():
        return Import(session, write=False).take(file)


def bring(database: Address, file: Path) -> Summary:
    """Take a file in, into a new database where there is none; InUse if a companion has its file, NoCopy if damaged."""
    if isinstance(database, str):
        return taken(open_server(database), file)
    with lock.holding(database, "companion import"):
        if database.exists():
            refuse_faults(database)
        engine = open_database(f"sqlite:///{database}")
        migrate(engine)
        return taken(Store(engine), file)


def taken(store: Store, file: Path) -> Summary:
    """The file taken in, and the store closed."""
    try:
        with store.writing() as session:
            return Import(session, write=True).take(file)
    finally:
        store.engine.dispose()


def refuse_faults(database: Address) -> None:
    """NoCopy if the database cannot be trusted."""
    if faults := database_faults(database):
        raise NoCopy(faults[0])

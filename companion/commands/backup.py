"""Commands `companion backup` and `companion restore`: options and messages."""

import os
from pathlib import Path

import click

from companion import places
from companion.commands import command, option
from companion.interfaces.terminal_language import refuse, tell, warn
from companion.rules.text import N_

FILE = click.Path(path_type=Path)


@command(
    help=N_("make a backup, also while the companion is serving"),
    epilog=N_("FILE: where to; without it, into backups/ beside the database"),
)
@click.argument("file", required=False, type=FILE)
def backup(file: Path | None) -> int:
    """Make a backup in that file, or in backups/ beside the database, and print its path."""
    from companion.storage.backup.catalog import back_up
    from companion.storage.backup.sqlite_copy import NoCopy
    from companion.storage.database.engines import WrongDatabase

    server = places.database_url()
    if not server and not os.path.lexists(places.database()):
        return refuse(N_("There is no database in {folder} to make a backup of."), folder=places.instance())
    try:
        made = back_up(places.instance(), file, server=server)
    except (NoCopy, WrongDatabase) as error:
        return refuse(N_("No backup was made: {why}."), why=error)
    tell(N_("Backup made and checked: {file}"), file=made.path)
    for damaged in made.damaged:
        warn(N_("Careful: {damaged}. It is in the backup as it is."), damaged=damaged)
    return 1 if made.damaged else 0


@command(help=N_("go back to a backup; what is there now is kept"), epilog=N_("FILE: the backup"))
@click.argument("file", type=FILE)
@option("--with-damaged", is_flag=True, help=N_("also if some of its matches are damaged"))
def restore(file: Path, with_damaged: bool) -> int:
    """Replace the database by a backup, and print where the old one is."""
    from companion.storage.backup.pg_dump import restoring_line
    from companion.storage.backup.restore import restore as put_back
    from companion.storage.backup.sqlite_copy import NoCopy
    from companion.storage.database.engines import WrongDatabase
    from companion.storage.database.errors import reason_of
    from companion.storage.database.lock import InUse

    if places.database_url():
        line = restoring_line(places.database_url(), file)
        return refuse(N_("The database is on a server. Stop every companion on it, and then: {line}"), line=line)
    try:
        replaced = put_back(file, places.instance(), with_damaged)
    except InUse as error:
        return refuse(N_("{in_use} Stop it first; nothing was changed."), in_use=error)
    except (NoCopy, WrongDatabase) as error:
        return refuse(N_("This backup cannot be restored: {why}. Nothing was changed."), why=error)
    except OSError as error:
        return refuse(N_("{file} cannot be written: {error}."), file=places.instance(), error=reason_of(error))
    tell(N_("{file} is as it was in {backup}."), file=places.database(), backup=file)
    if replaced:
        tell(N_("What was there before is kept as {file}."), file=replaced)
    return 0

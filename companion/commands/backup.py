"""Commands `companion backup` and `companion restore`: options and messages."""

import argparse
import os
from pathlib import Path
from typing import Any

from companion import places
from companion.interfaces.terminal_language import _, refuse, tell, warn
from companion.rules.text import N_


def add(commands: Any) -> None:
    """Add both commands to the command line."""
    backing = commands.add_parser("backup", help=_("make a backup, also while the companion is serving"))
    backing.add_argument("file", nargs="?", type=Path, help=_("where to (default: into backups/ beside the database)"))
    backing.set_defaults(run=backup)
    restoring = commands.add_parser("restore", help=_("go back to a backup; what is there now is kept"))
    restoring.add_argument("file", type=Path, help=_("the backup"))
    restoring.add_argument("--with-damaged", action="store_true", help=_("also if some of its matches are damaged"))
    restoring.set_defaults(run=restore)


def backup(options: argparse.Namespace) -> int:
    """Make a backup and print its path."""
    from companion.storage.backup.catalog import back_up
    from companion.storage.backup.sqlite_copy import NoCopy
    from companion.storage.database.engines import WrongDatabase

    server = places.database_url()
    if not server and not os.path.lexists(places.database()):
        return refuse(N_("There is no database in {folder} to make a backup of."), folder=places.instance())
    try:
        made = back_up(places.instance(), options.file, server=server)
    except (NoCopy, WrongDatabase) as error:
        return refuse(N_("No backup was made: {why}."), why=error)
    tell(N_("Backup made and looked at: {file}"), file=made.path)
    for damaged in made.damaged:
        warn(N_("Careful: {damaged}. It is in the backup as it is."), damaged=damaged)
    return 1 if made.damaged else 0


def restore(options: argparse.Namespace) -> int:
    """Replace the database by a backup and print where the old one is."""
    from companion.storage.backup.pg_dump import restoring_line
    from companion.storage.backup.restore import restore as put_back
    from companion.storage.backup.sqlite_copy import NoCopy
    from companion.storage.database.engines import WrongDatabase
    from companion.storage.database.errors import reason_of
    from companion.storage.database.lock import InUse

    if places.database_url():
        line = restoring_line(places.database_url(), options.file)
        return refuse(N_("The database is on a server. Stop every companion on it, and then: {line}"), line=line)
    try:
        replaced = put_back(options.file, places.instance(), options.with_damaged)
    except InUse as error:
        return refuse(N_("{in_use} Stop it first; nothing was changed."), in_use=error)
    except (NoCopy, WrongDatabase) as error:
        return refuse(N_("This backup cannot be restored: {why}. Nothing was changed."), why=error)
    except OSError as error:
        return refuse(N_("{file} cannot be written: {error}."), file=places.instance(), error=reason_of(error))
    tell(N_("{file} is as it was in {backup}."), file=places.database(), backup=options.file)
    if replaced:
        tell(N_("What was there before is kept as {file}."), file=replaced)
    return 0

"""companion backup and restore: what they are called with, and what they say."""

import argparse
import sys
from pathlib import Path
from typing import Any

from companion import places


def add(commands: Any) -> None:
    """Add both commands to those of the command line."""
    backing = commands.add_parser("backup", help="make a backup, also while the companion is serving")
    backing.add_argument("file", nargs="?", type=Path, help="where to (default: into backups/ beside the database)")
    backing.set_defaults(run=backup)
    restoring = commands.add_parser("restore", help="go back to a backup; what is there now is kept")
    restoring.add_argument("file", type=Path, help="the backup")
    restoring.add_argument("--with-damaged", action="store_true", help="also if some of its matches are damaged")
    restoring.set_defaults(run=restore)


def backup(options: argparse.Namespace) -> int:
    """Make a backup and say where it is."""
    from companion.storage.backups import back_up
    from companion.storage.copying import NoCopy
    from companion.storage.database import WrongDatabase

    server = places.database_url()
    if not server and not places.database().exists():
        return refuse(f"There is no database in {places.instance()} to make a backup of.")
    try:
        made = back_up(places.instance(), options.file, server=server)
    except (NoCopy, WrongDatabase) as error:
        return refuse(f"No backup was made: {error}.")
    print(f"Backup made and looked at: {made.path}")
    for damaged in made.damaged:
        print(f"Careful: {damaged}. It is in the backup as it is.", file=sys.stderr)
    return 1 if made.damaged else 0


def restore(options: argparse.Namespace) -> int:
    """Put a backup in the place of the database and say where what was there is kept."""
    from companion.storage.copying import NoCopy
    from companion.storage.database import WrongDatabase
    from companion.storage.dumping import restoring_line
    from companion.storage.lock import InUse
    from companion.storage.restoring import restore as put_back

    if places.database_url():
        line = restoring_line(places.database_url(), options.file)
        return refuse(f"The database is on a server. Stop every companion on it, and then: {line}")
    try:
        replaced = put_back(options.file, places.instance(), options.with_damaged)
    except InUse as error:
        return refuse(f"{error} Stop it first; nothing was changed.")
    except (NoCopy, WrongDatabase) as error:
        return refuse(f"This backup cannot be restored: {error}. Nothing was changed.")
    except OSError as error:
        return refuse(f"{places.instance()} cannot be written: {error.strerror}.")
    print(f"{places.database()} is as it was in {options.file}.")
    if replaced:
        print(f"What was there before is kept as {replaced}.")
    return 0


def refuse(reason: str) -> int:
    """Say why nothing was done; the exit status."""
    print(reason, file=sys.stderr)
    return 2

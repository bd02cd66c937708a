"""Commands `companion export` and `companion import`: all data as one file, from one companion into another."""

import argparse
import sys
from pathlib import Path
from typing import Any

from companion import places
from companion.interfaces.terminal_language import _, refuse, tell, warn
from companion.rules.text import N_

WOULD_BRING = N_("This file would bring {new} new matches and {longer} that went on, with {entries} entries in all.")
BROUGHT = N_("This file brought {new} new matches and {longer} that went on, with {entries} entries in all.")


def add(commands: Any) -> None:
    """Add both commands to the command line."""
    out = commands.add_parser("export", help=_("write everything into one file; also while the companion is serving"))
    out.add_argument("file", type=Path, help=_("a file that is not there yet"))
    out.set_defaults(run=export_all)
    back = commands.add_parser("import", help=_("take the matches of an export in; nothing comes twice"))
    back.add_argument("file", type=Path, help=_("the export"))
    back.add_argument("--dry-run", action="store_true", help=_("only say what it would bring"))
    back.add_argument("--yes", action="store_true", help=_("do not ask"))
    back.set_defaults(run=import_all)


def export_all(options: argparse.Namespace) -> int:
    """Export everything into a file and print its size in matches and entries."""
    from companion.storage.backup.sqlite_copy import NoCopy
    from companion.storage.doctor.integrity import database_faults
    from companion.storage.transfer.export import export

    if faults := database_faults(places.address()):
        return refuse(N_("Nothing was exported: {why}."), why=faults[0])
    try:
        told = export(places.address(), options.file)
    except NoCopy as error:
        return refuse(N_("Nothing was exported: {why}."), why=error)
    written = N_("{matches} matches with {entries} entries are in {file}.")
    tell(written, matches=told.matches, entries=told.entries, file=options.file)
    for code in told.damaged:
        warn(N_("Left out: match {code} is damaged. companion doctor says how."), code=code)
    if told.receipts_left_out:
        left = N_("Left out: {count} damaged receipts. companion doctor says of which matches.")
        warn(left, count=told.receipts_left_out)
    return 1 if told.damaged or told.receipts_left_out else 0


def import_all(options: argparse.Namespace) -> int:
    """Print what a file would bring, ask, and import it; all of it or nothing."""
    from companion.storage.backup.sqlite_copy import NoCopy
    from companion.storage.database.engines import WrongDatabase
    from companion.storage.database.errors import reason_of
    from companion.storage.database.lock import InUse
    from companion.storage.transfer.import_file import bring, foresee
    from companion.storage.transfer.import_format import BadLine

    try:
        say_what(WOULD_BRING, foresee(places.address(), options.file))
        if options.dry_run or not (options.yes or agreed()):
            tell(N_("Nothing was imported."))
            return 0
        brought = bring(places.address(), options.file)
    except InUse as error:
        return refuse(N_("{in_use} Stop it first; nothing was imported."), in_use=error)
    except (BadLine, NoCopy, WrongDatabase) as error:
        return refuse(N_("Nothing was imported: {why}."), why=error)
    except OSError as error:
        where = error.filename or options.file
        return refuse(N_("Nothing was imported: {file}: {error}."), file=where, error=reason_of(error))
    say_what(BROUGHT, brought)
    for old, new in brought.renamed.items():
        tell(N_("Another match has the code {old}, so it is {new} here."), old=old, new=new)
    return 0


def say_what(message: str, summary: Any) -> None:
    """Print what an import brings."""
    tell(message, new=summary.new, longer=summary.longer, entries=summary.entries)
    tell(N_("{known} of its matches were here already."), known=summary.known)
    if summary.people:
        tell(N_("It says of {people} names whom they count as, or whether they count."), people=summary.people)
    for code in summary.differ:
        tell(N_("Left out: match {code} went on otherwise here, or is damaged here."), code=code)


def agreed() -> bool:
    """Ask at the terminal whether to import; False without a terminal."""
    if not sys.stdin or not sys.stdin.isatty():
        return False
    try:
        return input(_("Import it? [y/N] ")).strip().lower() in ("y", "yes")
    except EOFError:  # Ctrl-D
        print()
        return False

"""Commands `companion export` and `companion import`: all data as one file, from one companion into another."""

import sys
from pathlib import Path
from typing import Any

import click

from companion import places
from companion.commands import command, option
from companion.interfaces.terminal_language import _, refuse, tell, warn
from companion.rules.text import N_

WOULD_BRING = N_("This file would bring {new} new matches and {longer} that went on, with {entries} entries in all.")
BROUGHT = N_("This file brought {new} new matches and {longer} that went on, with {entries} entries in all.")


FILE = click.Path(path_type=Path)


@command(
    "export",
    help=N_("write everything into one file; also while the companion is serving"),
    epilog=N_("FILE: a new file; gzipped if its name ends with .gz"),
)
@click.argument("file", type=FILE)
def export_all(file: Path) -> int:
    """Export everything into a file, and print its size in matches and entries."""
    from companion.storage.backup.sqlite_copy import NoCopy
    from companion.storage.doctor.integrity import database_faults
    from companion.storage.transfer.export import export

    if faults := database_faults(places.address()):
        return refuse(N_("Nothing was exported: {why}."), why=faults[0])
    try:
        told = export(places.address(), file)
    except NoCopy as error:
        return refuse(N_("Nothing was exported: {why}."), why=error)
    written = N_("{matches} matches with {entries} entries are in {file}.")
    tell(written, matches=told.matches, entries=told.entries, file=file)
    for code in told.damaged:
        warn(N_("Left out: match {code} is damaged. companion doctor says how."), code=code)
    if told.receipts_left_out:
        left = N_("Left out: {count} damaged receipts. companion doctor says of which matches.")
        warn(left, count=told.receipts_left_out)
    return 1 if told.damaged or told.receipts_left_out else 0


@command(
    "import",
    help=N_("take the matches of an export in; nothing comes twice"),
    epilog=N_("FILE: an export, or the file of one match"),
)
@click.argument("file", type=FILE)
@option("--dry-run", is_flag=True, help=N_("only say what it would bring"))
@option("--deleted", is_flag=True, help=N_("also bring back matches that were deleted here"))
@option("--yes", is_flag=True, help=N_("do not ask"))
def import_all(file: Path, dry_run: bool, deleted: bool, yes: bool) -> int:
    """Print what a file would bring, ask, and import it; all of it or nothing."""
    from companion.storage.backup.sqlite_copy import NoCopy
    from companion.storage.database.engines import WrongDatabase
    from companion.storage.database.errors import reason_of
    from companion.storage.database.lock import InUse
    from companion.storage.transfer.import_format import BadLine
    from companion.storage.transfer.importer import bring, foresee

    try:
        say_what(WOULD_BRING, foresee(places.address(), file, deleted))
        if dry_run or not (yes or agreed()):
            tell(N_("Nothing was imported."))
            return 0
        brought = bring(places.address(), file, deleted)
    except InUse as error:
        return refuse(N_("{in_use} Stop it first; nothing was imported."), in_use=error)
    except (BadLine, NoCopy, WrongDatabase) as error:
        return refuse(N_("Nothing was imported: {why}."), why=error)
    except OSError as error:
        where = error.filename or file
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
    for code in summary.deleted:
        tell(N_("Left out: match {code} was deleted here; --deleted brings it back."), code=code)


def agreed() -> bool:
    """Ask at the terminal whether to import; False without a terminal, or on Ctrl-D."""
    if not sys.stdin or not sys.stdin.isatty():
        return False
    try:
        return click.confirm(_("Import it?"))
    except click.Abort:
        click.echo()
        return False

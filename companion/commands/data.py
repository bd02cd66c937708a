"""Commands on all the data: `companion backup`, `restore`, `doctor`, `export` and `import`."""

import shlex
from pathlib import Path
from typing import Any

import click

from companion import paths
from companion.commands import command, option
from companion.interfaces.terminal_language import _, refuse, say, tell, warn
from companion.rules.text import N_

FILE = click.Path(path_type=Path)


@command(
    help=N_("make a backup; the companion may be running"),
    epilog=N_("FILE: where to write it; by default in backups/ beside the database"),
)
@click.argument("file", required=False, type=FILE)
def backup(file: Path | None) -> int:
    """Make a backup in that file, or in backups/ beside the database, and print its path."""
    from companion.storage.backup.catalog import back_up
    from companion.storage.database.errors import Unusable

    try:
        made = back_up(paths.instance(), file, server=paths.database_url())
    except Unusable as error:
        return refuse(N_("No backup was made: {why}."), why=error)
    tell(N_("Backup made and checked: {file}"), file=made)
    return 0


@command(help=N_("restore a backup; the present data is set aside, not deleted"), epilog=N_("FILE: the backup"))
@click.argument("file", type=FILE)
def restore(file: Path) -> int:
    """Replace the database by a backup, and print where the old one is."""
    from companion.storage.backup.restore import restore as put_back
    from companion.storage.database.errors import Unusable

    if paths.database_url():
        line = shlex.join(["companion", "import", str(file)])
        other = N_("The database is on a server. Name an empty one in COMPANION_DATABASE_URL, then run: {line}")
        return refuse(other, line=line)
    try:
        replaced = put_back(file, paths.instance())
    except Unusable as error:
        return refuse(N_("This backup cannot be restored: {why}. Nothing was changed."), why=error)
    tell(N_("{file} was restored from {backup}."), file=paths.database(), backup=file)
    if replaced:
        tell(N_("The previous data was saved as {file}."), file=replaced)
    return 0


@command(help=N_("check the data; the companion may be running"))
def doctor() -> int:
    """Examine the instance; return 0 if all is well, 1 with warnings, 2 with faults."""
    from companion.storage.doctor import Grade, examine

    worst = Grade.WELL
    for one in examine(paths.instance(), paths.database_url()):
        print(f"{'✗' if one.grade == Grade.FAULT else '!'} {say(one.what)}\n  {say(one.do)}", flush=True)
        worst = max(worst, one.grade)
    if worst == Grade.WELL:
        tell(N_("No problems found in {folder}."), folder=paths.instance())
    return int(worst)


WOULD_BRING = N_("To import from this file: new matches {new}, continued matches {longer}, entries {entries}.")
BROUGHT = N_("Imported from this file: new matches {new}, continued matches {longer}, entries {entries}.")


@command(
    "export",
    help=N_("export everything to one file; the companion may be running"),
    epilog=N_("FILE: a new file; compressed if its name ends in .gz"),
)
@click.argument("file", type=FILE)
def export_all(file: Path) -> int:
    """Export everything into a file, and print its size in matches and entries."""
    from companion.storage.database.errors import Unusable
    from companion.storage.integrity import file_fault
    from companion.storage.postgres import server_fault
    from companion.storage.transfer.export import export

    server = paths.database_url()
    if fault := server_fault(server) if server else file_fault(paths.database()):
        return refuse(N_("Nothing was exported: {why}."), why=fault)
    try:
        exported = export(paths.address(), file)
    except Unusable as error:
        return refuse(N_("Nothing was exported: {why}."), why=error)
    written = N_("Exported to {file}: matches {matches}, entries {entries}.")
    tell(written, matches=exported.counts.matches, entries=exported.counts.entries, file=file)
    for code in exported.damaged:
        warn(N_("Left out: match {code} is damaged. Run companion doctor for details."), code=code)
    return 1 if exported.damaged else 0


@command(
    "import",
    help=N_("import the matches of an export; none is imported twice"),
    epilog=N_("FILE: an export, or the file of one match"),
)
@click.argument("file", type=FILE)
@option("--dry-run", is_flag=True, help=N_("only show what would be imported"))
@option("--deleted", is_flag=True, help=N_("also bring back matches that were deleted here"))
@option("--yes", is_flag=True, help=N_("do not ask for confirmation"))
def import_all(file: Path, dry_run: bool, deleted: bool, yes: bool) -> int:
    """Print what a file would bring, ask, and import it; all of it or nothing."""
    from companion.storage.database.errors import Unusable
    from companion.storage.transfer.importer import bring, preview_import
    from companion.storage.transfer.lines import BadLine

    try:
        say_what(WOULD_BRING, preview_import(paths.address(), file, deleted))
        if dry_run or not (yes or click.confirm(_("Import it?"))):
            tell(N_("Nothing was imported."))
            return 0
        brought = bring(paths.address(), file, deleted)
    except (BadLine, Unusable) as error:
        return refuse(N_("Nothing was imported: {why}."), why=error)
    say_what(BROUGHT, brought)
    for old, new in brought.renamed.items():
        tell(N_("Another match here has the code {old}; this one gets {new}."), old=old, new=new)
    return 0


def say_what(message: str, summary: Any) -> None:
    """Print what an import brings."""
    tell(message, new=summary.new, longer=summary.longer, entries=summary.entries)
    tell(N_("Already here: {known} of its matches."), known=summary.known)
    if summary.people:
        tell(
            N_("Settings for names are included ({people}): who they belong to, and whether they count."),
            people=summary.people,
        )
    for code in summary.differ:
        tell(N_("Left out: match {code} was continued differently here, or is damaged here."), code=code)
    for code in summary.deleted:
        tell(N_("Left out: match {code} was deleted here; --deleted brings it back."), code=code)


COMMANDS = (backup, restore, doctor, export_all, import_all)

"""companion export and import: everything in one file, out of one companion and into another."""

import argparse
import sys
from pathlib import Path
from typing import Any

from companion import places
from companion.host.keeping import refuse


def add(commands: Any) -> None:
    """Add both commands to those of the command line."""
    out = commands.add_parser("export", help="write everything into one file; also while the companion is serving")
    out.add_argument("file", type=Path, help="a file that is not there yet")
    out.set_defaults(run=export_all)
    back = commands.add_parser("import", help="take the matches of an export in; nothing comes twice")
    back.add_argument("file", type=Path, help="the export")
    back.add_argument("--dry-run", action="store_true", help="only say what it would bring")
    back.add_argument("--yes", action="store_true", help="do not ask")
    back.set_defaults(run=import_all)


def export_all(options: argparse.Namespace) -> int:
    """Write everything into a file and say how much it is."""
    from companion.storage.copying import NoCopy
    from companion.storage.exporting import export
    from companion.storage.whole import database_faults

    if faults := database_faults(places.address()):
        return refuse(f"Nothing was exported: {faults[0]}.")
    try:
        told = export(places.address(), options.file)
    except NoCopy as error:
        return refuse(f"Nothing was exported: {error}.")
    print(f"{told.matches} matches with {told.entries} entries are in {options.file}.")
    for code in told.damaged:
        print(f"Left out: match {code} is damaged. companion doctor says how.", file=sys.stderr)
    return 1 if told.damaged else 0


def import_all(options: argparse.Namespace) -> int:
    """Say what a file brings, ask, and take it in; all of it or nothing."""
    from companion.storage.bringing import bring, foresee
    from companion.storage.copying import NoCopy
    from companion.storage.database import WrongDatabase
    from companion.storage.incoming import BadLine
    from companion.storage.lock import InUse

    try:
        tell(foresee(places.address(), options.file), "would bring")
        if options.dry_run or not (options.yes or agreed()):
            print("Nothing was imported.")
            return 0
        tell(bring(places.address(), options.file), "brought")
    except InUse as error:
        return refuse(f"{error} Stop it first; nothing was imported.")
    except (BadLine, NoCopy, WrongDatabase) as error:
        return refuse(f"Nothing was imported: {error}.")
    except OSError as error:
        return refuse(f"Nothing was imported: {error.filename or options.file}: {error.strerror}.")
    return 0


def tell(summary: Any, verb: str) -> None:
    """Say what an import brings."""
    what = f"{summary.new} new matches, {summary.longer} that went on, {summary.entries} entries in all"
    print(f"This file {verb} {what}; {summary.known} were here already.")
    if summary.people:
        print(f"It says of {summary.people} names whom they count as, or whether they count.")
    for code in summary.differ:
        print(f"Left out: match {code} went on otherwise here, or is damaged here.")
    if verb == "brought":
        for old, new in summary.renamed.items():
            print(f"Another match has the code {old}, so it is {new} here.")


def agreed() -> bool:
    """Whether whoever sits at the terminal wants it; where nobody does, not."""
    return sys.stdin.isatty() and input("Import it? [y/N] ").strip().lower() in ("y", "yes")

"""Backup of a PostgreSQL database by its own client programs, pg_dump and pg_restore."""

import os
import shlex
import shutil
import subprocess
from pathlib import Path

from sqlalchemy import URL

from companion.rules.text import N_, Sayable, Text
from companion.storage.backup.sqlite_copy import NoCopy, new_file, refuse_taken
from companion.storage.postgres import url_of

DEBIAN = Path("/usr/lib/postgresql")  # folder of each version's programs on Debian
NEEDED = ("TABLE DATA", " entry ")  # words in one line of a dump's table of contents if it holds a ledger


def dump(address: str, target: Path) -> None:
    """Dump a database into a new file; it may be written meanwhile. Raises NoCopy with the reason."""
    refuse_taken(target)
    url = url_of(address)
    with new_file(target) as part:
        options = ("--format=custom", "--no-owner", f"--file={part}", *database_argument(url))
        run_program(program("pg_dump"), *options, password=secret(url))
        if fault := dump_fault(part):
            raise NoCopy(fault)


def dump_fault(file: Path) -> Sayable | None:
    """Return the fault of a dump, judged by its table of contents; None if it is sound."""
    try:
        contents = run_program(program("pg_restore"), "--list", str(file))
    except NoCopy as error:
        return error.why
    held = any(all(word in line for word in NEEDED) for line in contents.splitlines())
    return None if held else Text(N_("{file} contains no matches"), file=file)


def database_argument(url: URL) -> list[str]:
    """Return the database argument for PostgreSQL's programs, without the password, which other users could see."""
    bare = url.set(drivername="postgresql").difference_update_query(["password"])._replace(password=None)
    return [f"--dbname={bare.render_as_string()}"]


def secret(url: URL) -> str | None:
    """Return the password in a URL, from its user part or its query."""
    asked = url.password or url.query.get("password")
    return asked if isinstance(asked, str) else None


def restoring_line(address: str, file: Path) -> str:
    """Return the command that restores a dump over a database."""
    return shlex.join(
        ["pg_restore", "--clean", "--if-exists", "--no-owner", "-1", *database_argument(url_of(address)), str(file)]
    )


def program(name: str) -> str:
    """Return the path of one of PostgreSQL's programs. Raises NoCopy if it is missing."""
    newest = max(DEBIAN.glob(f"*/bin/{name}"), key=lambda path: int(path.parts[-3]), default=None)
    found = newest or shutil.which(name)
    if found is None:
        missing = N_("{program} was not found: it comes with PostgreSQL’s client programs (postgresql-client)")
        raise NoCopy(missing, program=name)
    return str(found)


def run_program(*command: str, password: str | None = None) -> str:
    """Run a program and return its output. Raises NoCopy with its first line of complaint if it fails."""
    environment = os.environ | ({"PGPASSWORD": password} if password else {})
    done = subprocess.run(command, env=environment, capture_output=True, text=True, errors="replace", check=False)
    if done.returncode:
        complaint = done.stderr.strip().splitlines()[0] if done.stderr.strip() else Text(N_("it failed"))
        raise NoCopy(N_("{name}: {why}"), name=Path(command[0]).name, why=complaint)
    return done.stdout

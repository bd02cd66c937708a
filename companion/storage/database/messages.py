"""Messages about the condition or trouble of a database, with advice."""

from pathlib import Path
from typing import Any

from companion.rules.text import N_, Clauses, Text
from companion.storage.database.errors import Trouble
from companion.storage.database.inspection import Condition, State, head

RESTORE = N_("bring a backup back with “companion restore FILE”")
FRESH = N_("bring a backup back with “companion restore FILE”, or begin afresh with “companion serve --new”")
ASIDE = N_("move it aside, or name another folder in COMPANION_INSTANCE")
UPDATE = N_("start it with the newer companion")
WRITABLE = N_("make the file and its folder writable, and start again")
CLOSE = N_("close that program, and start again")

REFUSED = {
    State.GONE: (N_("the database that was at {path} is missing"), FRESH),
    State.EMPTY: (N_("{path} is empty, with no database in it"), FRESH),
    State.FOLDER: (N_("{path} is a folder, where the database should be"), ASIDE),
    State.FORBIDDEN: (N_("{path} may not be read ({detail})"), N_("give yourself the right to read and write it")),
    State.NOT_SQLITE: (N_("{path} is no SQLite database, or its beginning is damaged"), FRESH),
    State.FOREIGN: (N_("{path} is a database of another program"), ASIDE),
    State.NEWER: (N_("{path} is at revision {detail}, newer than this program's {head}"), UPDATE),
    State.UNVERSIONED: (N_("{path} does not say which revision it is at"), RESTORE),
    State.LOCKED: (N_("{path} is locked by another program"), CLOSE),
    State.WAL: (N_("{path} is open in another program, in write-ahead mode"), CLOSE),
    State.DAMAGED: (N_("{path} is damaged ({detail})"), RESTORE),
    State.UNREADABLE: (N_("{path} is damaged and cannot be read ({detail})"), FRESH),
    State.OLDER: (
        N_("{path} is at revision {revision} and is older than this program, but cannot be written"),
        WRITABLE,
    ),
    State.NEW: (N_("there is no database at {path} yet, and none can be made there"), WRITABLE),
}
CUT_OFF = (N_("a write to {path} was cut off, and cannot be taken back where nothing can be written"), WRITABLE)
DAMAGED = N_("The database is damaged ({detail}). It is shown as far as it can be read, and nothing can be written.")
READ_ONLY = N_("The database cannot be written, because its file or its folder is read-only. It can be looked at.")

NOT_OPENED = {
    Trouble.FULL: (N_("{path} cannot be made or brought up to date, because the disk is full"), N_("make room")),
    Trouble.READ_ONLY: (N_("{path} cannot be written"), WRITABLE),
    Trouble.LOCKED: (N_("{path} is locked by another program"), CLOSE),
    Trouble.DAMAGED: (N_("{path} is damaged"), RESTORE),
    Trouble.GONE: (N_("{path} went missing while it was opened"), FRESH),
    Trouble.FAILING: (N_("{path} cannot be read or written: its disk fails"), N_("look at the disk, and start again")),
}

RUNNING = {  # the trouble, and advice
    Trouble.FULL: (N_("The disk is full."), N_("Once there is room again, send it once more: no restart is needed.")),
    Trouble.READ_ONLY: (
        N_("The database is read-only."),
        N_("Once its file and folder can be written, send it again: no restart is needed."),
    ),
    Trouble.LOCKED: (N_("Another program holds the database."), N_("Try again in a moment.")),
    Trouble.GONE: (
        N_("The database is gone: its file was deleted or moved."),
        N_("Trying again does not help: the companion has to be stopped and a backup brought back."),
    ),
    Trouble.REPLACED: (
        N_("The database was replaced by another file while the companion was running."),
        N_("Trying again does not help: the companion has to be started anew."),
    ),
    Trouble.DAMAGED: (
        N_("The database is damaged."),
        N_("Trying again does not help: the companion has to be stopped and a backup brought back."),
    ),
    Trouble.FAILING: (N_("The disk does not read or write as it should."), N_("Try again in a moment.")),
    Trouble.SILENT: (N_("The database server does not answer."), N_("Try again in a moment.")),
    Trouble.UNCONFIRMED: (
        N_("The line to the database broke before it answered."),
        N_("Try again: nothing will be saved twice."),
    ),
}


def why_refused(path: Path, condition: Condition) -> Clauses:
    """Return why a database in that condition is not opened, and advice."""
    words = CUT_OFF if condition.shown else REFUSED[condition.state]
    return both(words, path, detail=condition.detail, revision=condition.revision, head=head())


def what_is_wrong(path: Path, condition: Condition) -> Clauses:
    """Return the fault of a database in that condition; with advice only if no backup helps."""
    words = REFUSED[condition.state]
    said = words if condition.state is State.NEWER else words[:1]
    return both(said, path, detail=condition.detail, head=head())


def not_opened(path: Path, trouble: Trouble) -> Clauses:
    """Return why opening a database failed, and advice."""
    return both(NOT_OPENED[trouble], path)


def both(words: tuple[str, ...], path: Path, **values: Any) -> Clauses:
    """Return the fault and the advice as clauses."""
    return Clauses(Text(part, path=path, **values) for part in words)


def notice(condition: Condition) -> Text | None:
    """Return the notice to the host about a database that is only shown; None if all is well."""
    if condition.state is State.DAMAGED:
        return Text(DAMAGED, detail=condition.detail[0])  # the log has the others
    return None if condition.writable else Text(READ_ONLY)

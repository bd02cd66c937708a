"""Messages about a database that was not opened or failed, with advice."""

from pathlib import Path
from typing import Any

from companion.rules.text import N_, Clauses, Text
from companion.storage.database.errors import Trouble
from companion.storage.database.inspection import Condition, State, head

RESTORE = N_("restore a backup with “companion restore FILE”")
FRESH = N_("restore a backup with “companion restore FILE”, or start over with “companion serve --new”")
ASIDE = N_("move it aside, or name another folder in COMPANION_INSTANCE")
UPDATE = N_("use the newer companion")
WRITABLE = N_("make the file and its folder writable, and start again")
CLOSE = N_("close that program, and start again")

REFUSED = {
    State.GONE: (N_("the database that was at {path} is missing"), FRESH),
    State.EMPTY: (N_("{path} is empty: it contains no database"), FRESH),
    State.FOLDER: (N_("{path} is a folder, where the database should be"), ASIDE),
    State.FORBIDDEN: (
        N_("you have no permission to read {path} ({detail})"),
        N_("give yourself permission to read and write it"),
    ),
    State.NOT_SQLITE: (N_("{path} is not an SQLite database, or its beginning is damaged"), FRESH),
    State.FOREIGN: (N_("{path} is another program’s database"), ASIDE),
    State.NEWER: (N_("{path} is at revision {detail}, newer than this program’s {head}"), UPDATE),
    State.UNVERSIONED: (N_("{path} does not say which revision it is at"), RESTORE),
    State.LOCKED: (N_("{path} is locked by another program"), CLOSE),
    State.WAL: (N_("{path} is open in another program, in write-ahead mode"), CLOSE),
    State.DAMAGED: (N_("{path} is damaged ({detail})"), RESTORE),
    State.UNREADABLE: (N_("{path} is damaged and cannot be read ({detail})"), FRESH),
    State.OLDER: (
        N_("{path} is at revision {revision} and is older than this program, but cannot be written"),
        WRITABLE,
    ),
    State.NEW: (N_("there is no database at {path} yet, and none can be created there"), WRITABLE),
}
CUT_OFF = (N_("a write to {path} was interrupted, and cannot be undone because nothing can be written there"), WRITABLE)

NOT_OPENED = {
    Trouble.FULL: (N_("{path} cannot be created or updated, because the disk is full"), N_("free some space")),
    Trouble.READ_ONLY: (N_("{path} cannot be written"), WRITABLE),
    Trouble.LOCKED: (N_("{path} is locked by another program"), CLOSE),
    Trouble.DAMAGED: (N_("{path} is damaged"), RESTORE),
    Trouble.GONE: (N_("{path} went missing while it was opened"), FRESH),
    Trouble.FAILING: (
        N_("{path} cannot be read or written: its disk is failing"),
        N_("check the disk, and start again"),
    ),
}

RUNNING = {  # the trouble, and advice
    Trouble.FULL: (N_("The disk is full."), N_("Free some space, then send it again; no restart is needed.")),
    Trouble.READ_ONLY: (
        N_("The database is read-only."),
        N_("Make its file and folder writable, then send it again; no restart is needed."),
    ),
    Trouble.LOCKED: (N_("Another program is using the database."), N_("Try again in a moment.")),
    Trouble.GONE: (
        N_("The database is gone: its file was deleted or moved."),
        N_("Trying again will not help. The companion must be stopped and a backup restored."),
    ),
    Trouble.REPLACED: (
        N_("The database was replaced by another file while the companion was running."),
        N_("Trying again will not help. The companion must be restarted."),
    ),
    Trouble.DAMAGED: (
        N_("The database is damaged."),
        N_("Trying again will not help. The companion must be stopped and a backup restored."),
    ),
    Trouble.FAILING: (N_("The disk is failing."), N_("Try again in a moment.")),
    Trouble.SILENT: (N_("The database server does not answer."), N_("Try again in a moment.")),
    Trouble.UNCONFIRMED: (
        N_("The connection to the database was lost before it answered."),
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

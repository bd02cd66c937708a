"""Restore of a backup by the host: its contents beside the present ones, one question, and the way back."""

from contextlib import suppress
from pathlib import Path
from typing import Any

from flask import Blueprint, abort, current_app, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion import paths
from companion.rules.text import N_, Sayable, Text
from companion.storage.backup.catalog import Backup, backups, fault_of
from companion.storage.backup.restore import beyond, contents, restore_open
from companion.storage.database.errors import Unusable
from companion.storage.matches import UnreadableMatch
from companion.storage.store import UnknownMatch
from companion.web.forms.posting import instance, store
from companion.web.guard.questions import the_only_job
from companion.web.screens.data import FAILURES, sentence, server

bp = Blueprint("restore", __name__, url_prefix="/keep/restore/<name>")
SHOWN = 5  # matches that would be gone, by name
DAMAGED = N_("This backup cannot be restored: {why}. Nothing was changed.")


@bp.get("")
def show(name: str) -> ResponseReturnValue:
    """Return what the backup holds beside what is here now; with `ask`, the question over it."""
    backup = the_backup(name)
    try:
        with the_only_job():
            fault = fault_of(backup.path)
        return page(backup, fault and Text(DAMAGED, why=fault))
    except FAILURES as error:
        return page(backup, sentence(error)), 503


def page(backup: Backup, fault: Sayable | None = None) -> str:
    """Return the page of a backup, or why it cannot be restored."""
    values: dict[str, Any] = {"backup": backup, "fault": fault}
    if not fault:
        values["held"], present = contents(backup.path), instance() / paths.DATABASE
        values["over"] = inode(present)
        with suppress(Unusable, UnknownMatch, UnreadableMatch):  # what is here now may be damaged
            values["now"], codes = contents(present), beyond(present, backup.path)
            values["gone"] = [store().match(code) for code in codes[:SHOWN]]
            values["more"] = len(codes) - len(values["gone"])
    return render_template("data/restore.html", **values, slip="ask" in request.args and not fault)


@bp.post("")
def put_back(name: str) -> ResponseReturnValue:
    """Replace the data by the backup; what was here before is a backup itself, which the next page offers.

    A form made over data that was replaced since changes nothing: sent twice, it would take what was booked between."""
    backup, over = the_backup(name), request.form.get("over", "")
    try:
        with the_only_job(), current_app.extensions["companion.backups"].one_at_a_time:
            if over != inode(instance() / paths.DATABASE):
                return redirect(after_another(name, over), 303)
            kept = restore_open(backup.path, instance(), store())
    except Unusable as error:
        return page(backup, Text(DAMAGED, why=error)), 422
    except FAILURES as error:
        return page(backup, sentence(error)), 503
    return redirect(url_for("data.show", restored=name, kept=kept.name if kept else None), 303)


def inode(file: Path) -> str:
    """Return the inode number of a file, which is the same under each of its names."""
    return str(file.stat().st_ino)


def after_another(name: str, over: str) -> str:
    """Return the address of what was kept of the replaced data; the question again, if no backup is that data."""
    kept = next((backup.path.name for backup in backups(instance()) if inode(backup.path) == over), None)
    return url_for("data.show", kept=kept) if kept else url_for("restore.show", name=name, ask=1)


def the_backup(name: str) -> Backup:
    """Return the backup of that name in the folder of a file's backups; 404 without one."""
    there = [] if server() else backups(instance())
    return next((backup for backup in there if backup.path.name == name), None) or abort(404)

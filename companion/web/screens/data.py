"""Data page of the host: backups, the doctor's report, export, and import."""

import gzip
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import datetime, timedelta
from functools import partial, wraps
from pathlib import Path
from tempfile import TemporaryDirectory
from uuid import uuid4

from flask import Blueprint, abort, current_app, redirect, render_template, request, send_file, url_for
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import FileStorage

from companion import clock
from companion.games import GAMES
from companion.names import clean
from companion.rules.text import N_, Text
from companion.storage.backup.catalog import Backup, Kind, back_up, backups
from companion.storage.backup.restore import contents
from companion.storage.database.errors import Unusable, Unwritable, reason_of
from companion.storage.doctor import Finding, findings
from companion.storage.transfer.export import export
from companion.storage.transfer.importer import Import, preview_import
from companion.storage.transfer.lines import BadLine
from companion.web.forms.posting import database, instance, store
from companion.web.guard.permissions import is_host, links
from companion.web.guard.questions import run_job
from companion.web.guard.security import only_here
from companion.web.guard.throttle import NotNow
from companion.web.view.qr import shared_address

bp = Blueprint("data", __name__, url_prefix="/keep")
SHOWN = 12  # backups, and findings of the doctor, on the page
LARGEST = 768 << 10  # bytes of an import file from a browser, below the server's own limit for a body
UNPACKED = 64 << 20  # bytes of such a file without gzip
AROUND = 4096  # bytes of an upload besides the file
NO_FILE = Text(N_("First choose a file made with “Export everything”."))
EXPIRED = Text(N_("That upload has expired. Choose the file again."))
MADE = {  # what the list says of a backup
    Kind.BY_HAND: N_("manual"),
    Kind.AUTOMATIC: N_("automatic"),
    Kind.BEFORE_RESTORING: N_("before restoring"),
    Kind.BEFORE_IMPORTING: N_("before an import"),
    Kind.BEFORE_DELETING: N_("before deleting a match"),
}
WAITING = timedelta(hours=1)  # time until a previewed file is dropped


def server() -> str:
    """Return the URL of the database on a server; empty if it is a file."""
    return str(current_app.config["DATABASE_URL"])


@bp.get("")
def show() -> ResponseReturnValue:
    """Return the page with the state of the data and the actions."""
    return page()


def page(fault: Text | None = None, status: int = 200, found: list[Finding] | None = None) -> ResponseReturnValue:
    """Return the page, with an error or what the doctor found, if there is any."""
    there, restorable = backups(instance()), is_host() and not server()
    named = {one.path.name: one for one in there}
    html = render_template(
        "data/keep.html",
        backups=there[:SHOWN],
        made=MADE,
        restorable=restorable,
        listed=[(one, matches_in(one)) for one in there[:SHOWN]] if restorable else [],
        restored=named.get(request.args.get("restored", "")),
        kept=named.get(request.args.get("kept", "")),
        found=found,
        failure=current_app.extensions["companion.backups"].failure,
        shown=SHOWN,
        fault=fault,
        largest=LARGEST,
        feed=feed(),
        saved="saved" in request.args,
        brought=request.args.get("brought", type=int),
    )
    return html, status, {"Retry-After": "2"} if status == 503 else {}


def matches_in(backup: Backup) -> int | None:
    """Return the number of matches in a backup; None if it cannot be read."""
    with suppress(Unusable):
        return contents(backup.path).matches
    return None


def feed() -> str | None:
    """Return the address of the calendar feed, if there is one."""
    secret = links().calendar()
    address = shared_address() or request.host_url.rstrip("/")
    return address + url_for("feeds.feed", secret=secret) if secret else None


FAILURES = (NotNow, BadLine, Unusable, Unwritable, OSError)


def explained(view: Callable[..., ResponseReturnValue]) -> Callable[..., ResponseReturnValue]:
    """Return the view, which on a failure returns the page with its reason."""

    @wraps(view)
    def shown(**values: str) -> ResponseReturnValue:
        try:
            return view(**values)
        except FAILURES as error:
            return page(sentence(error), 422 if isinstance(error, BadLine) else 503)

    return shown


def sentence(error: Exception) -> Text:
    """Return why an action failed."""
    if isinstance(error, NotNow):
        return Text(N_("{what} {then}"), what=error.words[0], then=error.words[1])
    if isinstance(error, BadLine):
        return Text(N_("This file cannot be imported: {why}."), why=error)
    current_app.logger.warning("keeping: %s", error)
    if isinstance(error, Unwritable):
        return Text(N_("It could not be done: {why}."), why=error.trouble.what)
    return Text(N_("It could not be done: {why}."), why=reason_of(error) if isinstance(error, OSError) else error)


def make_backup(kind: Kind = Kind.BY_HAND) -> None:
    """Make a backup and check it. Raises one of FAILURES."""
    run_job(partial(back_up, kind=kind, server=server()), instance())
    current_app.extensions["companion.backups"].failure = None


def backup_fault() -> Text | None:
    """Make a backup before a match is deleted, and check it; return the reason of a failure."""
    try:
        make_backup(Kind.BEFORE_DELETING)
    except FAILURES as error:
        return sentence(error)
    return None


@bp.post("/save")
@explained
def save() -> ResponseReturnValue:
    """Make a backup and check it."""
    make_backup()
    return redirect(url_for(".show", saved=1), 303)


@bp.get("/look")
@explained
def look() -> ResponseReturnValue:
    """Examine all data with the doctor."""
    return page(found=run_job(findings, instance(), server()))


@bp.get("/export")
@explained
def take_away() -> ResponseReturnValue:
    """Return everything as one file."""
    only_here()
    name = f"companion-{datetime.now().astimezone():%Y-%m-%d}.jsonl.gz"
    with TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        target = Path(folder) / name
        run_job(export, database(), target)
        response = send_file(target.open("rb"), "application/gzip", as_attachment=True, download_name=name)
        response.content_length = target.stat().st_size
    response.headers["Cache-Control"] = "no-store"
    return response


@bp.post("/import")
@explained
def upload() -> ResponseReturnValue:
    """Store the uploaded file and redirect to its preview."""
    request.max_content_length = LARGEST + AROUND
    file = request.files.get("file")
    if not file:
        return page(NO_FILE, 422)
    if unpacks_too_large(file):
        abort(413)
    return redirect(url_for(".foreseen", number=stage_upload(file), name=(file.filename or "")[-60:]), 303)


@bp.get("/import/<number>")
@explained
def foreseen(number: str) -> ResponseReturnValue:
    """Preview an import without changing anything."""
    only_here()
    waiting = uploaded(number)
    if waiting is None:
        return page(EXPIRED, 422)
    with removed_if_refused(waiting):
        summary = run_job(preview_import, database(), waiting)
    name = clean(request.args.get("name", ""), 60)
    return render_template("data/bring.html", summary=summary, name=name, number=number, games=GAMES)


def uploaded(number: str) -> Path | None:
    """Return the uploaded file of that number, which waits for the host's decision; None if it has expired."""
    waiting = instance() / "incoming" / number
    return waiting if number.isalnum() and waiting.exists() else None


def unpacks_too_large(file: FileStorage) -> bool:
    """Return whether a gzipped file holds more than a browser may import; a damaged one is reported elsewhere."""
    size = 0
    with suppress(EOFError, OSError, zlib.error), gzip.open(file.stream) as unpacked:
        while size <= UNPACKED and (part := unpacked.read(1 << 20)):
            size += len(part)
    file.stream.seek(0)
    return size > UNPACKED


def stage_upload(file: FileStorage) -> str:
    """Store an uploaded file until the host decides, and return its number; remove those that waited for too long."""
    folder = instance() / "incoming"
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)  # with a database server the folder may not exist yet
    for old in folder.iterdir():
        if clock.earliest().timestamp() - old.stat().st_mtime > WAITING.total_seconds():
            old.unlink(missing_ok=True)
    waiting = folder / uuid4().hex
    with removed_if_refused(waiting):
        file.save(waiting)
    return waiting.name


@contextmanager
def removed_if_refused(waiting: Path) -> Iterator[None]:
    """Remove the file if the block raises an exception."""
    try:
        yield
    except Exception:
        waiting.unlink(missing_ok=True)
        raise


@bp.post("/import/<number>")
@explained
def bring(number: str) -> ResponseReturnValue:
    """Import the file after a backup, all of it or nothing."""
    waiting = uploaded(number)
    if waiting is None:
        return page(EXPIRED, 422)
    make_backup(Kind.BEFORE_IMPORTING)
    try:
        with store().writing() as session:
            summary = Import(session, write=True, deleted="deleted" in request.form).take(waiting)
    except BadLine:  # it was valid in the preview
        waiting.unlink(missing_ok=True)
        raise
    waiting.unlink(missing_ok=True)
    return redirect(url_for(".show", brought=summary.new + summary.longer), 303)

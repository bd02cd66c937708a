"""Keep and bring back, for the host: backups, the doctor's verdict, everything as one file, such a file taken in."""

import hashlib
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from flask import Blueprint, Response, current_app, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as Answer

from companion.games import GAMES
from companion.rules.text import N_, Text
from companion.storage.access.calendar_links import calendar_secret
from companion.storage.condition.trouble import reason_of
from companion.storage.examining.doctor import findings
from companion.storage.examining.verdicts import last_verdict, note_verdict
from companion.storage.keeping.backups import DATABASE, back_up, backups, last_failure
from companion.storage.keeping.copying import NoCopy
from companion.storage.moving.bringing import foresee
from companion.storage.moving.exporting import export
from companion.storage.moving.importing import Import
from companion.storage.moving.incoming import BadLine
from companion.web.forms.posting import store
from companion.web.guard.chores import shared
from companion.web.guard.cross_site import only_here
from companion.web.guard.judging import NotNow
from companion.web.view.qr import shared_address

Shown = str | tuple[str, int] | tuple[str, int, dict[str, str]]
bp = Blueprint("keep", __name__, url_prefix="/keep")
SHOWN = 12  # backups on the page, and things that the doctor found
LARGEST = (1 << 20) - 4096  # bytes of a file that is taken in here: larger requests the server does not read
WAITING = timedelta(hours=1)  # so long a file that was looked at waits to be taken in


def instance() -> Path:
    """The folder with the data."""
    return Path(current_app.instance_path)


def server() -> str:
    """The address of the database where it is on a server; "" where it is in that folder."""
    return str(current_app.config["DATABASE_URL"])


@bp.get("")
def show() -> Shown:
    """How the data stands, and what can be done with it."""
    return page()


def page(fault: Text | None = None, status: int = 200) -> Shown:
    """The page, with what went wrong if something did."""
    kept = backups(instance())
    said = {"saved": "saved" in request.args, "brought": request.args.get("brought", type=int)}
    html = render_template(
        "keep/keep.html",
        backups=kept[:SHOWN],
        looked=last_verdict(instance()),
        failure=last_failure(instance()),
        shown=SHOWN,
        fault=fault,
        largest=LARGEST,
        folder=instance(),
        feed=feed(),
        **said,
    )
    return html, status, {"Retry-After": "2"} if status == 503 else {}


def feed() -> str | None:
    """The address by which calendars ask for the evenings, if one was made."""
    secret = calendar_secret(store())
    address = shared_address() or request.host_url.rstrip("/")
    return address + url_for("lists.feed", secret=secret) if secret else None


def tried(act: Callable[[], Shown | Answer]) -> Shown | Answer:
    """What comes of an act, or the page that says why nothing did."""
    try:
        return act()
    except NotNow as error:
        return page(Text(N_("{what} {then}"), what=Text(error.words[0]), then=Text(error.words[1])), 503)
    except BadLine as error:
        return page(Text(N_("This file cannot be taken in: {why}."), why=error), 422)
    except (NoCopy, OSError) as error:
        current_app.logger.warning("keeping: %s", error)
        why = reason_of(error) if isinstance(error, OSError) else error
        return page(Text(N_("It could not be done: {why}."), why=why), 503)


@bp.post("/save")
def save() -> Shown | Answer:
    """A backup made and looked at."""

    def act() -> Answer:
        shared().run(partial(back_up, server=server()), instance())
        return redirect(url_for(".show", saved=1), 303)

    return tried(act)


@bp.post("/look")
def look() -> Shown | Answer:
    """The doctor looks over everything."""

    def act() -> Answer:
        note_verdict(instance(), shared().run(findings, instance(), server()))
        return redirect(url_for(".show"), 303)

    return tried(act)


@bp.get("/export")
def take_away() -> Shown | Answer:
    """Everything as one file."""
    only_here()

    def act() -> Answer:
        name = f"companion-{datetime.now().astimezone():%Y-%m-%d}.jsonl"
        with TemporaryDirectory() as folder:
            target = Path(folder) / name
            shared().run(export, server() or instance() / DATABASE, target)
            response = Response(target.read_bytes(), mimetype="application/jsonl")
        response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
        response.headers["Cache-Control"] = "no-store"
        return response

    return tried(act)


@bp.post("/import")
def foreseen() -> Shown | Answer:
    """What a file would bring; nothing is changed."""
    request.max_content_length = LARGEST
    file = request.files.get("file")
    content = file.read() if file else b""
    if not content:
        return page(Text(N_("Choose a file first: one that “Take everything away” wrote.")), 422)

    def act() -> Shown:
        waiting = held(content)
        summary = shared().run(foresee, server() or instance() / DATABASE, waiting)
        return render_template("keep/bring.html", summary=summary, file=file, digest=waiting.stem, games=GAMES)

    return tried(act)


def held(content: bytes) -> Path:
    """A file that came in, kept until the host has decided; those that nobody decided on are removed."""
    folder = instance() / "incoming"
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)  # with matches on a server nothing may lie there yet
    for old in folder.glob("*.jsonl"):
        if datetime.now().timestamp() - old.stat().st_mtime > WAITING.total_seconds():
            old.unlink(missing_ok=True)
    waiting = folder / f"{hashlib.sha256(content).hexdigest()}.jsonl"
    waiting.touch(mode=0o600)
    waiting.write_bytes(content)
    return waiting


@bp.post("/import/<digest>")
def bring(digest: str) -> Shown | Answer:
    """The file taken in, all of it or nothing, once a backup was made; or left."""
    waiting = instance() / "incoming" / f"{digest}.jsonl"
    if not digest.isalnum() or not waiting.exists():
        return page(Text(N_("That file waits no more. Choose it again.")), 422)

    def act() -> Answer:
        shared().run(partial(back_up, server=server()), instance())
        with store().writing() as session:
            told = Import(session, write=True).take(waiting)
        waiting.unlink(missing_ok=True)
        return redirect(url_for(".show", brought=told.new + told.longer), 303)

    return tried(act)

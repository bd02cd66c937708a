"""For the operator: the page of an open house, with load, sizes and limits but no table; and the health check."""

import os
from datetime import UTC, datetime
from time import monotonic

from flask import Blueprint, Response, render_template
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError, TimeoutError

from companion import __version__
from companion.rules import LAW
from companion.rules.text import N_
from companion.storage.backup.catalog import Backup, backups, last_failure
from companion.storage.database.errors import Unwritable
from companion.storage.database.inspection import head
from companion.web.forms.posting import instance, store
from companion.web.guard.metrics import database_size, match_counts
from companion.web.guard.permissions import limits
from companion.web.guard.throttle import ALL, throttle

bp = Blueprint("operator", __name__)
STARTED = monotonic()
COUNTED = {  # labels by rate limiters; the first phones of a code have their own limiter
    ("writes",): N_("Forms per minute"),
    ("first", "joins"): N_("Phones joined per ten minutes"),
    ("tables",): N_("Tables opened per day"),
    ("codes",): N_("Wrong codes per minute"),
}


@bp.get("/operator")
def show() -> str:
    """Return the page with the present figures."""
    kept = backups(instance())
    return render_template(
        "operator/operator.html",
        matches=match_counts(store()),
        size=database_size(store()),
        limits=limits(),
        lately=[(words, *recent_use(what)) for what, words in COUNTED.items()],
        load=os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0,  # runnable processes, averaged over a minute
        cores=os.cpu_count() or 1,
        process=os.getpid(),
        hours=(monotonic() - STARTED) / 3600,
        version=__version__,
        law=LAW,
        revision=head(),
        backups=kept,
        backup_size=sum(file_size(one) for one in kept),
        backup_failure=last_failure(instance()),
        now=datetime.now(UTC),
    )


def recent_use(what: tuple[str, ...]) -> tuple[int, int | None]:
    """Return the recent number of uses, and the limit for all together if there is one."""
    throttles = [throttle(one) for one in what]
    return sum(one.lately() for one in throttles), throttles[-1].limits.get(ALL)


def file_size(backup: Backup) -> int:
    """Return the size of a backup in bytes; 0 if it was thinned out meanwhile."""
    try:
        return backup.path.stat().st_size
    except OSError:
        return 0


ANYTHING = text("SELECT 1")


@bp.get("/health")
def health() -> Response:
    """Return 200 if the database answers, else 503."""
    try:
        store().query_one(ANYTHING)
    except (Unwritable, DBAPIError, TimeoutError):
        return Response("not well\n", 503, mimetype="text/plain")
    return Response("well\n", mimetype="text/plain")

"""How an open house goes, for whoever runs it: how much it does and holds, and what it bears. It names no table."""

import os
from datetime import UTC, datetime
from pathlib import Path
from time import monotonic
from typing import NamedTuple

from flask import Blueprint, current_app, render_template

from companion import __version__
from companion.rules import LAW
from companion.rules.text import N_
from companion.storage.backup.catalog import Backup, backups, last_failure
from companion.storage.database.inspection import head
from companion.storage.statistics import inventory
from companion.web.forms.posting import store
from companion.web.guard.access import limits, throttle
from companion.web.guard.throttle import ALL

bp = Blueprint("operator", __name__)
BEGUN = monotonic()
COUNTED = {  # what is limited, as it is said; of phones that join, the first of a code are counted by themselves
    ("writes",): N_("Forms, in a minute"),
    ("first", "joins"): N_("Phones that joined, in ten minutes"),
    ("tables",): N_("Tables opened, in a day"),
    ("codes",): N_("Wrong codes, in a minute"),
}


class Machine(NamedTuple):
    """How busy the machine is, and since when this process serves."""

    load: float  # processes that wanted to run, over a minute; compare with the cores
    cores: int
    process: int
    hours: float


@bp.get("/operator")
def show() -> str:
    """The figures as they are now."""
    kept = backups(Path(current_app.instance_path))
    return render_template(
        "operator/operator.html",
        inventory=inventory(store()),
        limits=limits(),
        lately=[(words, *counted(what)) for what, words in COUNTED.items()],
        machine=machine(),
        version=__version__,
        law=LAW,
        revision=head(),
        backups=kept,
        backup_size=sum(size(one) for one in kept),
        backup_failure=last_failure(Path(current_app.instance_path)),
        now=datetime.now(UTC),
    )


def counted(what: tuple[str, ...]) -> tuple[int, int | None]:
    """How often something was done lately, and the limit for all together if it has one."""
    throttles = [throttle(one) for one in what]
    return sum(one.lately() for one in throttles), throttles[-1].limits.get(ALL)


def machine() -> Machine:
    """The machine as it is now; systems that do not say how busy they are count as idle."""
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0
    return Machine(load, os.cpu_count() or 1, os.getpid(), (monotonic() - BEGUN) / 3600)


def size(backup: Backup) -> int:
    """The bytes of a backup; none of one that was thinned out meanwhile."""
    try:
        return backup.path.stat().st_size
    except OSError:
        return 0

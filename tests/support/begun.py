"""What a companion works out once and forks of this process take over: its addresses, its templates, its packed files.

Imported for that by the process that tests fork companions from; what a start from nothing costs is not theirs to show.
"""

import gc
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory

from filelock import BaseFileLock
from flask import Flask

from companion.app import create_app
from companion.storage.store import Store
from companion.web.static_files import PACKERS
from tests.support import postgres
from tests.support.phone import Phone
from tests.support.postgres import DATABASES
from tests.support.warm import keep_warm


def begin(folder: Path) -> None:
    """A companion that is asked for all that others are asked for, and is gone."""
    app = create_app(folder, DATABASE_URL=DATABASES.of(folder))
    for name in app.jinja_env.list_templates():
        app.jinja_env.get_template(name)
    ask(app)
    play(Phone(app))
    store: Store = app.extensions["companion.store"]
    store.engine.dispose()
    DATABASES.clear(())
    if postgres.given():
        postgres.administration().dispose()  # no fork has a connection that is another's
    if isinstance(store.held, BaseFileLock):
        store.held.release(force=True)


def ask(app: Flask) -> None:
    """Look at home, and fetch all files in each way that browsers take them."""
    phone = app.test_client()
    phone.get("/")
    files = Path(str(app.static_folder))
    for file, packing in product(files.rglob("*.*"), PACKERS):
        phone.get(f"/static/{file.relative_to(files)}", headers={"Accept-Encoding": packing}).close()


def play(phone: Phone) -> None:
    """Open a table, book a deal, and look at what is looked at most: queries and forms are worked out by that."""
    names = {f"name{seat}": name for seat, name in enumerate(("Aki", "Ben", "Cy"))}
    table = phone.post("/new/kalooki", dealer=0, **names).location
    phone.deal(table.rsplit("/", 1)[1], 1, 0, {1: "10", 2: "20"})
    for page in ("", "/board?seen=0", "/sheet", "/deals/2/count", "/referee"):
        phone.get(table + page)


keep_warm()
with TemporaryDirectory() as place:
    begin(Path(place))
gc.freeze()  # no fork has to look through all this for garbage

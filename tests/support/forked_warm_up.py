"""Warm-up for forked test servers: forks inherit the URL map, the templates and the compressed static files.

Imported by the process that tests fork companions from. What a cold start costs is not measured here.
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
    """Run a companion once, with the requests that are usual later, and close it."""
    app = create_app(folder, DATABASE_URL=DATABASES.of(folder))
    for name in app.jinja_env.list_templates():
        app.jinja_env.get_template(name)
    ask(app)
    play(Phone(app))
    store: Store = app.extensions["companion.store"]
    store.engine.dispose()
    DATABASES.clear(())
    if postgres.given():
        postgres.administration().dispose()  # forks must not share a connection
    if isinstance(store.held, BaseFileLock):
        store.held.release(force=True)


def ask(app: Flask) -> None:
    """Open the home page, and fetch every static file in each encoding that browsers accept."""
    phone = app.test_client()
    phone.get("/")
    files = Path(str(app.static_folder))
    for file, packing in product(files.rglob("*.*"), PACKERS):
        phone.get(f"/static/{file.relative_to(files)}", headers={"Accept-Encoding": packing}).close()


def play(phone: Phone) -> None:
    """Open a table, book a deal and open the most viewed pages, to fill the caches of queries and forms."""
    names = {f"name{seat}": name for seat, name in enumerate(("Aki", "Ben", "Cy"))}
    table = phone.post("/new/kalooki", dealer=0, **names).location
    phone.deal(table.rsplit("/", 1)[1], 1, 0, {1: "10", 2: "20"})
    for page in ("", "/board?seen=0", "/sheet", "/deals/2/count", "/referee"):
        phone.get(table + page)


keep_warm()
with TemporaryDirectory() as place:
    begin(Path(place))
gc.freeze()  # keeps the garbage collector of each fork off these objects

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
from tests.support.warm import keep_warm


def begin(folder: Path) -> None:
    """A companion that is asked for all that others are asked for, and is gone."""
    app = create_app(folder, DATABASE_URL="")
    for name in app.jinja_env.list_templates():
        app.jinja_env.get_template(name)
    ask(app)
    store: Store = app.extensions["companion.store"]
    store.engine.dispose()
    if isinstance(store.held, BaseFileLock):
        store.held.release(force=True)


def ask(app: Flask) -> None:
    """Look at home, and fetch all files in each way that browsers take them."""
    phone = app.test_client()
    phone.get("/")
    files = Path(str(app.static_folder))
    for file, packing in product(files.rglob("*.*"), PACKERS):
        phone.get(f"/static/{file.relative_to(files)}", headers={"Accept-Encoding": packing}).close()


keep_warm()
with TemporaryDirectory() as place:
    begin(Path(place))
gc.freeze()  # no fork has to look through all this for garbage

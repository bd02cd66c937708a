"""Commands in forks: results cached by one companion are there for the next."""

from multiprocessing.connection import Connection
from pathlib import Path

from companion.app import create_app
from companion.web import static_files
from tests.support.forked import FORKING


def packed_again(instance: Path, told: Connection) -> None:
    """Send the number of files compressed when a new companion is asked for its stylesheet."""
    before = static_files.packed.cache_info().misses
    create_app(instance, DATABASE_URL="").test_client().get("/static/app.css", headers={"Accept-Encoding": "br"})
    told.send(static_files.packed.cache_info().misses - before)


def test_what_one_companion_packed_another_that_is_forked_later_has(tmp_path: Path) -> None:
    heard, told = FORKING.Pipe(duplex=False)
    process = FORKING.Process(target=packed_again, args=(tmp_path, told))
    process.start()
    assert heard.recv() == 0
    process.join()

"""A page is read from one snapshot of the database, however many parts of it are asked for one after another."""

from flask import Flask, request

from companion.storage.store import Store


def install(app: Flask) -> None:
    """Take one for each page, and let go of it when the page is done."""
    kept: Store = app.extensions["companion.store"]

    def begin() -> None:
        if request.method in ("GET", "HEAD"):
            kept.begin_page()

    def end(_error: BaseException | None) -> None:
        kept.end_page()

    app.before_request(begin)
    app.teardown_request(end)

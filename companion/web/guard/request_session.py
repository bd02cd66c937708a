"""One database snapshot for each page, for all its queries."""

from flask import Flask, request

from companion.storage.store import Store


def install(app: Flask) -> None:
    """Begin a snapshot with each page, and release it after the response."""
    kept: Store = app.extensions["companion.store"]

    def begin() -> None:
        if request.method in ("GET", "HEAD"):
            kept.begin_request()

    def end(_error: BaseException | None) -> None:
        kept.end_request()

    app.before_request(begin)
    app.teardown_request(end)

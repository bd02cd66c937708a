"""Guards of every request, in the order in which they see it."""

from flask import Flask, request

from companion.storage.store import Store
from companion.web.guard import access_log, permissions, security, worker_jobs


def install(app: Flask) -> None:
    """Install the guards; a guard sees the answer after those below it."""
    access_log.install(app)
    install_snapshots(app)
    security.install(app)
    permissions.install(app)
    app.after_request(security.prolong)
    app.before_request(security.check_fields)
    worker_jobs.install(app)


def install_snapshots(app: Flask) -> None:
    """Begin a database snapshot with each page, for all its queries, and release it after the response."""
    kept: Store = app.extensions["companion.store"]

    def begin() -> None:
        if request.method in ("GET", "HEAD"):
            kept.begin_request()

    def end(_error: BaseException | None) -> None:
        kept.end_request()

    app.before_request(begin)
    app.teardown_request(end)

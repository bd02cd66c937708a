"""Guards of every request, in the order in which they see it."""

from flask import Flask

from companion.web.guard import access_log, permissions, security


def install(app: Flask) -> None:
    """Install the guards; a guard sees the answer after those below it."""
    access_log.install(app)
    security.install(app)
    permissions.install(app)
    app.after_request(security.prolong)
    app.before_request(security.check_fields)

"""Guards of every request, in the order in which they see it."""

from flask import Flask

from companion.web.guard import access_log, permissions, security

BEFORE = (access_log.begin, security.check_host, security.check_origin, permissions.check, security.check_fields)
AFTER = (security.prolong, security.mark, security.set_headers, access_log.write)


def install(app: Flask) -> None:
    """Install the guards; Flask asks for what follows a response in the opposite order."""
    for check in BEFORE:
        app.before_request(check)
    for finish in reversed(AFTER):
        app.after_request(finish)

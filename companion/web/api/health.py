"""Health check for load balancers and containers."""

from flask import Blueprint, Response
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError, TimeoutError

from companion.storage.database.errors import Unwritable
from companion.web.forms.posting import store

bp = Blueprint("health", __name__)
ANYTHING = text("SELECT 1")


@bp.get("/health")
def show() -> Response:
    """Return 200 if the database answers, else 503."""
    try:
        with store().reading() as session:
            session.execute(ANYTHING)
    except (Unwritable, DBAPIError, TimeoutError):
        return Response("not well\n", 503, mimetype="text/plain")
    return Response("well\n", mimetype="text/plain")

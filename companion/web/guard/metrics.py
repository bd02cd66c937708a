"""Metrics: the size of the database for its operator, and for Prometheus, with numbers and times of answers by kind.

Served only if COMPANION_METRICS_TOKEN is set, and only for clients that send it as `Authorization: Bearer …`. Several
processes add up if PROMETHEUS_MULTIPROC_DIR names a folder, which `companion serve --workers` sets."""

import hmac
import os
from functools import cache
from typing import TYPE_CHECKING, Any

from flask import Flask, Response, abort, current_app, request
from sqlalchemy import Row, text

from companion import __version__
from companion.storage.store import Store
from companion.web.guard import access_log

if TYPE_CHECKING:
    from prometheus_client import CollectorRegistry

FOLDER = "PROMETHEUS_MULTIPROC_DIR"
BUCKETS = (0.005, 0.02, 0.1, 0.5, 2.0, 10.0)  # seconds
SIZES = {
    "postgresql": text("SELECT pg_database_size(current_database())"),
    "sqlite": text("SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()"),
}
COUNTS = text(
    "SELECT count(CASE WHEN finished_at IS NULL AND idle_since IS NULL THEN 1 END) AS playing,"
    " count(CASE WHEN finished_at IS NULL AND idle_since IS NOT NULL THEN 1 END) AS idle,"
    " count(finished_at) AS finished FROM match"
)


def install(app: Flask) -> None:
    """Count every answer, and serve the metrics at /metrics, if a token is configured."""
    if not app.config["METRICS_TOKEN"]:
        return
    access_log.listeners[:] = [observer()]
    app.add_url_rule("/metrics", "metrics", show)


@cache
def observer() -> access_log.Listener:
    """Return the listener that records each answer; one for all applications of this process."""
    from prometheus_client import Histogram

    of = ["method", "route", "status"]
    seconds = Histogram("companion_answer_seconds", "Time to an answer.", of, buckets=BUCKETS)

    def observe(method: str, route: str, status: int, taken: float, _size: int) -> None:
        seconds.labels(method, route, str(status)).observe(taken)

    return observe


def show() -> Response:
    """Return the metrics in Prometheus' text format; 404 without the token."""
    from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, CollectorRegistry, generate_latest, multiprocess

    sent = request.headers.get("Authorization", "").encode()
    if not hmac.compare_digest(sent, f"Bearer {current_app.config['METRICS_TOKEN']}".encode()):
        abort(404)
    counted = REGISTRY
    if os.environ.get(FOLDER):
        counted = CollectorRegistry()
        multiprocess.MultiProcessCollector(counted)  # type: ignore[no-untyped-call]
    return Response(generate_latest(counted) + generate_latest(database_figures()), content_type=CONTENT_TYPE_LATEST)


def database_figures() -> "CollectorRegistry":
    """Return the present figures of the database."""
    from prometheus_client import CollectorRegistry, Gauge

    store, found = current_app.extensions["companion.store"], CollectorRegistry()
    Gauge("companion_matches_at_play", "Matches that are not over.", registry=found).set(match_counts(store).playing)
    Gauge("companion_database_bytes", "Size of the database.", registry=found).set(database_size(store))
    Gauge("companion_info", "The program.", ["version"], registry=found).labels(__version__).set(1)
    return found


def match_counts(store: Store) -> Row[Any]:
    """Return the present numbers of matches: `playing`, `idle` and `finished`."""
    counted = store.query_one(COUNTS)
    assert counted is not None  # a count always has a row
    return counted


def database_size(store: Store) -> int:
    """Return the size of the database in bytes."""
    found = store.query_one(SIZES[store.engine.dialect.name])
    return int(found[0]) if found else 0

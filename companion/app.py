"""Application factory: configuration, storage, screens."""

import gc
import os
from pathlib import Path
from typing import Any

import click
from flask import Flask
from flask_compress import Compress
from htmx_flask import Htmx
from werkzeug.middleware.proxy_fix import ProxyFix

from companion import paths, web
from companion.server import logs, network, open_house
from companion.server.network import Reach
from companion.storage.backup.catalog import AutomaticBackups
from companion.storage.players.identities import refuse_merged_names
from companion.storage.postgres import open_address
from companion.web.guard import permissions

LARGEST_FORM = 128 * 1024  # bytes


def create_app(instance: Path | None = None, **config: Any) -> Flask:
    """Return the companion as a WSGI application, with its database opened and migrated."""
    logs.quote()
    instance = instance or paths.instance()
    app = Flask(
        "companion",
        template_folder=str(paths.folder("templates")),
        static_folder=str(paths.folder("static")),
    )
    app.config.update(
        MAX_CONTENT_LENGTH=LARGEST_FORM,
        MAX_FORM_MEMORY_SIZE=LARGEST_FORM,
        REACH=Reach(0).now,  # returns the present Host names and addresses for phones
        PUBLIC_URL=None,  # public address behind a proxy, without a trailing slash
        DATABASE_URL=paths.database_url(),  # address of a database server; "" for the file of the instance
        OPENED_BY="flask",  # shown to a second program that wants the database
        HOST_SECRET=None,  # secret that opens the one-time host link
        WORKERS=1,  # processes that serve together, each with its share of the rate limits
        OPEN_HOUSE=None,  # limits of a house in which anyone may open a table
        SEND_FILE_MAX_AGE_DEFAULT=31_536_000,  # seconds; the addresses of static files contain a digest
        COMPRESS_ALGORITHM=["br", "gzip"],  # browsers accept br only over https and from localhost
        COMPRESS_BR_LEVEL=5,  # a table page takes 0.14 ms; higher levels gain nothing
        COMPRESS_STREAMS=False,  # static files are compressed once, by web/static_files.py
    )
    app.config.update(config)
    connect(app, instance)
    Compress(app)  # registered first, so it runs last: the finished page is compressed
    Htmx(app)
    web.install(app)
    if app.config["PUBLIC_URL"]:  # https, whatever proxies behind each other tell: "https,http", or "wss"
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=1, x_proto=0)  # type: ignore[method-assign]
    return app


def connect(app: Flask, instance: Path) -> None:
    """Connect the application with the data of an instance: its database, backups and rate limits."""
    app.instance_path = str(instance)
    store = open_address(app.config["DATABASE_URL"] or instance / paths.DATABASE, app.config["OPENED_BY"])
    if app.config["OPEN_HOUSE"]:
        refuse_merged_names(store)
    app.extensions["companion.store"] = store
    app.extensions["companion.backups"] = AutomaticBackups(instance, server=app.config["DATABASE_URL"])
    permissions.begin(app)


def served(**config: Any) -> Flask:
    """Return the companion for a server, with automatic backups after each match; an open house is tidied each hour."""
    app = create_app(**config)
    app.extensions["companion.store"].booked = app.extensions["companion.backups"].booked
    if app.config["OPEN_HOUSE"]:
        open_house.start_cleanup(app.extensions["companion.store"], app.config["OPEN_HOUSE"])
    gc.freeze()  # what is made by now stays: looking through it for garbage would hold a table up for 0.1 s
    return app


def behind_proxy(url: str, **config: Any) -> Flask:
    """Return the companion for another WSGI server, behind one proxy with this https address.

    gunicorn --workers 2 --threads 8 'companion.app:behind_proxy("https://club.example", WORKERS=2)'
    """
    reach = network.behind_proxy(0, url)
    is_open = click.BOOL(os.environ.get("COMPANION_OPEN") or "0")  # "0" and "false" are no, as for `companion serve`
    house = open_house.Limits.said() if is_open else None
    given = {"HOST_SECRET": None, "OPEN_HOUSE": house}  # `companion host` makes links to become the host
    return served(**{**reach.config, **given, **config})

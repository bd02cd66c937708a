"""create_app: configuration, storage, screens."""

from pathlib import Path
from typing import Any

from flask import Flask
from htmx_flask import Htmx

from companion import places, web
from companion.host.network import LOOPBACK
from companion.storage import private
from companion.storage.database import migrate, open_database
from companion.storage.players import catch_up
from companion.storage.store import Store

LARGEST_FORM = 128 * 1024  # bytes


def create_app(instance: Path | None = None, **config: Any) -> Flask:
    """The companion as a WSGI application, its database opened and up to date."""
    instance = instance or places.instance()
    private.keep(instance)
    app = Flask(
        "companion",
        instance_path=str(instance),
        template_folder=str(places.folder("templates")),
        static_folder=str(places.folder("static")),
    )
    app.config.update(
        DATABASE_URL=f"sqlite:///{instance / 'companion.db'}",
        MAX_CONTENT_LENGTH=LARGEST_FORM,
        MAX_FORM_MEMORY_SIZE=LARGEST_FORM,
        TRUSTED_HOSTS=list(LOOPBACK),
        LAN_ADDRESS=None,  # where phones on the same network find it, without a slash at the end
        PUBLIC_URL=None,  # where a proxy shows it to the world, without a slash at the end
        HOST_SECRET=None,  # opens the one-time host link
        SEND_FILE_MAX_AGE_DEFAULT=31_536_000,  # seconds; addresses of static files carry a digest
    )
    app.config.update(config)
    engine = open_database(app.config["DATABASE_URL"])
    migrate(engine)
    app.extensions["companion.store"] = Store(engine)
    catch_up(app.extensions["companion.store"])
    Htmx(app)
    web.install(app)
    return app

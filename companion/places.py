"""Where things lie: templates and static files in a checkout or a wheel, and the instance folder."""

import os
from pathlib import Path

import platformdirs

PACKAGE = Path(__file__).parent
CHECKOUT = PACKAGE.parent
DATABASE = "companion.db"


def in_checkout() -> bool:
    """Whether the program runs from its source tree."""
    return (CHECKOUT / "pyproject.toml").is_file() and (CHECKOUT / "templates").is_dir()


def folder(name: str) -> Path:
    """The folder of templates or of static files."""
    return CHECKOUT / name if in_checkout() else PACKAGE / name


def instance() -> Path:
    """The folder for the database: $COMPANION_INSTANCE, the checkout's instance/, or the user's data folder."""
    named = os.environ.get("COMPANION_INSTANCE")
    if named:
        return Path(named).expanduser().resolve()
    if in_checkout():
        return CHECKOUT / "instance"
    return Path(platformdirs.user_data_dir("companion", appauthor=False))


def database() -> Path:
    """The database file of the instance."""
    return instance() / DATABASE


def database_url() -> str:
    """The address of a database on a server, $COMPANION_DATABASE_URL; "" where matches are kept in a file."""
    return os.environ.get("COMPANION_DATABASE_URL", "")


def address() -> Path | str:
    """Where the matches are kept: in the file of the instance, or on a server."""
    return database_url() or database()


def metrics_token() -> str:
    """What an operator's Prometheus sends to read the figures, $COMPANION_METRICS_TOKEN; "" where nobody may."""
    return os.environ.get("COMPANION_METRICS_TOKEN", "")

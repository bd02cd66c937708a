"""Paths: templates and static files in a checkout or a wheel, and the instance folder."""

import os
from pathlib import Path

import platformdirs

from companion.rules.text import N_, Worded

PACKAGE = Path(__file__).parent
CHECKOUT = PACKAGE.parent
DATABASE = "companion.db"


def in_checkout() -> bool:
    """Return whether the program runs from its source tree."""
    return (CHECKOUT / "pyproject.toml").is_file() and (CHECKOUT / "templates").is_dir()


def folder(name: str) -> Path:
    """Return the folder of templates or of static files."""
    return CHECKOUT / name if in_checkout() else PACKAGE / name


def instance() -> Path:
    """Return the folder of the database: $COMPANION_INSTANCE, the checkout's instance/, or the user's data folder.

    Raises: Worded if the variable begins with the home folder of an unknown user."""
    named = os.environ.get("COMPANION_INSTANCE")
    if named:
        try:
            return Path(named).expanduser().resolve()
        except RuntimeError:  # "~ann" without a user of that name
            raise Worded(N_("COMPANION_INSTANCE, {folder}, begins with an unknown home folder"), folder=named) from None
    if in_checkout():
        return CHECKOUT / "instance"
    return Path(platformdirs.user_data_dir("companion", appauthor=False))


def database() -> Path:
    """Return the database file of the instance."""
    return instance() / DATABASE


def database_url() -> str:
    """Return the address of a database server, $COMPANION_DATABASE_URL; "" if matches are stored in a file."""
    return os.environ.get("COMPANION_DATABASE_URL", "")


def address() -> Path | str:
    """Return the location of the matches: the file of the instance, or the address of a server."""
    return database_url() or database()

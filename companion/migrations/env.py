"""How Alembic runs here: on the connection it is handed, in the transaction that is already open."""

from alembic import context
from sqlmodel import SQLModel

import companion.storage.models  # noqa: F401  (the tables register themselves)

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=SQLModel.metadata, render_as_batch=True)
context.run_migrations()

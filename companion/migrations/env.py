"""Alembic environment: migrations run on the given connection, in its open transaction."""

from alembic import context
from sqlmodel import SQLModel

import companion.storage.models  # noqa: F401  (the tables register themselves)

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=SQLModel.metadata, render_as_batch=True)
context.run_migrations()

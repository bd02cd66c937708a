"""Opening a database: lock, inspection, migration, errors, and a watch on the file while it is open."""

"""Opening a database: lock and watch on the file, inspection, migration, and errors in words."""

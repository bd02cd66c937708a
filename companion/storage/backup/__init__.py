"""Backups: making, retention and restore."""

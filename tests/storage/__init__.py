"""Tests of the store: durability, damage, backups and transfers."""

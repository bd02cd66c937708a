"""Permissions and rate limits: codes, links, devices at a table, browsers of the host."""

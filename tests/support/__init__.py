"""Shared test support: phones, servers and casebooks."""

"""Shared test support: phones, servers, casebooks, and slow reference solvers."""

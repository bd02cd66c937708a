"""Interfaces to the referee: JSON, OpenAPI, and the terminal."""

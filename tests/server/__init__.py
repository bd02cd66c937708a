"""The machine that serves."""

"""Matches taken out of one companion and into another."""

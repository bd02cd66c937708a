"""Export of matches from one companion and import into another."""

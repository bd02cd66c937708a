"""Commands on a match: each checks the sheet and returns the entries to append. Raises: Refused: with the reason."""

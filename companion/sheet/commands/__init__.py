"""What people do at a match: each command checks the sheet it finds and makes the entries to append."""

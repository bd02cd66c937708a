"""State derived from the entries of a match: classes that a sheet is built of, each upon the one before."""

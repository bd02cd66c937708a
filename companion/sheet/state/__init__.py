"""State derived from the entries of a match: small read-only views over the ledger."""

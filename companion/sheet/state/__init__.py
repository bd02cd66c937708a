"""What follows from the entries of a match: small views over the ledger, which append nothing."""

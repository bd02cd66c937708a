"""Players over all their matches: identities of names, and totals."""

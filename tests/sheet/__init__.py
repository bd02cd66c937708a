"""The ledger of a match, and what follows from it."""

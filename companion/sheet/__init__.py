"""The scoresheet of one match: its ledger, the state derived from it, and commands; without Flask and database."""

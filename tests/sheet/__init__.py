"""Tests of the ledger of a match, and of everything derived from it."""

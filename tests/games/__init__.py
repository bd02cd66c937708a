"""Tests of each game: its rulebook, its casebook and its special rules."""

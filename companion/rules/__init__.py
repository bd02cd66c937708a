"""The law of rummy in plain Python: knows no game, no web, no database."""

LAW = "2026-11"  # version of the law; every entry stores the one it was written under

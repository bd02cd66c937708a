"""The law of rummy in plain Python: knows no game, no web, no database."""

LAW = "2026-11"  # the state of the law; every entry is kept with the one it was written under

"""The law of rummy in plain Python: knows no game, no web, no database."""

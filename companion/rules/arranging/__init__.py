"""Whole hands laid out in groups and runs: best arrangement, going out, possible totals, for any suits and prices."""

"""The law of groups and runs with wild cards, for any suits, ladder, wild ranks, minimum sizes and prices."""

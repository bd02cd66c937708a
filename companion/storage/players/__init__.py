"""Players over all their matches: who counts as whom, and what everybody did."""

"""The law of one meld: how cards read as a group or a run, objections by clause, and fixes."""

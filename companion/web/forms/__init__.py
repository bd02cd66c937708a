"""Forms as they arrive: parsing, repopulating, and posting once."""

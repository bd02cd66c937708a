"""Forms as they arrive: read, kept as they were typed, and written once."""

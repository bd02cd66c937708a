"""The commands: their options, and what they print."""

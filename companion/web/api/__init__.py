"""HTTP API: questions, matches, feeds and files."""

"""The machine that serves: what it listens on, who can reach it, and what it prints."""

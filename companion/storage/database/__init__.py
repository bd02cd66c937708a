"""Whether a database can be used: it is locked, looked at and brought up to date before it is trusted, and watched."""

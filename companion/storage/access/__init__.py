"""Who may do what, by which code or link: devices at a table, browsers of the host; and how much is too much."""

"""Access to matches: browsers and their tokens, devices at a table, hosts, and links with their codes."""

"""Storage: matches, results, devices and players, as rows of one database."""

"""Contract rummies: laying down, by the values of each game."""

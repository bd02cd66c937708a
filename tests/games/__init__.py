"""Each game by its rulebook, its casebook and its peculiar law."""
